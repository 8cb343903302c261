import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillPosts } from '../../../demo/posts.ts'
import * as api from '../../../shared/api.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'

const posts = '/wp-json/wp/v2/posts'

describe('the built-in blog', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await fillPosts(server.db)
  })
  afterAll(() => server.close())

  const get = async (url: string) => {
    const answer = await server.visit().send({ method: 'GET', url })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  const slugs = async (query: string) =>
    (await get(`${posts}?${query}`)).body.map((post: { slug: string }) => post.slug)

  test('the demonstration has six posts, a feature post among them, newest first', async () => {
    const { body, headers } = await get(posts)
    expect(body.map((post: { slug: string }) => post.slug)).toEqual([
      'what-sixteen-pixels-forgive',
      'the-wall-rehung',
      'how-a-logo-gets-into-the-book',
      'the-letter-that-would-not-behave',
      'credit-is-part-of-the-mark',
      'one-ink-first',
    ])
    expect(headers).toMatchObject({ 'x-wp-total': '6', 'x-wp-totalpages': '1' })
    expect(headers.link).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('a post has WordPress’s format', async () => {
    const [post] = (await get(`${posts}?slug=the-wall-rehung`)).body
    expect(post).toMatchObject({
      id: 5,
      date: '2026-10-28T08:20:00',
      date_gmt: '2026-10-28T08:20:00',
      status: 'publish',
      type: 'post',
      link: 'http://localhost/news/the-wall-rehung',
      title: { rendered: 'The wall, rehung: Colophon redesigned' },
      featured_media: 5,
      categories: [1],
    })
    expect(post.excerpt.rendered).toMatch(/^<p>No colour of our own.*<\/p>\n$/)
    expect(post.content.rendered).toContain('<h2>What hangs where</h2>')
    expect(post.content.rendered).toContain('<p><strong>At size.</strong> Beside')
    expect(post).not.toHaveProperty('_embedded')
    expect((await get(`${posts}/5`)).body).toEqual(post)
  })

  /** Before every clock: the database's is finer than ours, by which a post of this moment would still be planned. */
  const published_at = new Date('2026-01-02')

  test('texts are escaped', async () => {
    await server.db
      .insertInto('blog_post')
      .values({
        slug: 'markup',
        title: 'A <b> & "c"',
        excerpt: "<img src=x>'",
        body: '**<script>** &amp;',
        published_at,
      })
      .execute()
    const [post] = (await get(`${posts}?slug=markup`)).body
    expect(post.title.rendered).toBe('A &#60;b&#62; &#38; &#34;c&#34;')
    expect(post.excerpt.rendered).toBe('<p>&#60;img src=x&#62;&#39;</p>\n')
    expect(post.content.rendered).toBe('<p><strong>&#60;script&#62;</strong> &#38;amp;</p>')
    await server.db.deleteFrom('blog_post').where('slug', '=', 'markup').execute()
  })

  test('embeds the picture when asked to, in every size that a page may choose', async () => {
    for (const query of ['_embed', '_embed=1', '_embed=author,wp:featuredmedia']) {
      const [post] = (await get(`${posts}?${query}&per_page=1`)).body
      const [media] = post._embedded['wp:featuredmedia']
      expect(Object.keys(media.media_details.sizes)).toEqual(['medium', 'medium_large', 'large', 'full'])
      expect(media.media_details.sizes.large).toMatchObject({ width: 1024, height: 640 })
      expect(media.source_url).toMatch(/^http:\/\/localhost\/posts\/sixteen-pixels\.svg$/)
      expect(media.alt_text).not.toBe('')
      expect((await get(`/wp-json/wp/v2/media/${post.featured_media}`)).body).toEqual(media)
    }
    expect((await get(`${posts}?_embed=author&per_page=1`)).body[0]).not.toHaveProperty('_embedded')
  })

  test('a post without a picture embeds none', async () => {
    const { post_id } = await server.db
      .insertInto('blog_post')
      .values({ slug: 'bare', title: 'Bare', body: 'Text.', published_at })
      .returning('post_id')
      .executeTakeFirstOrThrow()
    const { body } = await get(`${posts}/${post_id}?_embed`)
    expect(body).toMatchObject({ featured_media: 0, categories: [], _embedded: {} })
    await server.db.deleteFrom('blog_post').where('post_id', '=', post_id).execute()
  })

  test('categories are 1 for news and 7 for feature posts; a list of them is a union', async () => {
    expect(await slugs('categories=7')).toEqual(['what-sixteen-pixels-forgive'])
    expect(await slugs('categories=1')).toHaveLength(5)
    expect(await slugs('categories=1,7')).toHaveLength(6)
    expect(await slugs('categories[]=1&categories[]=7')).toHaveLength(6)
    expect(await slugs('categories=1&exclude=5,4')).toHaveLength(3)
    expect((await get(`${posts}?categories=99&page=3`)).headers).toMatchObject({
      'x-wp-total': '0',
      'x-wp-totalpages': '0',
    })
    const { body } = await get('/wp-json/wp/v2/categories')
    expect(body).toEqual([
      expect.objectContaining({ id: 7, count: 1, slug: 'feature-post', taxonomy: 'category' }),
      expect.objectContaining({ id: 1, count: 5, slug: 'news', taxonomy: 'category' }),
    ])
    expect((await get('/wp-json/wp/v2/categories/1')).body).toEqual(body[1])
  })

  test('pages link their neighbours', async () => {
    const first = await get(`${posts}?per_page=4`)
    expect(first.headers).toMatchObject({ 'x-wp-total': '6', 'x-wp-totalpages': '2' })
    expect(first.headers.link).toBe(`<http://localhost${posts}?per_page=4&page=2>; rel="next"`)
    const second = await get(`${posts}?per_page=4&page=2`)
    expect(second.headers.link).toBe(`<http://localhost${posts}?per_page=4&page=1>; rel="prev"`)
    expect([...first.body, ...second.body].map(post => post.id)).toEqual([6, 5, 4, 3, 2, 1])
  })

  test('an offset overrides the page and leaves the total unchanged; a page past the total is refused', async () => {
    expect(await slugs('categories=1&per_page=3&offset=3')).toEqual([
      'credit-is-part-of-the-mark',
      'one-ink-first',
    ])
    const past = await get(`${posts}?categories=1&per_page=3&offset=99&page=2`)
    expect(past).toMatchObject({
      status: 200,
      body: [],
      headers: { 'x-wp-total': '5', 'x-wp-totalpages': '2' },
    })
    const refused = await get(`${posts}?categories=1&per_page=3&offset=0&page=3`)
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({
      code: 'rest_post_invalid_page_number',
      message: 'The page number requested is larger than the number of pages available.',
      data: { status: 400 },
    })
  })

  test.each([
    'per_page=0',
    'per_page=101',
    'per_page=x',
    'page=0',
    'page=1e3',
    'page=-1',
    'offset=-1',
    'categories=a',
  ])('%s is refused, and named', async query => {
    const name = query.split('=')[0]!
    const { status, body } = await get(`${posts}?${query}`)
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]])
  })

  test.each([
    [`${posts}/999`, 'rest_post_invalid_id'],
    [`${posts}/x`, 'rest_post_invalid_id'],
    ['/wp-json/wp/v2/media/999', 'rest_post_invalid_id'],
    ['/wp-json/wp/v2/categories/999', 'rest_term_invalid'],
    ['/wp-json/wp/v2/users', 'rest_no_route'],
  ])('%s is not found, as %s', async (url, code) => {
    const { status, body } = await get(url)
    expect([status, body.code]).toEqual([404, code])
  })

  test('a post is readable by anyone, and links to the one before it; the oldest to the newest', async () => {
    const { call } = server.visit()
    const post = await call(api.news.find, { slug: 'the-wall-rehung' })
    expect(post).toMatchObject({
      title: 'The wall, rehung: Colophon redesigned',
      image: { path: '/posts/redesign.svg', width: 1600, height: 1000 },
      next: { slug: 'how-a-logo-gets-into-the-book' },
    })
    expect((await call(api.news.find, { slug: 'one-ink-first' })).next?.slug).toBe(
      'what-sixteen-pixels-forgive',
    )
    expect((await refusal(call(api.news.find, { slug: 'none' }))).status).toBe(404)
  })

  test('the slug of a post is never a number, which would be a page', async () => {
    const post = { slug: '2', title: 'Two', body: 'Text.' }
    await expect(server.db.insertInto('blog_post').values(post).execute()).rejects.toThrow(
      'blog_post_slug_check',
    )
  })
})

