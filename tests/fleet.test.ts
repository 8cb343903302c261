import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../server/db/connect.ts'
import { canRunFleet, type Fleet, startFleet, until } from './fleet.ts'
import { longestPause, startUsing } from './fleet-acts.ts'
import { endServer, type RunningServer, runServer } from './running-server.ts'
import { thorough } from './thorough.ts'

// deploy/fleet on one machine, by `npm run bench:money -- fleet.test`: three servers take minutes to start on a busy machine.
// `npm run bench -- fleet` does the same with ten kills, and asynchronously.

describe.runIf(thorough && canRunFleet)(
  'a fleet (left out of npm test, and where its programs are not installed)',
  () => {
    let fleet: Fleet
    let folder: string
    const servers: RunningServer[] = []
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'colophon-fleet-program-'))
      fleet = await startFleet()
      await fleet.untilWhole()
      for (const ROLE of ['web', 'worker'])
        servers.push(
          await runServer(folder, {
            ROLE,
            PAYMENT_SANDBOX: '0',
            DATABASE_URL: fleet.pooledUrl,
            DATABASE_REPLICA_URLS: fleet.replicaUrls.join(','),
            VALKEY_URL: fleet.valkey.url,
          }),
        )
    }, 400_000)
    afterAll(async () => {
      for (const server of servers) await endServer(server, 'SIGTERM')
      await fleet?.stop()
      await rm(folder, { recursive: true, force: true })
    }, 120_000)

    test('the primary is killed while members write: nothing acknowledged is lost, reads go on, the old one joins by itself', async () => {
      const using = await startUsing(fleet, [servers[0]!.origin])
      const { seen } = using
      await until('a hundred writes', async () => seen.writtenAt.length >= 100)
      const killed = await fleet.untilPrimary()
      const at = performance.now()
      await fleet.killPostgres(killed)
      await fleet.untilPrimary(killed)
      const before = seen.writtenAt.length
      await until('fifty writes at the new primary', async () => seen.writtenAt.length >= before + 50)
      await using.stop()
      const rows = await using.countLost()
      const pauseMs = Math.round(longestPause(seen.writtenAt, at))
      process.stdout.write(
        `fleet: no write for ${pauseMs} ms; ${JSON.stringify({ ...seen.reads, ...rows })}\n`,
      )
      expect(rows).toMatchObject({ lost: 0, miscounted: 0 })
      expect(rows.total).toBeGreaterThanOrEqual(150)
      expect(seen.stale).toBe(0)
      // On a busy machine there are few reads in all; the exact share is the benchmark's.
      for (const [answered, failed] of Object.values(seen.reads))
        expect(answered / (answered + failed)).toBeGreaterThan(0.8)
      expect(servers.map(({ process: child }) => child.exitCode)).toEqual([null, null])

      await fleet.untilWhole()
      const counts = async () =>
        Promise.all(
          fleet.replicaUrls.map(async url => {
            const { pool, close } = connect(url, { max: 1 })
            const found = await pool.query<{ n: number }>('select count(*)::int as n from logo_like')
            await close()
            return found.rows[0]!.n
          }),
        )
      await expect.poll(counts, { timeout: 60_000 }).toEqual([rows.rows, rows.rows, rows.rows])
    }, 300_000)
  },
)
