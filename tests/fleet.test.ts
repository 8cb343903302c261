import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restartAll } from '../scripts/restart.ts'
import { connect } from '../server/db/connect.ts'
import { canRunFleet, type Fleet, type Node, startFleet, until } from './fleet.ts'
import { startUsing } from './fleet-acts.ts'
import { canRunProxy, startProxy } from './proxy.ts'
import { endServer, freePort, type RunningServer, runServer } from './running-server.ts'
import { thorough } from './thorough.ts'

// deploy/fleet on one machine. `npm test` kills the primary once; `npm run bench:money -- fleet.test` does everything, and `npm run bench -- fleet`
// kills it ten times, and with `--asynchronous` has no synchronous standby.

describe.runIf(canRunFleet && canRunProxy)('a fleet (left out where its programs are not installed)', () => {
  let fleet: Fleet
  let folder: string
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let ports: [number, number, number]
  /** Three of the web, one for each port, and a worker; in `npm test` one of the web. */
  const servers: RunningServer[] = []
  const worker = 3
  const all = thorough ? [0, 1, 2, worker] : [0]
  const startServer = async (which: number) => {
    servers[which] = await runServer(folder, {
      ...(which === worker ? { ROLE: 'worker' } : { ROLE: 'web', PORT: String(ports[which]) }),
      PUBLIC_URL: proxy.origin,
      TRUST_PROXY: '127.0.0.1',
      PAYMENT_SANDBOX: '0',
      ...fleet.settings,
    })
  }
  const restartServer = async (which: number) => {
    await endServer(servers[which]!, 'SIGTERM')
    expect(servers[which]!.process.exitCode).toBe(0)
    await startServer(which)
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'colophon-fleet-program-'))
    fleet = await startFleet()
    await fleet.untilWhole()
    ports = [await freePort(), await freePort(), await freePort()]
    proxy = await startProxy(folder, ports, { isPlain: true })
    for (const which of all) await startServer(which)
  }, 400_000)
  afterAll(async () => {
    for (const server of servers) await endServer(server, 'SIGTERM')
    await proxy?.close()
    await fleet?.stop()
    await rm(folder, { recursive: true, force: true })
  }, 120_000)

  test.runIf(thorough)(
    'a rolling restart of all processes behind nginx fails no request',
    async () => {
      const using = await startUsing(fleet, proxy.origin)
      const more = async () => {
        const before = using.seen.writtenAt.length
        await until('a hundred writes', async () => using.seen.writtenAt.length >= before + 100)
      }
      await more()
      const restart = (port: number) => restartServer(ports.indexOf(port))
      await restartAll({ path: proxy.site, reload: proxy.reload, restart }, ports)
      await restartServer(worker)
      await more()
      await using.stop()
      const found = await using.results()
      const { refused, resent } = using.seen
      process.stdout.write(`rolling restart: ${JSON.stringify({ ...found, resent })}\n`)
      expect(refused).toBe(0)
      expect(resent).toBeLessThanOrEqual(found.acknowledged / 100)
      expect(found).toMatchObject({
        lost: 0,
        twice: 0,
        miscounted: 0,
        stale: 0,
        unacknowledged: 0,
        unchecked: 0,
      })
      expect(found.checked).toBeGreaterThanOrEqual(40)
      for (const { answered, all } of Object.values(found.reads)) {
        expect(answered).toBe(all)
        expect(all).toBeGreaterThanOrEqual(100)
      }
    },
    300_000,
  )

  test.runIf(thorough)(
    'Valkey, PgBouncer, a process of the web and the worker are killed in turn: nothing acknowledged is lost, reads go on, and news come again',
    async () => {
      const using = await startUsing(fleet, proxy.origin)
      // Of the process that is killed, too.
      const news = using.watchNews(servers[0]!.origin)
      const killServer = (which: number) => ({
        kill: () => endServer(servers[which]!, 'SIGKILL'),
        start: () => startServer(which),
      })
      const acts = {
        Valkey: { kill: () => fleet.valkey.stop(), start: () => fleet.valkey.start() },
        PgBouncer: fleet.pooler,
        web: killServer(0),
        worker: killServer(worker),
      }
      const found: Record<string, { writesMs: number; newsMs: number }> = {}
      await until('a hundred writes', async () => using.seen.writtenAt.length >= 100)
      for (const [name, { kill, start }] of Object.entries(acts)) {
        await kill()
        // As systemd starts it again.
        await sleep(1000)
        await start()
        const started = performance.now()
        const since = () => performance.now() - started
        const [newsMs, writesMs] = await Promise.all([
          Promise.race([news.next(), sleep(30_000)]).then(since),
          until('a write', async () => using.seen.writtenAt.at(-1)! > started),
        ])
        found[name] = { writesMs: Math.round(writesMs), newsMs: Math.round(newsMs) }
        await sleep(2000)
      }
      await news.stop()
      await using.stop()
      const { rows, reads, ...results } = await using.results()
      process.stdout.write(`killed in turn: ${JSON.stringify({ ...found, ...results, reads })}\n`)
      expect(results).toMatchObject({ lost: 0, twice: 0, miscounted: 0, stale: 0 })
      expect(results.acknowledged).toBeGreaterThanOrEqual(200)
      for (const { newsMs, writesMs } of Object.values(found)) {
        expect(newsMs).toBeLessThan(6000)
        expect(writesMs).toBeLessThan(6000)
      }
      for (const { answered, all } of Object.values(reads)) {
        expect(all).toBeGreaterThanOrEqual(100)
        expect(answered / all).toBeGreaterThanOrEqual(0.99)
      }
    },
    300_000,
  )

  test('the primary is killed while members write: nothing acknowledged is lost, reads go on, the old one joins by itself', async () => {
    const using = await startUsing(fleet, servers[0]!.origin)
    await until('a hundred writes', async () => using.seen.writtenAt.length >= 100)
    const { pauseMs, readsOfOutage } = await using.killPrimary()
    await using.stop()
    const { rows, reads, ...found } = await using.results()
    process.stdout.write(
      `fleet: no write for ${Math.round(pauseMs)} ms; ${JSON.stringify({ ...found, rows, reads, readsOfOutage })}\n`,
    )
    expect(found).toMatchObject({ lost: 0, twice: 0, miscounted: 0, stale: 0 })
    expect(found.acknowledged).toBeGreaterThanOrEqual(150)
    expect(found.checked).toBeGreaterThanOrEqual(20)
    expect(found.checked / (found.checked + found.unchecked)).toBeGreaterThan(0.9)
    // Those under way at the killed server may fail; the others go to a replica. On a busy machine there are few reads in all.
    for (const { answered, all } of Object.values(readsOfOutage)) {
      expect(answered).toBeGreaterThan(0)
      expect(all - answered).toBeLessThanOrEqual(1 + all / 10)
    }
    expect(servers.map(({ process: child }) => child.exitCode)).toEqual(all.map(() => null))

    await fleet.untilWhole()
    const counts = async () =>
      Promise.all(
        fleet.replicaUrls.map(async url => {
          const { pool, close } = connect(url, { max: 1 })
          const counts = await pool.query<{ likes: number; comments: number }>(
            'select (select count(*)::int from logo_like) as likes, (select count(*)::int from comment) as comments',
          )
          await close()
          return counts.rows[0]!
        }),
      )
    await expect.poll(counts, { timeout: 60_000 }).toEqual([rows, rows, rows])
  }, 300_000)

  test.runIf(thorough)(
    'while both replicas hang for a minute, reads go on, writes wait until the primary goes on alone, and connections do not pile up',
    async () => {
      await fleet.untilWhole()
      const primary = await fleet.untilPrimary()
      const using = await startUsing(fleet, servers[0]!.origin)
      const { pool, close } = connect(fleet.urlOf(primary), { max: 1 })
      const countClients = async () => {
        const { rows } = await pool.query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'",
        )
        return rows[0]!.n
      }
      await until('a hundred writes', async () => using.seen.writtenAt.length >= 100)
      const clientsBefore = await countClients()
      const began = performance.now()
      const thaws = await Promise.all(fleet.nodes.filter(node => node !== primary).map(fleet.freeze))
      let mostClients = 0
      try {
        while (performance.now() - began < 60_000) {
          mostClients = Math.max(mostClients, await countClients())
          await sleep(1000)
        }
      } finally {
        for (const thaw of thaws) thaw()
      }
      const ended = performance.now()
      const written = using.seen.writtenAt.filter(at => at > began)
      await fleet.untilWhole()
      await using.stop()
      await close()
      const { rows, ...found } = await using.results()
      const longestGap = Math.max(...written.map((at, i) => at - (written[i - 1] ?? began)))
      const { member, visitor } = using.countReadsBetween(began, ended)
      process.stdout.write(
        `both replicas hang: ${JSON.stringify({ member, visitor, writes: written.length, longestGap, clientsBefore, mostClients, ...found })}\n`,
      )
      expect(found).toMatchObject({ lost: 0, twice: 0, miscounted: 0, stale: 0 })
      expect(found.checked).toBeGreaterThanOrEqual(100)
      for (const { all, answered } of [member, visitor]) {
        expect(all).toBeGreaterThanOrEqual(100)
        expect(answered).toBe(all)
      }
      // Patroni removes servers that say nothing from the synchronous ones after `ttl`.
      expect(longestGap).toBeGreaterThan(5000)
      expect(written.at(-1)! - began).toBeGreaterThan(50_000)
      expect(mostClients).toBeLessThanOrEqual(clientsBefore + 15)
    },
    300_000,
  )

  test.runIf(thorough)(
    'a primary that is killed after writing megabytes that no replica has received, of a transaction that did not end, is replaced',
    async () => {
      await fleet.untilWhole()
      const killed = await fleet.untilPrimary()
      const { pool, close } = connect(fleet.urlOf(killed), { statementTimeout: 0 })
      const killing = fleet.killPostgres(killed, 5000)
      // By now nothing is sent to the replicas.
      await sleep(1000)
      const writing = pool.query(
        `begin; create table unfinished as select repeat('x', 100) as text from generate_series(1, 100000)`,
      )
      await Promise.all([killing, writing.catch(() => {})])
      await fleet.untilPrimary(killed)
      await fleet.untilWhole()
      await close()
    },
    300_000,
  )

  test.runIf(thorough).each([
    { how: 'is killed', begin: (node: Node) => fleet.killPostgres(node).then(() => () => {}) },
    { how: 'hangs', begin: (node: Node) => fleet.freeze(node) },
  ])(
    'while the primary $how and is not replaced for 30 s, reads go on, and no write is acknowledged',
    async ({ how, begin }) => {
      await fleet.untilWhole()
      const primary = await fleet.untilPrimary()
      const using = await startUsing(fleet, servers[0]!.origin)
      await until('a hundred writes', async () => using.seen.writtenAt.length >= 100)
      const resumeFailover = await fleet.pauseFailover()
      const end = await begin(primary)
      const began = performance.now()
      await sleep(30_000)
      const ended = performance.now()
      end()
      await resumeFailover()
      await until(
        'a hundred writes again',
        async () => using.seen.writtenAt.filter(at => at > ended).length >= 100,
      )
      await using.stop()
      const { rows, reads, ...found } = await using.results()
      const { member, visitor } = using.countReadsBetween(began, ended)
      // What was committed before may be answered after the search for its position, which has its time limit.
      const written = using.seen.writtenAt.filter(at => at > began + 5000 && at < ended).length
      process.stdout.write(`the primary ${how}: ${JSON.stringify({ member, visitor, written, ...found })}\n`)
      expect(found).toMatchObject({ lost: 0, twice: 0, miscounted: 0, stale: 0 })
      expect(written).toBe(0)
      for (const { all } of [member, visitor]) expect(all).toBeGreaterThanOrEqual(100)
      expect(visitor.answered / visitor.all).toBeGreaterThanOrEqual(0.99)
      expect(member.answered / member.all).toBeGreaterThanOrEqual(0.95)
    },
    300_000,
  )
})
