import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import fixture from '../../tests/fixtures/wordpress-posts.json' with { type: 'json' }
import { plainText } from '../../web/features/news/post.ts'
import { BlogUnavailable, withoutTags, wordpressBlog } from './blog.ts'

// A real server on the other side, which does what each test tells it to.

let behave: (request: IncomingMessage, response: ServerResponse) => void
let requestCount = 0
const server = createServer((request, response) => {
  requestCount++
  behave(request, response)
})
let base: string
let aheadMs = 0
let warnings: string[] = []
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  requestCount = 0
  aheadMs = 0
  warnings = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const makeBlog = (timeoutMs?: number) =>
  wordpressBlog(base, {
    now: () => new Date(Date.now() + aheadMs),
    warn: reason => void warnings.push(reason),
    timeoutMs,
  })

const send =
  (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
const post = (title: string) => ({ id: 1, title: { rendered: title } })
const titlesOf = (answer: Awaited<ReturnType<ReturnType<typeof makeBlog>['posts']>>) =>
  'posts' in answer ? answer.posts.map(p => p.title.rendered) : answer.refused.code
/** Lets what is under way in the background come to its end. */
const settled = (done: () => boolean) => expect.poll(done, { interval: 10 }).toBe(true)

test('posts come without tags, with http links only and pictures at our own paths', async () => {
  const here = JSON.parse(
    JSON.stringify(fixture.posts).replaceAll('https://blog.example/wp-content', `${base}/wp-content`),
  )
  behave = send(here, { 'x-wp-total': '6', 'x-wp-totalpages': '1' })
  const answer = await makeBlog().posts('page=1')
  if (!('posts' in answer)) throw new Error('refused')
  const { posts } = answer
  expect(answer).toMatchObject({ total: 6, pages: 1 })
  expect(posts.map(p => plainText(p.title.rendered))).toEqual([
    'The marks we keep – ten years of “Book” winners',
    'Small image',
    'Sizes missing entirely',
    'Media deleted',
    'No featured media',
    'Markup in <title>',
  ])
  expect(posts.map(p => plainText(p.excerpt.rendered))).toEqual([
    'Curves, grids & the odd happy accident […]',
    'Only thumbnail, medium and full exist.',
    'source_url only',
    'embed is an error object',
    '',
    'Evil x',
  ])
  const [first] = posts[0]!._embedded!['wp:featuredmedia']!
  expect(first).toMatchObject({
    source_url: '/blog-images/wp-content/uploads/2026/10/hero.jpg',
    media_details: {
      sizes: {
        large: { source_url: '/blog-images/wp-content/uploads/2026/10/hero-1024x640.jpg', width: 1024 },
      },
    },
  })
  expect(posts[3]!._embedded!['wp:featuredmedia']).toEqual([])
  expect(posts[4]!._embedded!['wp:featuredmedia']).toEqual([])
  expect(JSON.stringify(answer)).not.toMatch(/<|onerror|javascript:|alert/)
})

test('entities are decoded once, markup is removed, escaped markup stays text', () => {
  const shown = (html: string) => plainText(withoutTags(html))
  expect(shown('&lt;script&gt;alert(1)&lt;/script&gt;')).toBe('<script>alert(1)</script>')
  expect(shown('a<img src=x onerror=alert(1)>b')).toBe('ab')
  expect(shown('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;')
  expect(shown('A&nbsp;&amp;&nbsp;B &#8217;&hellip; &eacute;')).toBe('A & B ’… é')
  expect(shown('x<style>p{}</style><script>y()</script>z')).toBe('xz')
})

test('other links, pictures of other hosts and invalid posts are left out', async () => {
  const picture = (source_url: string) => ({
    'wp:featuredmedia': [{ id: 1, source_url, media_details: { sizes: { large: { source_url }, odd: 7 } } }],
  })
  behave = send([
    { ...post('a'), link: 'javascript:alert(1)', _embedded: picture('https://elsewhere.example/a.jpg') },
    { ...post('b'), link: 'https://blog.example/b', _embedded: picture(`${base}/b.jpg?w=1`) },
    { ...post('c'), link: 'data:text/html,x', _embedded: { 'wp:featuredmedia': 'no list' }, excerpt: null },
    { id: 'no post' },
    null,
  ])
  const answer = await makeBlog().posts('')
  if (!('posts' in answer)) throw new Error('refused')
  expect(answer.posts.map(p => p.link)).toEqual(['', 'https://blog.example/b', ''])
  expect(answer.posts.map(p => p._embedded)).toMatchObject([
    { 'wp:featuredmedia': [{ source_url: '', media_details: { sizes: {} } }] },
    {
      'wp:featuredmedia': [
        {
          source_url: '/blog-images/b.jpg?w=1',
          media_details: { sizes: { large: { source_url: '/blog-images/b.jpg?w=1' } } },
        },
      ],
    },
    { 'wp:featuredmedia': [] },
  ])
})

test('answers are cached for minutes, then served stale while they are refreshed', async () => {
  const blog = makeBlog()
  behave = send([post('old')])
  expect(titlesOf(await blog.posts('q'))).toEqual(['old'])
  behave = send([post('new')])
  aheadMs = 4 * 60_000
  expect(titlesOf(await blog.posts('q'))).toEqual(['old'])
  expect(requestCount).toBe(1)
  aheadMs = 5 * 60_000 + 1000
  expect(titlesOf(await blog.posts('q'))).toEqual(['old'])
  await settled(() => requestCount === 2)
  await expect.poll(async () => titlesOf(await blog.posts('q')), { interval: 10 }).toEqual(['new'])
  expect(requestCount).toBe(2)
})

test('concurrent requests are coalesced into one', async () => {
  const blog = makeBlog()
  const { promise: allAsked, resolve: answer } = Promise.withResolvers<void>()
  behave = (request, response) => void allAsked.then(() => send([post('one')])(request, response))
  const requests = Array.from({ length: 20 }, () => blog.posts('q'))
  await settled(() => requestCount > 0)
  answer()
  const answers = await Promise.all(requests)
  expect(answers.map(titlesOf)).toEqual(Array(20).fill(['one']))
  expect(requestCount).toBe(1)
})

test('the blog’s refusal of a page is passed on', async () => {
  behave = send(fixture.out_of_range.body, {}, 400)
  expect(titlesOf(await makeBlog().posts('page=9'))).toBe('rest_post_invalid_page_number')
})

const failures: Record<string, typeof behave> = {
  'an error': send({ code: 'internal' }, {}, 500),
  'a page instead of JSON': send('<html>Briefly unavailable</html>'),
  'something that is no list': send({ posts: [] }),
  'nothing, and hangs': () => {},
  'a beginning, and hangs': (_request, response) => void response.writeHead(200).write('[{"id":'),
  'more than 2 MB': send(`["${'x'.repeat(2_000_001)}"]`),
  'a redirect': (_request, response) => void response.writeHead(302, { location: `${base}/elsewhere` }).end(),
  'a broken connection': (_request, response) => void response.destroy(),
}

test.each(Object.entries(failures))('%s is a failure, and the last good copy stays', async (_, failing) => {
  // Longer than a busy machine takes for a good answer.
  const blog = makeBlog(2000)
  behave = failing
  await expect(blog.posts('q')).rejects.toBeInstanceOf(BlogUnavailable)
  expect(requestCount).toBe(1)
  expect(warnings).toHaveLength(1)

  behave = send([post('good')])
  expect(titlesOf(await blog.posts('q'))).toEqual(['good'])
  behave = failing
  aheadMs = 6 * 60_000
  expect(titlesOf(await blog.posts('q'))).toEqual(['good'])
  await settled(() => warnings.length === 2)
  expect(titlesOf(await blog.posts('q'))).toEqual(['good'])
  // Backoff: half a minute without requests after a failure.
  expect(requestCount).toBe(3)
})

test('a request without an answer is aborted by its timeout of five seconds', async () => {
  const timeout = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const closed = Promise.withResolvers<void>()
  behave = (_request, response) => void response.once('close', closed.resolve)
  const refused = expect(makeBlog().posts('q')).rejects.toThrow(new BlogUnavailable('it is too slow'))
  await settled(() => requestCount === 1)
  expect(limit).toHaveBeenCalledExactlyOnceWith(5000)
  limit.mockRestore()
  timeout.abort(new DOMException('The time is up', 'TimeoutError'))
  await refused
  await closed.promise
})

test('a picture is recognised by its bytes, comes from that host only, and has at most 5 MB', async () => {
  const blog = makeBlog()
  const bytes = (head: string, size = 64) => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(size)])
  const sendBytes = (body: Buffer, type = 'text/html', status = 200) => {
    behave = (_request, response) => void response.writeHead(status, { 'content-type': type }).end(body)
  }
  const typeOf = async () => (await blog.image('/a'))?.type
  for (const [head, type] of [
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['\xff\xd8\xff', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF0000WEBPVP8 ', 'image/webp'],
    ['\0\0\0 ftypavif', 'image/avif'],
  ] as const) {
    sendBytes(bytes(head))
    expect(await typeOf()).toBe(type)
  }
  sendBytes(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'image/svg+xml')
  expect(await typeOf()).toBeUndefined()
  sendBytes(bytes('GIF89a'), 'image/gif', 404)
  expect(await typeOf()).toBeUndefined()
  sendBytes(bytes('GIF89a', 5_000_001), 'image/gif')
  await expect(blog.image('/a')).rejects.toBeInstanceOf(BlogUnavailable)

  let path = ''
  behave = (request, response) => {
    path = request.url!
    response.end()
  }
  expect(await blog.image('//elsewhere.example/a.png?b=1')).toBeUndefined()
  expect(path).toBe('')
  await blog.image('/a.png?b=1')
  expect(path).toBe('/a.png?b=1')
})

test('a frequently used answer stays cached, however many others come', async () => {
  behave = (_request, response) => response.setHeader('content-type', 'application/json').end('[]')
  const blog = makeBlog()
  await blog.posts('front')
  for (let i = 0; i < 250; i++) {
    await blog.posts(`page=${i}`)
    await blog.posts('front')
  }
  expect(requestCount).toBe(251)
})

test('words that were separated by a tag stay separate', () => {
  expect(withoutTags('<p>two</p>para<br>graphs<ul><li>a</li><li>b</li></ul>')).toBe('two para graphs a b')
})
