import { createHash, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Db, poolOf, type TimedPool } from '../../db/connect.ts'
import { queues } from '../../http/load.ts'
import { isForwarded, isLoopbackRequest } from '../../lib/loopback.ts'
import type { Services } from '../../services.ts'
import { countMembersByState } from '../members/queries.ts'
import { type Figures, findFigures, findLargeFigures, type LargeFigures } from './queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the answer began, in milliseconds after the request, where it is a stream. */
    streamedAfterMs?: number
  }
}

/** Seconds: from what a cached answer takes to the longest that a proxy waits. */
const durations = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** How long the figures of the database are used again: several scrapers cost as much as one. */
const figuresMs = 10_000
/** The same for what is counted in large tables. */
const largeMs = 60_000

const help: Record<keyof Figures, string> = {
  mails_queued: 'Mails that wait or are being sent',
  mails_dead: 'Mails of the last seven days that could not be delivered',
  mail_delay_seconds: 'How long the oldest mail that is not sent yet has waited',
  webhooks_waiting: 'Messages of the payment provider that are not processed',
  attention_open: 'Cases of the ledger that need a decision',
  reports_open: 'Reports that need a decision',
  appeals_open: 'Appeals that need a decision',
  pictures_waiting: 'Pictures whose derivatives are not made yet',
  palettes_waiting: 'Logos whose colors are not found yet',
  last_backup_timestamp_seconds: 'When the last proved backup was begun; 0 without one',
  last_backup_missing_pictures: 'Pictures of logos that the store did not have then',
  backup_failure_timestamp_seconds:
    'When the last attempt at a backup failed; 0 unless no later one succeeded',
  wal_archiving_failed: '1 while the archiving of WAL by PostgreSQL fails',
}

const helpOfLarge: Record<keyof LargeFigures, string> = {
  looks_waiting: 'Logos that are not described for the search by look yet',
  sessions: 'Sessions that have not expired',
}

type Options = {
  services: Pick<Services, 'db' | 'readDb' | 'now' | 'backupEveryMs'>
  paymentsDb: Db
  /** Lets a scraper in from elsewhere; undefined: only from this machine. */
  token: string | undefined
}

/**
 * Serves `/metrics` in the text format of Prometheus, on this machine or to who has the token; to all others it does not exist. No
 * label names a member: routes are patterns.
 */
export function serveMetrics(app: FastifyInstance, { services, paymentsDb, token }: Options) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'colophon_request_seconds',
    help: 'Time until an answer was sent, or began where it is a stream, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: durations,
    registers,
  })
  const shed = new Counter({
    name: 'colophon_shed_total',
    help: 'Requests that were refused because a queue was full: of a pool (reads: also of one to a replica), or of heavy work (passwords, files, searches by look, sheets, cards)',
    labelNames: ['queue'],
    registers,
  })
  // From 0: the first one is a rise.
  for (const queue of queues) shed.inc({ queue }, 0)
  new Gauge({
    name: 'colophon_build',
    help: 'The version that runs',
    labelNames: ['version'],
    registers,
  }).set({ version: packageJson.version }, 1)
  new Gauge({
    name: 'colophon_backup_period_seconds',
    help: 'How often a scheduled backup is due; 0 where the program makes none',
    registers,
  }).set((services.backupEveryMs ?? 0) / 1000)
  const { db, readDb } = services
  addPools(registry, {
    calls: poolOf.get(db)!,
    ...(readDb !== db && { reads: poolOf.get(readDb)! }),
    payments: poolOf.get(paymentsDb)!,
  })
  addFigures(registry, services)

  // Of an answer that is streamed, until it begins: a download lasts as long as its reader takes, a stream of events for hours.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) request.streamedAfterMs = reply.elapsedTime
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const route = url ?? 'none'
    const ms = request.streamedAfterMs ?? reply.elapsedTime
    requests.observe({ route, method: request.method, status: reply.statusCode }, ms / 1000)
    if (request.shedBy) shed.inc({ queue: request.shedBy })
    done()
  })

  app.get('/metrics', { config: { quiet: true } }, async (request, reply) => {
    if (!isAdmitted(request, token)) return reply.code(404).type('text/plain').send('Not found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function addPools(registry: Registry, pools: Record<string, TimedPool>) {
  const registers = [registry]
  const labelNames = ['pool'] as const
  const entries = Object.entries(pools)
  const gauges: [name: string, help: string, read: (pool: TimedPool) => number][] = [
    ['connections', 'Connections that are open', pool => pool.totalCount],
    ['idle', 'Connections that are not in use', pool => pool.idleCount],
    ['waiting', 'Callers that wait for a connection', pool => pool.waitingCount],
    ['oldest_wait_seconds', 'How long the first of them has waited', pool => pool.queue.oldestWaitMs / 1000],
  ]
  for (const [name, help, read] of gauges)
    new Gauge({
      name: `colophon_pool_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        for (const [pool, each] of entries) this.set({ pool }, read(each))
      },
    })
}

/** Figures of the database. While it does not answer they are left out, and `colophon_database_up` is 0. */
function addFigures(registry: Registry, { readDb: db, now }: Options['services']) {
  const registers = [registry]
  const figures = remember(figuresMs, () => findFigures(db, now()))
  const largeFigures = remember(largeMs, () => findLargeFigures(db, now()))
  const members = remember(largeMs, () => countMembersByState(db, now()))
  new Gauge({
    name: 'colophon_database_up',
    help: '1 while the database answers',
    registers,
    async collect() {
      this.set((await figures()) ? 1 : 0)
    },
  })
  addGauges(registry, help, figures)
  addGauges(registry, helpOfLarge, largeFigures)
  new Gauge({
    name: 'colophon_members',
    help: 'Accounts by state',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      for (const { state, count } of (await members()) ?? []) this.set({ state }, count)
    },
  })
}

function addGauges<Name extends string>(
  registry: Registry,
  help: Record<Name, string>,
  read: () => Promise<Record<Name, number> | undefined>,
) {
  for (const [name, text] of Object.entries<string>(help))
    new Gauge({
      name: `colophon_${name}`,
      help: text,
      registers: [registry],
      async collect() {
        const found = await read()
        if (found) this.set(found[name as Name])
        // reset() would set it to 0, which would look like a figure.
        else this.remove()
      },
    })
}

/** Reads at most once in `forMs`; undefined while reading fails. Callers at the same time share one read. */
function remember<T>(forMs: number, read: () => Promise<T>): () => Promise<T | undefined> {
  let last: { at: number; value: Promise<T | undefined> } | undefined
  return () => {
    if (!last || performance.now() - last.at > forMs)
      last = { at: performance.now(), value: read().catch(() => undefined) }
    return last.value
  }
}

/** From this machine without any proxy, or with the token. */
function isAdmitted(request: FastifyRequest, token: string | undefined) {
  if (!isForwarded(request) && isLoopbackRequest(request)) return true
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined || given === undefined) return false
  // Of equal length, so that comparing them tells nothing of the token.
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
