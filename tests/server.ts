import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { buildApp } from '../server/app.ts'
import { loadConfig } from '../server/config.ts'
import { makeColorIndex } from '../server/db/color-index.ts'
import { poolOf, type TimedPool } from '../server/db/connect.ts'
import { listen } from '../server/db/listen.ts'
import { openLookIndex } from '../server/db/look-index.ts'
import { openPools } from '../server/db/pools.ts'
import { sandboxStore } from '../server/db/sandbox-store.ts'
import { makeKeywordCache } from '../server/features/logos/related.ts'
import { makeCookies } from '../server/http/cookies.ts'
import { endpoints } from '../server/http/dev/openapi.ts'
import { isFault, isLost } from '../server/http/errors.ts'
import { countInValkey } from '../server/http/limits.ts'
import { openSession } from '../server/http/session.ts'
import { makeLogger } from '../server/logger.ts'
import { wordpressBlog } from '../server/outside/blog.ts'
import { openCardDrawer } from '../server/outside/cards/drawer.ts'
import { localFiles } from '../server/outside/files.ts'
import type { SandboxStore } from '../server/outside/paypal-sandbox/store.ts'
import { connectSandbox } from '../server/outside/provider.ts'
import { openValkey } from '../server/outside/valkey.ts'
import { CallError, makeCall } from '../shared/endpoint.ts'

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
export type Client = ReturnType<TestServer['visit']>

/** Vitest's own module is loaded only in its tests: the benchmark brings its database. */
const createOwnDatabase = async () => (await import('./test-database.ts')).createTestDatabase()

