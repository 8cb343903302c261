import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect as connectHttp2 } from 'node:http2'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { restartAll, setDown } from '../scripts/restart.ts'
import { type Connection, connect } from '../server/db/connect.ts'
import { createGiftCards } from '../server/features/gift-cards/queries.ts'
import { enqueueMail } from '../server/features/mail/queries.ts'
import { makeCookies } from '../server/http/cookies.ts'
import { activityStream } from '../shared/activity-stream.ts'
import * as api from '../shared/api.ts'
import { CallError } from '../shared/endpoint.ts'
import { imageUrl } from '../shared/rules/image-url.ts'
import { dayMs } from '../shared/rules/time.ts'
import { createDesigner, createLogo, testPassword } from './factories.ts'
import { httpClient } from './http-client.ts'
import { startMailServer } from './mail-server.ts'
import { makeUser } from './payments.ts'
import { canRunProxy, startProxy } from './proxy.ts'
import { endServer, freePort, type RunningServer, runServer } from './running-server.ts'
import { canRunS3Store, s3Settings, startS3Store } from './s3-store.ts'
import { untilWindowLasts } from './server.ts'
import { createTestDatabase } from './test-database.ts'

// The production set-up: deploy/nginx.conf before two processes, one PostgreSQL, one S3 store.

const secret = 'thirty-two characters, at the least'

test('nginx bypasses its cache for the cookies that the program does not share answers for', async () => {
  const site = await readFile(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
  const [, pattern = 'none'] = /map \$http_cookie \$colophon_own \{[^}]*"~([^"]+)" 1;/.exec(site) ?? []
  const bypasses = new RegExp(pattern)
  for (const publicUrl of ['https://colophon.example', 'http://localhost']) {
    const cookies = makeCookies({ publicUrl, secret })
    const prefix = publicUrl.startsWith('https') ? '__Host-' : ''
    const isShared = (name: string) =>
      cookies.isAnonymous({ cookies: { [name]: 'x' }, headers: {} } as unknown as FastifyRequest)
    const names = ['session', 'last_write', 'csrftoken', 'device', 'half_sign_in'].map(name => prefix + name)
    for (const name of names)
      expect([name, bypasses.test(`theme=dark; ${name}=x`)]).toEqual([name, !isShared(name)])
    expect(names.filter(isShared)).toHaveLength(3)
  }
})

