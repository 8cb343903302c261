import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createScratchDatabase } from '../../../scripts/generate/scratch.ts'
import { sendRaw } from '../../../tests/send-raw.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { buildApp } from '../../app.ts'
import { loadConfig } from '../../config.ts'
import { openPools } from '../../db/pools.ts'
import { makeLogger } from '../../logger.ts'
import { readWords } from '../site/queries.ts'

const shell = `<!doctype html><html><head><title>Colophon</title><script>setTheme()</script>
<script type="module" src="/assets/a.js"></script><link rel="stylesheet" href="/assets/a.css"></head>
<body><div id="root"></div><script>beginProgram()</script></body></html>`

let server: TestServer
let builds: string
beforeAll(async () => {
  builds = await mkdtemp(join(tmpdir(), 'colophon-builds-'))
  // The first is the present build; the last is three builds old.
  for (const [age, name] of ['c', '2', '1', '0'].entries()) {
    const folder = join(builds, `web-${name.repeat(16)}`)
    await mkdir(join(folder, 'assets'), { recursive: true })
    await writeFile(join(folder, 'index.html'), shell)
    await mkdir(join(folder, '.vite'))
    await writeFile(join(folder, '.vite/manifest.json'), '{}')
    await writeFile(join(folder, '.vite/first-screen.js'), 'export const render = () => undefined')
    await writeFile(join(folder, 'meta.json'), JSON.stringify({ version: `0.1.${9 - age}` }))
    await writeFile(join(folder, 'assets', `part-${name}.js`), `// ${name}`)
    await writeFile(join(folder, 'assets', `part-${name}.css`), `/* ${name} */`)
    if (name === '1') await writeFile(join(folder, 'robots.txt'), 'of an earlier version')
    const at = new Date(Date.now() - age * 86_400_000)
    await utimes(folder, at, at)
  }
  server = await startTestServer(
    { MAIN_SITE_URL: 'https://main.example/"site"/' },
    { webFolder: join(builds, `web-${'c'.repeat(16)}`) },
  )
})
afterAll(async () => {
  await server.close()
  await rm(builds, { recursive: true })
})

const get = (url: string) => server.app.inject({ url })

test('the served version is never cached', async () => {
  const answer = await get('/meta.json')
  expect(answer.json()).toEqual({ version: '0.1.9' })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect((await get('/')).headers['cache-control']).toBe('private, no-cache')
  expect((await get('/')).headers.etag).toBeUndefined()
})