/**
 * The application over a database of its own, or over the one at `databaseUrl`, as another process on it; nothing is
 * shared with another test file. It sheds load where a test says so, and a page waits for its preview and answers for 30 s
 * unless a test sets `pagePatienceMs`. `store`: where the payment sandbox keeps what it
 * remembers, in place of the database.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  {
    databaseUrl,
    shedsLoad = false,
    store,
    ...options
  }: {
    webFolder?: string
    databaseUrl?: string
    shedsLoad?: boolean
    store?: SandboxStore
    pagePatienceMs?: number
  } = {},
) {
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await createOwnDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'colophon-files-'))
  const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder, ...env })
  const valkey = config.valkeyUrl
    ? openValkey(config.valkeyUrl, { warn: () => {}, say: () => {} })
    : undefined
  /** What was said about the replicas. */
  const replicaSays: string[] = []
  const hear = (words: string) => void replicaSays.push(words)
  const { db, readDb, replica, dedicatedPools, close } = openPools(database.url, {
    max: config.databasePool,
    onNews: valkey?.publishNews,
    replicas: { urls: config.replicaUrls, isFault, isLost, warn: hear, say: hear },
  })
  if (valkey) countInValkey(valkey, db, readDb, dedicatedPools.payments)
  if (!shedsLoad)
    for (const each of new Set([db, readDb, dedicatedPools.payments])) neverOverload(poolOf.get(each)!)
  const files = localFiles(join(folder, 'files'))
  /** Ahead of the real clock by this much; tests move it. */
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const { secret, publicUrl } = config
  const blog = config.blogApiUrl ? wordpressBlog(config.blogApiUrl, { now, warn: () => {} }) : undefined
  /** The provider of these tests: its messages are sent when the test says so. */
  const sandboxMemory = store ?? sandboxStore(db)
  const { payments, sandbox } = connectSandbox(
    config,
    { store: sandboxMemory, now, deliver: (headers, body) => deliver(headers, body) },
    { patience: { timeoutMs: 5000, pauseMs: 5, breakMs: 50 } },
  )
  const announcements = listen(database.url, valkey)
  const look = openLookIndex(database.url, announcements)
  const cards = openCardDrawer()
  const services = {
    db,
    readDb,
    replica,
    valkey,
    files,
    colors: makeColorIndex(),
    look,
    keywordCache: makeKeywordCache(now),
    cards,
    blog,
    now,
    hasDemoData: config.demo,
    secret,
    publicUrl,
    payments,
    backupEveryMs: config.backup?.everyMs,
  }
  const logger = makeLogger(config.logLevel)
  const app = await buildApp({
    config,
    services,
    dedicatedPools,
    sandbox,
    logger,
    announcements,
    pagePatienceMs: 30_000,
    ...options,
  })
  holdToContract(app)
  async function deliver(headers: Record<string, string>, payload: string) {
    return (await app.inject({ method: 'POST', url: '/api/payments/webhook', headers, payload })).statusCode
  }
  const cookies = makeCookies(config)

  /** A browser: keeps cookies, repeats the CSRF token, and calls through the contract. */
  function visit() {
    const jar: Record<string, string> = {}
    async function send(request: {
      method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
      url: string
      body?: unknown
      headers?: Record<string, string>
    }): Promise<LightMyRequestResponse> {
      const response = await app.inject({
        method: request.method,
        url: request.url,
        headers: { ...(csrfOf(jar) && { 'x-csrftoken': csrfOf(jar) }), ...request.headers },
        cookies: jar,
        ...(request.body !== undefined && { payload: request.body as object }),
      })
      for (const { name, value } of response.cookies) {
        if (value) jar[name] = value
        else delete jar[name]
      }
      return response
    }
    const call = makeCall(async request => {
      if (request.method !== 'GET' && !csrfOf(jar)) await send({ method: 'GET', url: '/api/auth/check' })
      const response = await send(request)
      return { status: response.statusCode, body: response.json() }
    })
    return { jar, send, call }
  }

  /** A browser in which this designer is signed in. */
  async function signIn({ designer_id }: { designer_id: number }) {
    const client = visit()
    client.jar[cookies.sessionName] = await openSession(
      db,
      designer_id,
      { userAgent: '', address: '' },
      now(),
    )
    await client.send({ method: 'GET', url: '/api/auth/check' })
    return client
  }

  return {
    app,
    db,
    databaseUrl: database.url,
    files,
    services,
    dedicatedPools,
    clock,
    sandbox,
    sandboxMemory,
    replicaSays,
    visit,
    signIn,
    async close() {
      await app.close()
      await look.close()
      cards.close()
      await announcements.close()
      await valkey?.close()
      await close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Lets callers wait as long as a busy machine needs, where the program would refuse calls after half a second of queueing. */
function neverOverload(pool: TimedPool) {
  pool.options.connectionTimeoutMillis = 30_000
  Object.defineProperty(pool, 'queue', { value: { queuedSinceMs: 0, oldestWaitMs: 0 } })
}

/**
 * Waits, at the end of a rate limit's fixed window, until the next one begins: a test that reaches the limit needs its calls
 * to be in one window.
 */
export async function untilWindowLasts(seconds: number) {
  const leftMs = seconds * 1000 - (Date.now() % (seconds * 1000))
  if (leftMs < Math.min(20_000, seconds * 250)) await sleep(leftMs)
}

/** The token for the header, under the name that the cookie has over http or https. */
const csrfOf = (jar: Record<string, string>) => jar.csrftoken ?? jar['__Host-csrftoken']

/**
 * Every answer in every test equals what the contract allows, with no other fields, whether we or the database wrote
 * it.
 */
function holdToContract(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    const { url } = request.routeOptions
    const found = endpoints.find(({ endpoint: e }) => e.path === url && e.method === request.method)
    if (!found || reply.statusCode !== 200) return payload
    const body: unknown = JSON.parse(String(payload))
    assert.deepEqual(z.parse(found.endpoint.output, body), body)
    return payload
  })
}

/** Repeats a call while load is shed, as clients do: 503 says that nothing was done. */
export async function untilNotBusy<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof CallError && error.status === 503)) throw error
      await sleep(100)
    }
  }
}

/** The status and body a call was refused with. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    await call
  } catch (error) {
    const { status, body } = error as { status?: number; body?: Record<string, unknown> }
    if (status !== undefined && body) return { status, body }
    throw error
  }
  throw new Error('The call was not refused')
}