describe.skipIf(!canRunProxy)('two processes behind nginx (left out where nginx is not installed)', () => {
  let folder: string
  let ports: readonly [number, number]
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let connection: Connection
  let post: Awaited<ReturnType<typeof startMailServer>>
  /** Without S3, both processes share a folder, as on one machine. */
  let store: Awaited<ReturnType<typeof startS3Store>> | undefined
  let proxy: Awaited<ReturnType<typeof startProxy>>
  const servers: RunningServer[] = []

  const startServer = async (which: 0 | 1) => {
    servers[which] = await runServer(join(folder, store ? `data-${which}` : 'data'), {
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PORT: String(ports[which]),
      PUBLIC_URL: proxy.origin,
      SECRET: secret,
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: database.url,
      SMTP_URL: post.url,
      MAIL_FROM: 'gallery@colophon.example',
      ...(store && s3Settings(store)),
    })
  }

  let db: Connection['db']
  let endingMember: Awaited<ReturnType<typeof createDesigner>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'colophon-cluster-'))
    ports = [await freePort(), await freePort()]
    database = await createTestDatabase()
    connection = connect(database.url)
    db = connection.db
    post = await startMailServer()
    if (canRunS3Store) store = await startS3Store()
    proxy = await startProxy(folder, ports)
    endingMember = await createDesigner(db, { membership: 'none' })
    await grant(endingMember.designer_id, 5)
    // At the same time, so that both run their start-up jobs concurrently.
    await Promise.all([startServer(0), startServer(1)])
  }, 240_000)
  afterAll(async () => {
    for (const server of servers) await endServer(server, 'SIGTERM')
    await proxy?.close()
    await store?.close()
    await post?.close()
    await connection?.close()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  }, 180_000)

  const day = (offset: number) => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10)
  const grant = (designer_id: number, days: number) =>
    db
      .insertInto('membership_grant')
      .values({
        designer_id,
        source: 'admin',
        source_reference: `until ${day(days)}`,
        starts_on: day(days - 365),
        ends_on: day(days),
      })
      .execute()

  /** Sends a request to nginx over a new connection, and does not decompress the answer. */
  function ask(path: string, options: RequestOptions = {}, body?: string) {
    return new Promise<Response>((resolve, reject) => {
      const ours = { ca: proxy.certificate, agent: false, ...options }
      const request = requestHttps(proxy.origin + path, ours, answer => {
        const headers = new Headers()
        for (const [name, values] of Object.entries(answer.headersDistinct))
          for (const value of values ?? []) headers.append(name, value)
        buffer(answer).then(
          bytes => resolve(new Response(new Uint8Array(bytes), { status: answer.statusCode!, headers })),
          reject,
        )
      })
      request.on('error', reject).end(body)
    })
  }

  const fetchAlone = (url: string, { method, headers, body }: RequestInit) =>
    ask(
      url.slice(proxy.origin.length),
      { method, headers: headers as Record<string, string> },
      body as string,
    )

  /** One browser's clients for either process or nginx, with shared cookies. */
  function visit(jar = new Map<string, string>()) {
    const at = (server: RunningServer) => httpClient(server.origin, { jar })
    return {
      jar,
      first: at(servers[0]!),
      second: at(servers[1]!),
      site: httpClient(proxy.origin, { jar, fetch: fetchAlone }),
    }
  }

  async function signIn() {
    const member = await createDesigner(db)
    const browser = visit()
    await browser.site.call(api.auth.login, { username: member.username, password: testPassword })
    return { ...browser, member }
  }

  const statusOf = (call: Promise<unknown>) =>
    call.then(
      () => 200,
      (error: unknown) => (error instanceof CallError ? error.status : Promise.reject(error)),
    )

  test('a session opened at one process works at the other with its CSRF token, and ends there when it is ended here', async () => {
    const { designer_id, username } = await createDesigner(db)
    const { logo_id } = await createLogo(db)
    const { jar, first, second, site } = visit()
    await first.call(api.auth.login, { username, password: testPassword })
    // The token is still the first process's, because this one has not answered yet.
    expect(await second.call(api.logos.like, { logo_id, state: 1 })).toMatchObject({ like_ct: 1 })
    expect(await site.call(api.logos.like, { logo_id, state: 0 })).toMatchObject({ like_ct: 0 })
    expect(await second.call(api.auth.check, {})).toMatchObject({ designerId: designer_id })
    const stolen = visit(new Map(jar))
    await second.call(api.auth.logout, {})
    expect(await statusOf(stolen.first.call(api.logos.like, { logo_id, state: 1 }))).toBe(401)
    expect(await stolen.first.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
  })

  /** The results of forty messages by the contact form, sent at once; `send` sends the `i`th. */
  async function sendForty(
    send: (i: number, path: string, options: RequestOptions, body: string) => Promise<Response>,
  ) {
    await untilWindowLasts(3600)
    const tokens = await ask('/api/auth/check')
    const cookie = tokens.headers.getSetCookie().map(c => c.split(';')[0]!)
    const csrftoken = cookie.find(c => c.startsWith('__Host-csrftoken='))!.split('=')[1]!
    const headers = {
      'content-type': 'application/json',
      'x-csrftoken': csrftoken,
      cookie: cookie.join('; '),
    }
    const message = { name: 'Ada', subject: 'General Contact', message: 'Hello' }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        send(
          i,
          api.contact.send.path,
          { method: 'POST', headers },
          JSON.stringify({ ...message, email: `visitor${i}@example.com` }),
        ),
      ),
    )
    return answers.map(answer => answer.status).toSorted()
  }
  const tenOfForty = [...Array(10).fill(200), ...Array(30).fill(429)]

  test('a limit counts over both processes', async () => {
    const statuses = await sendForty((i, path, { headers, ...options }, body) =>
      fetch(servers[i % 2]!.origin + path, {
        ...(options as RequestInit),
        headers: { ...(headers as Record<string, string>), 'x-forwarded-for': '203.0.113.9' },
        body,
      }),
    )
    expect(statuses).toEqual(tenOfForty)
  })

  test('a limit counts by the address that nginx sees, not by headers of the client', async () => {
    const statuses = await sendForty((i, path, { headers, ...options }, body) => {
      const claims = {
        'x-forwarded-for': `198.51.100.${i}`,
        'x-real-ip': '::1',
        forwarded: `for=198.51.100.${i}`,
      }
      const said = { ...(headers as Record<string, string>), ...claims }
      return ask(path, { ...options, localAddress: '127.0.0.2', headers: said }, body)
    })
    expect(statuses).toEqual(tenOfForty)
    const keys = await db.selectFrom('limit_count').where('key', 'like', 'contact:%').select('key').execute()
    expect(keys.map(({ key }) => key).toSorted()).toEqual([
      'contact:address:127.0.0.2',
      'contact:address:203.0.113.9',
    ])
  })

  test('each of many mails is sent once', async () => {
    const readers = () => post.received.flatMap(letter => letter.to).filter(to => to.startsWith('reader'))
    for (let i = 0; i < 60; i++)
      await enqueueMail(db, {
        kind: 'test',
        dedupeKey: String(i),
        to: `reader${i}@example.com`,
        subject: 'Hello',
        blocks: [{ type: 'heading', text: 'Hello' }],
      })
    await vi.waitFor(() => expect(new Set(readers()).size).toBe(60), { timeout: 60_000 })
    expect(readers()).toHaveLength(60)
    const claimed = await db
      .selectFrom('mail')
      .where('kind', '=', 'test')
      .where('attempts', '=', 1)
      .select('mail_id')
      .execute()
    expect(claimed).toHaveLength(60)
  })

  test('start-up jobs of both processes run once: a member gets one mail about the end of the membership', async () => {
    const told = () => post.received.filter(letter => letter.to.includes(endingMember.email))
    await vi.waitFor(() => expect(told()).toHaveLength(1), { timeout: 60_000 })
    const done = await db.selectFrom('setting').where('name', '=', 'reminded').select('name').execute()
    expect(done).toHaveLength(1)
  })

  /**
   * A browser's EventSource: over HTTP/2, as nginx offers it to browsers. `rung` waits until there were `n`
   * notifications.
   */
  async function openStream(jar: Map<string, string>) {
    const session = connectHttp2(proxy.origin, { ca: proxy.certificate })
    const started = performance.now()
    const stream = session.request({
      ':path': activityStream,
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    })
    let status = 0
    stream.on('response', headers => (status = headers[':status']!))
    const rings: number[] = []
    const ended = new Promise<void>((resolve, reject) => {
      stream.on(
        'data',
        (chunk: Buffer) => chunk.includes('data: news') && rings.push(performance.now() - started),
      )
      stream.on('end', resolve)
      stream.on('error', reject)
    }).finally(() => session.close())
    ended.catch(() => {})
    const rung = (n: number) =>
      vi.waitFor(() => expect(rings.length).toBeGreaterThanOrEqual(n), { timeout: 20_000, interval: 5 })
    await rung(1)
    expect(status).toBe(200)
    return { rings, rung, ended, close: () => stream.close() }
  }

  /** While `work` runs, nginx sends everything to the first process. */
  async function withSecondAside(work: () => Promise<void>) {
    const move = (isDown: boolean) =>
      setDown({ path: proxy.site, reload: proxy.reload, restart: () => {} }, ports[1], isDown)
    await move(true)
    try {
      await work()
    } finally {
      await move(false)
    }
  }

  test('a stream through nginx to one process is notified at once of events at the other, and ends with the session', async () => {
    await withSecondAside(async () => {
      const { jar, second, member } = await signIn()
      const { logo_id } = await createLogo(db, { designer_id: member.designer_id })
      const fan = await signIn()
      const stream = await openStream(jar)
      // Buffered, it would come with a heartbeat after 25 s at the earliest.
      expect(stream.rings[0]).toBeLessThan(15_000)
      const before = stream.rings.length
      const liked = performance.now()
      await fan.second.call(api.logos.like, { logo_id, state: 1 })
      await stream.rung(before + 1)
      expect(performance.now() - liked).toBeLessThan(15_000)
      expect(await second.call(api.designers.unseenActivity, {})).toEqual({ unseen: 1 })
      await second.call(api.auth.logout, {})
      await stream.ended
    })
  })

  test('a gift card sent to both processes at once is redeemed once', async () => {
    const [card] = await createGiftCards(db, secret, {
      count: 1,
      term_months: 12,
      note: '',
      expires_at: null,
      now: new Date(),
    })
    const buyers = await Promise.all(Array.from({ length: 6 }, () => signIn()))
    const redeemed = await Promise.all(
      buyers
        .flatMap(({ first, second }) => [first, second])
        .map(({ call }) => statusOf(call(api.membership.giftCard, { gift_card_code: card!.code }))),
    )
    expect(redeemed.filter(status => status === 200)).toHaveLength(1)
    const grants = await db
      .selectFrom('membership_grant')
      .where('source', '=', 'gift_card')
      .select('designer_id')
      .execute()
    expect(grants).toHaveLength(1)
  })

  test('a picture uploaded to one process is served by the other, as immutable', async () => {
    const { site } = await signIn()
    // 250 kB, so nginx buffers it on its own disk until it is complete.
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: '#000', noise } })
    const file_base64 = (await picture.png().toBuffer()).toString('base64')
    expect(file_base64.length).toBeGreaterThan(200_000)
    const { image } = await site.call(api.logos.submit, { logo: 'Mark', logotype: 'Symbol', file_base64 })
    for (const origin of [servers[0]!.origin, servers[1]!.origin, proxy.origin]) {
      const shown = await fetch(origin + imageUrl(image, 320))
      expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
        200,
        'image/webp',
        'public, max-age=31536000, immutable',
      ])
      expect(
        Buffer.from(await shown.arrayBuffer())
          .subarray(8, 12)
          .toString(),
      ).toBe('WEBP')
    }
  })

  test('responses are compressed once: texts by the program, pictures not at all', async () => {
    const home = await ask('/')
    const script = /\/assets\/[^"']+\.js/.exec(await home.text())![0]
    for (const path of ['/api/openapi.json', '/', script])
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
        [undefined, (body: Buffer) => body],
      ] as const) {
        const headers = encoding ? { 'accept-encoding': encoding } : {}
        const answer = await ask(path, { headers })
        expect(answer.headers.get('content-encoding')).toBe(encoding ?? null)
        const text = unpack(Buffer.from(await answer.arrayBuffer())).toString()
        if (path === '/api/openapi.json') expect(JSON.parse(text)).toHaveProperty('openapi')
        else expect(text).toMatch(path === script ? /import|function|=>/ : /<!doctype html>/i)
      }
  })

  test('http redirects to https, and the answer has each security header once', async () => {
    const plain = await fetch(`${proxy.plainOrigin}/logos?x=1`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([301, `${proxy.origin}/logos?x=1`])
    const { headers } = await ask('/')
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+; includeSubDomains$/)
    expect([headers.get('x-frame-options'), headers.get('server')]).toEqual(['DENY', 'nginx'])
  })

  describe('answers to visitors are cached for a second', () => {
    /** Who answered: an answer out of the cache carries the name of the request that it was made for. */
    const nameOf = (answer: Response) => answer.headers.get('x-request-id')
    const opened = { 'sec-fetch-dest': 'document' }
    const cookiesOf = (jar: Map<string, string>) =>
      [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

    /** Asks twice in a row, until both come within a second; whether they were given the same answer. */
    async function isKept(path: string, headers: Record<string, string>, second = headers) {
      for (;;) {
        const began = performance.now()
        const answers = [await ask(path, { headers }), await ask(path, { headers: second })] as const
        if (performance.now() - began < 800) return nameOf(answers[0]) === nameOf(answers[1])
      }
    }

    /** Asks twice, again where the first answer was an older one whose second ended before the other request. */
    const expectKept = (path: string, headers: Record<string, string>) =>
      vi.waitFor(async () => expect([path, await isKept(path, headers)]).toEqual([path, true]), {
        timeout: 30_000,
      })

    test('a page, Fresh, a profile and a picture are reused for the next visitor, for a second', async () => {
      const { logo_id, designer_id } = await createLogo(db)
      const { slug } = await db
        .selectFrom('designer')
        .where('designer_id', '=', designer_id)
        .select('slug')
        .executeTakeFirstOrThrow()
      const { site } = await signIn()
      const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: '#c00' } })
      const file_base64 = (await picture.png().toBuffer()).toString('base64')
      const own = await site.call(api.logos.submit, { logo: 'Mark', logotype: 'Symbol', file_base64 })
      for (const path of [
        '/',
        '/about',
        `/designers/${slug}`,
        '/api/logos/fresh?page=1',
        `/api/designers/profile?folder_url=${slug}`,
        `/api/logos/comments?logo_id=${logo_id}`,
      ])
        await expectKept(path, opened)
      // A picture carries no name.
      const shown = async () => {
        await ask(imageUrl(own.image, 320))
        return readFile(join(folder, 'access.log'), 'utf8')
      }
      await vi.waitFor(async () => expect(await shown()).toContain(`${imageUrl(own.image, 320)}" 200`), {
        timeout: 30_000,
      })
      await vi.waitFor(
        async () => expect(await shown()).toMatch(new RegExp(`${imageUrl(own.image, 320)}" 200 .* HIT -\n`)),
        { timeout: 30_000 },
      )
      const before = nameOf(await ask('/', { headers: opened }))
      await vi.waitFor(async () => expect(nameOf(await ask('/', { headers: opened }))).not.toBe(before), {
        timeout: 30_000,
        interval: 100,
      })
      // Each is given the form it can read.
      expect(await isKept('/', opened, { ...opened, 'accept-encoding': 'br' })).toBe(false)
      expect(await isKept('/', opened, {})).toBe(false)
      // The program answers these without a first screen.
      expect(await isKept('/', { 'sec-fetch-dest': 'DOCUMENT' }, opened)).toBe(false)
      const named = await ask('/', { headers: opened })
      expect([named.headers.get('x-accel-expires'), named.headers.getSetCookie()]).toEqual([null, []])
    })

    test('a caller with a session or other cookie neither gets a cached answer nor fills the cache', async () => {
      const { jar, site, member } = await signIn()
      const cookie = cookiesOf(jar)
      for (const path of ['/', '/api/logos/fresh?page=1'])
        for (const own of [
          { cookie },
          { cookie: '__Host-session=unknown' },
          { cookie: 'theme=dark; __Host-last_write=0/0' },
          { authorization: 'Bearer x' },
        ] as Record<string, string>[]) {
          const theirs = { ...opened, ...own }
          for (const [first, second] of [
            [theirs, theirs],
            [opened, theirs],
            [theirs, opened],
          ] as const)
            expect([path, first, second, await isKept(path, first, second)]).toEqual([
              path,
              first,
              second,
              false,
            ])
        }
      const { company } = await db
        .selectFrom('designer')
        .where('designer_id', '=', member.designer_id)
        .select('company')
        .executeTakeFirstOrThrow()
      const page = async (headers: Record<string, string>) =>
        (await ask('/', { headers: { ...opened, ...headers } })).text()
      expect(await page({ cookie })).toContain(company)
      await site.call(api.auth.logout, {})
      // The browser keeps its other cookies.
      const left = cookiesOf(jar)
      expect(left).not.toContain('session')
      expect(await page({ cookie: left })).not.toContain(company)
      await expectKept('/', { ...opened, cookie: left })
    })

    test('errors, counted views, answers with a cookie and addresses with a token are not cached', async () => {
      const { logo_id } = await createLogo(db)
      for (const path of [
        '/logo/2000000000',
        '/api/logos/related?logo_id=2000000000',
        '/api/logos/fresh?page=x',
        '/api/logos/fresh?page=99',
        '/images/none.webp',
        '/none.txt',
        '/api/auth/check',
        `/logo/${logo_id}`,
        `/api/logos?logo_id=${logo_id}`,
        '/password-reset?token=x',
      ])
        expect([path, await isKept(path, opened)]).toEqual([path, false])
    })

    test('a visitor without a cookie can write: the token is requested first', async () => {
      const { jar, site } = visit()
      await site.send({ method: 'GET', url: '/' })
      expect([...jar]).toEqual([])
      const message = {
        name: 'Ada',
        email: 'newcomer@example.com',
        subject: 'General Contact',
        message: 'Hello',
      } as const
      const body = { ...message }
      const refused = await site.send({ method: 'POST', url: api.contact.send.path, body })
      expect([refused.status, (await refused.json()).code]).toEqual([403, 'csrf'])
      await db.deleteFrom('limit_count').where('key', 'like', 'contact:%').execute()
      await site.call(api.contact.send, message)
      expect(jar.has('__Host-csrftoken')).toBe(true)
      await expectKept('/', { ...opened, cookie: cookiesOf(jar) })
    })

    test('a crowd of equal requests reaches the program once a second', async () => {
      const crowd = () => Promise.all(Array.from({ length: 40 }, () => ask('/fresh/2', { headers: opened })))
      await crowd()
      const answers = await crowd()
      expect(answers.filter(answer => answer.status !== 200)).toEqual([])
      expect(new Set(answers.map(nameOf)).size).toBeLessThanOrEqual(3)
    })
  })

  test('a body over every limit is refused with a message', async () => {
    const { site } = await signIn()
    const file_base64 = 'a'.repeat(8_000_000)
    const refused = site.call(api.logos.submit, { logo: 'Mark', logotype: 'Symbol', file_base64 })
    await expect(refused).rejects.toMatchObject({ status: 413, body: { error: 'That is too large.' } })
  })

  test('a picture to search by may have 11 MB as base64, and a vector original 20 MB: the program gets them', async () => {
    const { site, jar } = await signIn()
    const searched = site.call(api.look.similarToPicture, { file_base64: 'a'.repeat(10_000_000) })
    await expect(searched).rejects.toMatchObject({
      status: 400,
      body: { errors: { file_base64: expect.any(String) } },
    })
    const headers = {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-csrftoken': jar.get('__Host-csrftoken')!,
      'content-type': 'application/octet-stream',
    }
    const path = '/api/logos/vector?logo_id=2000000000&filename=a.svg'
    const send = async (length: number) => {
      const answer = await ask(path, { method: 'PUT', headers }, 'a'.repeat(length))
      return [answer.status, await answer.json()]
    }
    expect(await send(19_000_000)).toEqual([415, { error: 'Please choose an SVG, PDF, EPS or AI file.' }])
    expect(await send(20_000_001)).toEqual([413, { error: 'That is too large.' }])
  })

  /** Members who read and write through nginx until `stop`; records the result of each request. */
  async function keepBusy(readers: number, writers: number) {
    const { logo_id } = await createLogo(db)
    const reads: number[] = []
    const writes: { comment: string; status: number }[] = []
    let isStopped = false
    const read = async () => {
      const { site } = await signIn()
      for (let turn = 0; !isStopped; turn++) {
        const url = ['/api/logos/fresh?page=1', '/api/auth/check', '/', `/api/logos?logo_id=${logo_id}`][
          turn % 4
        ]!
        const answer = await site.send({ method: 'GET', url }).catch(() => undefined)
        await answer?.arrayBuffer()
        reads.push(answer?.status ?? 0)
      }
    }
    const write = async (_: unknown, writer: number) => {
      const { site } = await signIn()
      for (let turn = 0; !isStopped; turn++) {
        // More than the limit of ten minutes.
        if (turn % 20 === 0)
          await db.deleteFrom('limit_count').where('key', 'like', 'write:comments:%').execute()
        const comment = `${writer} says ${turn}`
        const answer = await site
          .send({ method: 'POST', url: api.logos.addComment.path, body: { logo_id, comment } })
          .catch(() => undefined)
        writes.push({ comment, status: answer?.status ?? 0 })
        await sleep(5)
      }
    }
    const work = Promise.all([
      ...Array.from({ length: readers }, read),
      ...Array.from({ length: writers }, write),
    ])
    /** Resolves after fifty more reads and writes. */
    const more = async () => {
      const [read, written] = [reads.length, writes.length]
      await vi.waitFor(
        () => expect(Math.min(reads.length - read, writes.length - written)).toBeGreaterThan(50),
        { timeout: 60_000 },
      )
    }
    await more()
    return {
      reads,
      writes,
      more,
      async stop() {
        isStopped = true
        await work
        const rows = await db.selectFrom('comment').where('logo_id', '=', logo_id).select('comment').execute()
        return rows.map(row => row.comment)
      },
    }
  }

  test('kill -9 of one process fails no read, loses no acknowledged write, and repeats none', async () => {
    const busy = await keepBusy(4, 4)
    const killedAt = busy.writes.length
    await endServer(servers[0]!, 'SIGKILL')
    await busy.more()
    const during = busy.writes.length
    await startServer(0)
    // nginx sends to it again.
    await vi.waitFor(() => expect(servers[0]!.output()).toContain(api.logos.addComment.path), {
      timeout: 60_000,
    })
    const comments = await busy.stop()
    expect(busy.reads.filter(status => status !== 200)).toEqual([])
    expect(busy.writes.length).toBeGreaterThan(during)
    expect(during).toBeGreaterThan(killedAt)
    expect(new Set(comments).size).toBe(comments.length)
    const acknowledged = busy.writes.filter(write => write.status === 200).map(write => write.comment)
    expect(acknowledged.filter(comment => !comments.includes(comment))).toEqual([])
    // The outcome of requests in progress is unknown, so nginx does not retry them.
    const failed = busy.writes.filter(write => write.status !== 200)
    expect(failed.length).toBeLessThanOrEqual(8)
    expect(failed.filter(write => write.status !== 503)).toEqual([])
  }, 240_000)

  test('a rolling restart fails no request', async () => {
    const busy = await keepBusy(4, 4)
    const exits: (number | null)[] = []
    const restart = async (port: number) => {
      const which = ports[0] === port ? 0 : 1
      await endServer(servers[which]!, 'SIGTERM')
      exits.push(servers[which]!.process.exitCode)
      await startServer(which)
    }
    await restartAll({ path: proxy.site, reload: proxy.reload, restart }, ports)
    await busy.more()
    const comments = await busy.stop()
    expect(exits).toEqual([0, 0])
    expect(busy.reads.filter(status => status !== 200)).toEqual([])
    expect(busy.writes.filter(write => write.status !== 200)).toEqual([])
    expect(comments.toSorted()).toEqual(busy.writes.map(write => write.comment).toSorted())
  }, 240_000)

  test('an event stream open during a rolling restart reconnects and misses nothing', async () => {
    const { jar, site, member } = await signIn()
    const { logo_id } = await createLogo(db, { designer_id: member.designer_id })
    const fan = await signIn()
    const unseen: number[] = []
    let streams = 0
    let isLeft = false
    /** Like a page: fetches the count at each notification, and reopens its stream a while after that has ended. */
    const page = (async () => {
      while (!isLeft) {
        const stream = await openStream(jar)
        streams++
        let isOver = false
        const ended = stream.ended.then(() => (isOver = true))
        for (let heard = 0; !isOver && !isLeft; await Promise.race([ended, sleep(20)])) {
          if (heard === stream.rings.length) continue
          heard = stream.rings.length
          unseen.push((await site.call(api.designers.unseenActivity, {})).unseen)
        }
        stream.close()
        if (!isLeft) await sleep(1500)
      }
    })()
    let comments = 0
    const restart = async (port: number) => {
      const which = ports[0] === port ? 0 : 1
      await endServer(servers[which]!, 'SIGTERM')
      // No one listens at this moment if the stream was at this process.
      const other = which ? fan.first : fan.second
      await other.call(api.logos.addComment, { logo_id, comment: `The ${++comments}th` })
      await startServer(which)
    }
    await restartAll({ path: proxy.site, reload: proxy.reload, restart }, ports)
    await vi.waitFor(() => expect(unseen.at(-1)).toBe(2), { timeout: 30_000 })
    isLeft = true
    await page
    expect(streams).toBeGreaterThan(1)
  }, 240_000)

  test.skipIf(!canRunS3Store)(
    'an unreachable store leaves the site ready, and a picture answers with an error',
    async () => {
      await store!.close()
      const started = performance.now()
      expect((await fetch(`${servers[0]!.origin}/readyz`)).status).toBe(200)
      expect(performance.now() - started).toBeLessThan(5000)
      const shown = await fetch(proxy.origin + imageUrl('0'.repeat(32), 320))
      expect([shown.status, shown.headers.get('cache-control'), shown.headers.get('retry-after')]).toEqual([
        503,
        'no-store',
        '5',
      ])
    },
  )
})

