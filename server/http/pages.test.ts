import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/server.ts'

const shell = '<!doctype html><html><head><title>Colophon</title></head><body></body></html>'

let server: TestServer
let builds: string
beforeAll(async () => {
  builds = await mkdtemp(join(tmpdir(), 'colophon-builds-'))
  // The first is the one that runs; the last is three builds old.
  for (const [age, name] of ['c', '2', '1', '0'].entries()) {
    const folder = join(builds, `web-${name.repeat(16)}`)
    await mkdir(join(folder, 'assets'), { recursive: true })
    await writeFile(join(folder, 'index.html'), shell)
    await mkdir(join(folder, '.vite'))
    for (const name of ['manifest', 'classes']) await writeFile(join(folder, `.vite/${name}.json`), '{}')
    await writeFile(join(folder, 'meta.json'), JSON.stringify({ version: `0.1.${9 - age}` }))
    await writeFile(join(folder, 'assets', `part-${name}.js`), `// ${name}`)
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

test('the version that is served is never kept by anybody', async () => {
  const answer = await get('/meta.json')
  expect(answer.json()).toEqual({ version: '0.1.9' })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect((await get('/')).headers['cache-control']).toBe('private, no-cache')
  expect((await get('/')).headers.etag).toBeUndefined()
})

test('parts of this build and of the two before it are there, and never change', async () => {
  for (const name of ['c', '2', '1']) {
    const answer = await get(`/assets/part-${name}.js`)
    expect([answer.statusCode, answer.body]).toEqual([200, `// ${name}`])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  expect((await get('/assets/part-0.js')).statusCode).toBe(404)
})

test('the page knows where the main site is, whatever is in its address', async () => {
  expect((await get('/')).body).toContain(
    '<meta name="main-site" content="https://main.example/&#34;site&#34;" />',
  )
})

test('an address never names another host, and none is too odd for a page', async () => {
  const answer = await get('//evil.example/about')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('content="http://localhost:3000/evil.example/about"')
  for (const url of ['//[', '/designers/%00', '/news/%00', '/?logo_id=abc', '/?logo_id=999999'])
    expect([url, (await get(url)).headers['content-type']]).toEqual([url, 'text/html; charset=utf-8'])
  expect((await get('/?logo_id=999999')).statusCode).toBe(200)
  expect((await get('/logo/999999')).statusCode).toBe(404)
})

test('only the provider’s older script is given leave to write styles, and to each page by another word', async () => {
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
