import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fleet, startFleet, until } from '../tests/fleet.ts'
import { longestPause, startUsing } from '../tests/fleet-acts.ts'
import { endServer, runServer } from '../tests/running-server.ts'

type Options = { kills: number; isSynchronous: boolean; say: (line: string) => void }

/** Kills the primary of a fleet again and again while members write, and says what of the acknowledged writes is gone. */
export async function measureFleet({ kills, isSynchronous, say }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-fleet-'))
  const fleet = await startFleet({ isSynchronous })
  try {
    await fleet.untilWhole()
    const web = await runServer(folder, {
      ROLE: 'web',
      PAYMENT_SANDBOX: '0',
      DATABASE_URL: fleet.pooledUrl,
      DATABASE_REPLICA_URLS: fleet.replicaUrls.join(','),
      VALKEY_URL: fleet.valkey.url,
    })
    const using = await startUsing(fleet, [web.origin], Math.max(2, kills))
    const { seen } = using
    for (let kill = 1; kill <= kills; kill++) {
      const before = seen.writtenAt.length
      await until('writes', async () => seen.writtenAt.length >= before + 200)
      const pauseMs = await killPrimary(fleet, () => seen.writtenAt)
      say(`kill ${kill}: no write for ${Math.round(pauseMs)} ms; ${seen.writtenAt.length} so far`)
      await fleet.untilWhole()
    }
    await using.stop()
    const [member, visitor] = [seen.reads.member, seen.reads.visitor].map(
      ([answered, failed]) =>
        `${((100 * answered) / (answered + failed)).toFixed(1)} % of ${answered + failed}`,
    )
    const { total, lost, miscounted } = await using.countLost()
    say(
      `${isSynchronous ? 'synchronous' : 'asynchronous'}: of ${total} acknowledged writes ${lost} lost, ${miscounted} counts wrong; ` +
        `${seen.stale} reads without one's own write; reads answered: members ${member}, visitors ${visitor}`,
    )
    await endServer(web, 'SIGTERM')
  } finally {
    await fleet.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Gives the longest time without an acknowledged write until another primary has taken some. */
async function killPrimary(fleet: Fleet, writes: () => number[]) {
  const killed = await fleet.untilPrimary()
  const at = performance.now()
  await fleet.killPostgres(killed)
  await fleet.untilPrimary(killed)
  const before = writes().length
  await until('writes at the new primary', async () => writes().length >= before + 50)
  return longestPause(writes(), at)
}