test('payments that two processes find at once are charged once each, and extend the membership once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-ledger-'))
  const database = await createTestDatabase()
  const { db, close } = connect(database.url)
  const start = () => runServer(folder, { DATABASE_URL: database.url })
  let running: RunningServer[] = []
  try {
    const first = await start()
    running = [first]
    const users = Array.from({ length: 6 }, () => makeUser())
    for (const user of users) {
      const { call } = httpClient(first.origin)
      const { subscriptionID } = await call(api.membership.createIntent, { user, isNew: true })
      await fetch(`${first.origin}/__paypal/__sandbox/approve`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ subscription: subscriptionID }),
      })
    }
    // None is settled yet; soon after their start, both new processes do.
    await endServer(first, 'SIGKILL')
    running = await Promise.all([start(), start()])
    const grants = () =>
      db.selectFrom('membership_grant').select(['designer_id', 'source_reference']).execute()
    await vi.waitFor(async () => expect(await grants()).toHaveLength(users.length), {
      timeout: 90_000,
      interval: 200,
    })
    // A process that stops finishes its work first, so both are done with theirs.
    for (const server of running) await endServer(server, 'SIGTERM')
    running = []
    const charged = await db
      .selectFrom('payment_sandbox')
      .where('kind', '=', 'subscription')
      .select('value')
      .execute()
    const sales = charged.flatMap(row => (row.value as { transactions: { id: string }[] }).transactions)
    expect(sales).toHaveLength(users.length)
    const granted = await grants()
    expect(granted.map(grant => grant.source_reference).toSorted()).toEqual(
      sales.map(sale => sale.id).toSorted(),
    )
    expect(new Set(granted.map(grant => grant.designer_id)).size).toBe(users.length)
    const welcomes = await db
      .selectFrom('mail')
      .select(({ fn }) => ['kind', 'to_address', fn.countAll<number>().as('n')])
      .where(
        'to_address',
        'in',
        users.map(user => user.email),
      )
      .groupBy(['kind', 'to_address'])
      .execute()
    expect(welcomes.length).toBeGreaterThanOrEqual(users.length)
    expect(welcomes.filter(mail => mail.n > 1)).toEqual([])
  } finally {
    for (const server of running) await endServer(server, 'SIGTERM')
    await close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}, 240_000)