test('assets of this build and of the two before it are served as immutable', async () => {
  for (const name of ['c', '2', '1']) {
    const answer = await get(`/assets/part-${name}.js`)
    expect([answer.statusCode, answer.body]).toEqual([200, `// ${name}`])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  expect((await get('/assets/part-0.js')).statusCode).toBe(404)
})

test('robots.txt is made of the site’s words, not taken from an earlier build', async () => {
  const { statusCode, body } = await get('/robots.txt')
  expect([statusCode, body]).toEqual([200, expect.stringMatching(/^User-agent: \*\nDisallow: \/api\//)])
})

test.each([
  ['css', "default-src 'none';frame-ancestors 'none';sandbox"],
  // A worker fetches from the site.
  ['js', "default-src 'self';frame-ancestors 'none'"],
])('a built .%s has a short content security policy, and is not a page', async (kind, policy) => {
  const { headers } = await get(`/assets/part-c.${kind}`)
  expect(headers).toMatchObject({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  // Its name changes with its content, so it needs no validators.
  for (const name of ['etag', 'last-modified', 'accept-ranges', 'x-request-id', 'referrer-policy'])
    expect(headers).not.toHaveProperty(name)
  const length = Object.entries(headers).join('\r\n').length
  expect(length).toBeLessThan(350)
})

test('the page knows the main site from the settings, not from its URL', async () => {
  expect((await get('/')).body).toContain(
    '<meta name="main-site" content="https://main.example/&#34;site&#34;" />',
  )
})

test('a page includes the site’s words: name, ribbon, and a wordmark’s style that the policy allows', async () => {
  const before = await get('/about')
  expect(before.body).not.toContain('<style>')
  const drawing = (fill: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path fill="${fill}" d="M0 0h9"/></svg>`
  const save = async (name: string, version: number, value: unknown) => {
    const row = { name, version, value: JSON.stringify(value), at: new Date() }
    await server.db.insertInto('site_version').values(row).execute()
    await readWords(server.db)
  }
  await save('site_name', 1, 'Marks & </script> Co')
  await save('ribbon', 1, { text: 'Open', link: '/news', from: null, until: null })
  const named = await get('/')
  expect(named.body).toContain('<title>Marks &#38; &#60;/script&#62; Co</title>')
  const [, json = ''] = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(named.body) ?? []
  expect(JSON.parse(json)).toMatchObject({
    site_name: 'Marks & </script> Co',
    ribbon: { id: '1', text: 'Open' },
  })
  const styleOf = (page: typeof named) => {
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}' 'self'`)
    return style
  }
  expect(styleOf(named)).toContain('content:attr(aria-label)')
  await save('wordmark', 1, drawing('black'))
  expect(styleOf(await get('/'))).toMatch(
    /aspect-ratio:3;max-width:240px\}.*::before\{mask:url\(\/wordmark\.svg\?v=1\)/,
  )
  await save('wordmark', 2, drawing('#c00'))
  expect(styleOf(await get('/'))).toContain('::before{background:url(/wordmark.svg?v=2)')
})

test('a path never becomes another host, and any path is answered with a page', async () => {
  const answer = await get('//evil.example/about')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('content="http://localhost:3000/evil.example/about"')
  for (const url of ['//[', '/designers/%00', '/news/%00', '/?logo_id=abc', '/?logo_id=999999'])
    expect([url, (await get(url)).headers['content-type']]).toEqual([url, 'text/html; charset=utf-8'])
  expect((await get('/?logo_id=999999')).statusCode).toBe(200)
  expect((await get('/logo/999999')).statusCode).toBe(404)
})

test.each(['//evil.example/x', '/\\evil.example/x', '/\\/evil.example/x'])(
  'the preview of %s has our own host',
  async path => {
    const page = await sendRaw(
      server.app,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    expect(page).toContain('property="og:url" content="http://localhost:3000/evil.example/x"')
  },
)

test.each([
  '/livez',
  '/.well-known/openid-configuration',
  '/.git/HEAD',
  '/backup.sql',
  '/wp-login.php',
  '/logo/1.json',
  '/assets/gone.js',
  '/favicon-x.png',
])('%s is not a page: 404 until the file exists', async url => {
  const answer = await get(url)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/plain'])
})

test('a path with a dot in its query is not taken for a file', async () => {
  expect((await get('/search?keyword=a.png')).statusCode).toBe(200)
})

test('only the provider’s v5 script may write styles, with a new nonce for each page', async () => {
  const webFolder = join(builds, `web-${'c'.repeat(16)}`)
  const older = await startTestServer({ PAYPAL_SDK: 'v5' }, { webFolder })
  const look = async () => {
    const { headers, body } = await older.app.inject({ url: '/checkout' })
    const policy = String(headers['content-security-policy'])
    const words = ['script', 'style'].map(
      what => new RegExp(`${what}-src 'nonce-([\\w+/]{22}==)' 'self'`).exec(policy)?.[1],
    )
    return { words, inPage: /<meta name="csp-nonce" nonce="([^"]+)" \/>/.exec(body)?.[1] }
  }
  const [first, second] = [await look(), await look()]
  expect(first.inPage).toBeTruthy()
  expect(first.words).toEqual([first.inPage, first.inPage])
  expect(second.words).toEqual([second.inPage, second.inPage])
  expect(second.inPage).not.toBe(first.inPage)
  await older.close()

  const present = await get('/checkout')
  expect(present.headers['content-security-policy']).not.toContain('nonce')
  expect(present.body).not.toContain('nonce')
})

describe('a page that cannot be answered', () => {
  /** The site over another database: one that refuses every connection, or one without our tables. */
  async function visitOver(url: string, visit: (app: TestServer['app']) => Promise<void>) {
    const { db, readDb, dedicatedPools, close } = openPools(url)
    const app = await buildApp({
      config: loadConfig({}),
      services: { ...server.services, db, readDb },
      dedicatedPools,
      logger: makeLogger('silent'),
      webFolder: join(builds, `web-${'c'.repeat(16)}`),
    })
    await visit(app)
    await app.close()
    await close()
  }
  const nowhere = 'postgresql://app@127.0.0.1:1/none'

  test.each([
    '/logo/1',
    '/?logo_id=1',
    '/designers/ada',
    '/designers/ada/book-12',
    '/collection/1',
    '/award/ada',
    '/news/a-post',
  ])('because the database is down shows an error page in the site’s look: %s', url =>
    visitOver(nowhere, async app => {
      const { statusCode, headers, body } = await app.inject({ url })
      expect(statusCode).toBe(503)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'retry-after': '2',
        'cache-control': 'no-store',
      })
      expect(body).toContain('<h1>The gallery is away for a moment</h1>')
      expect(body).toContain('<a href="">Try again</a>')
      expect(body).toContain('<link rel="stylesheet" href="/assets/a.css">')
      // The page contains nothing that its policy forbids and nothing that needs the database.
      const scripts = [...body.matchAll(/<script([^>]*)>([^<]*)/g)].map(([, attributes, text]) => [
        attributes,
        text,
      ])
      expect(scripts).toEqual([['', 'setTheme()']])
      const hash = createHash('sha256').update('setTheme()').digest('base64')
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
      expect(body).not.toMatch(/<style|style=/)
    }),
  )

  test('is answered with JSON to API callers', () =>
    visitOver(nowhere, async app => {
      const answer = await app.inject({ url: '/api/logos?logo_id=1' })
      expect([answer.statusCode, answer.json().error]).toEqual([503, expect.any(String)])
    }))

  test('because of a bug does not blame the database', async () => {
    const empty = await createScratchDatabase(inject('database').server)
    await visitOver(empty.url, async app => {
      const { statusCode, body } = await app.inject({ url: '/logo/1' })
      expect(statusCode).toBe(500)
      expect(body).toContain('<h1>Something went wrong on our side</h1>')
    })
    await empty.drop()
  })
})