describe('with BLOG_API_URL', () => {
  const requested: string[] = []
  const wordpress = createServer((request, response) => {
    requested.push(request.url!)
    response
      .writeHead(200, { 'content-type': 'application/json', 'x-wp-total': '13', 'x-wp-totalpages': '3' })
      .end(JSON.stringify([{ id: 7, link: 'https://blog.example/a', title: { rendered: 'Theirs' } }]))
  })
  let server: TestServer
  beforeAll(async () => {
    await new Promise<void>(resolve => wordpress.listen(0, '127.0.0.1', resolve))
    const { port } = wordpress.address() as AddressInfo
    server = await startTestServer({ BLOG_API_URL: `http://127.0.0.1:${port}/wp-json/wp/v2/` })
    await fillPosts(server.db)
  })
  afterAll(async () => {
    await server.close()
    wordpress.close()
  })

  test('the posts are that WordPress’s, with its totals; our query is rewritten, not passed on', async () => {
    const answer = await server
      .visit()
      .send({ method: 'GET', url: `${posts}?_embed&categories=1&per_page=6&offset=3&page=2&password=x` })
    expect(answer.json()).toMatchObject([
      { id: 7, link: 'https://blog.example/a', title: { rendered: 'Theirs' } },
    ])
    expect(answer.headers).toMatchObject({ 'x-wp-total': '13', 'x-wp-totalpages': '3' })
    expect(answer.headers.link).toContain('rel="next"')
    expect(requested).toEqual([`${posts}?_embed=wp%3Afeaturedmedia&page=2&per_page=6&offset=3&categories=1`])
  })

  test('an invalid query is not sent to it', async () => {
    const before = requested.length
    const answer = await server.visit().send({ method: 'GET', url: `${posts}?per_page=1000` })
    expect(answer.statusCode).toBe(400)
    expect(requested.length).toBe(before)
  })

  test('a file that is not a picture is not passed on', async () => {
    const answer = await server.visit().send({ method: 'GET', url: '/blog-images/a.png' })
    expect(answer.statusCode).toBe(404)
  })

  test('pictures are fetched from the blog’s own host only', async () => {
    const visitor = server.visit()
    const before = requested.length
    for (const path of ['/evil.example/a.png', '\\evil.example/a.png', '/\\evil.example/a.png'])
      expect((await visitor.send({ method: 'GET', url: `/blog-images/${path}` })).statusCode).toBe(404)
    expect(requested.length).toBe(before)
    await visitor.send({ method: 'GET', url: '/blog-images/wp-content/uploads/a%20b.png?w=2' })
    expect(requested.at(-1)).toBe('/wp-content/uploads/a%20b.png?w=2')
  })

  test('our own posts can still be read', async () => {
    expect((await server.visit().call(api.news.find, { slug: 'one-ink-first' })).title).toBe('One ink first')
  })
})
