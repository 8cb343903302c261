import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFleet, until } from '../tests/fleet.ts'
import { startUsing } from '../tests/fleet-acts.ts'
import { endServer, runServer } from '../tests/running-server.ts'
import { describeFailover } from './report.ts'
import type { FailoverResult } from './results.ts'
import { spreadOf } from './statistics.ts'

/** Acknowledged writes before each kill, half of them while one of the replicas does not replay its log. */
const writesPerKill = 5000
/**
 * How long the replicas have received nothing before a kill, in turn. Commits wait for a synchronous standby then, and none of these may
 * be lost or there twice. Without one they do not, and Patroni lets no replica take over that lacks more than 1 MB (`maximum_lag_on_failover`).
 */
const cutsMs = { synchronous: [0, 700, 3000], asynchronous: [0, 100, 300] }

type Options = { kills: number; isSynchronous: boolean; say: (line: string) => void }

/** Kills the primary of a fleet again and again while members write, and gives what of the acknowledged writes is gone. */
export async function measureFleet({ kills, isSynchronous, say }: Options): Promise<FailoverResult> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-fleet-'))
  const fleet = await startFleet({ isSynchronous })
  try {
    await fleet.untilWhole()
    const web = await runServer(folder, {
      ROLE: 'web',
      PAYMENT_SANDBOX: '0',
      ...fleet.settings,
    })
    const using = await startUsing(fleet, web.origin)
    const { writtenAt } = using.seen
    const cuts = cutsMs[isSynchronous ? 'synchronous' : 'asynchronous']
    const killed: Awaited<ReturnType<typeof using.killPrimary>>[] = []
    for (let kill = 1; kill <= kills; kill++) {
      const before = writtenAt.length
      const untilWritten = (count: number) => until('writes', async () => writtenAt.length >= before + count)
      const resumeReplica = await fleet.pauseReplica()
      await untilWritten(writesPerKill / 2)
      await resumeReplica()
      await untilWritten(writesPerKill)
      const { pauseMs, readsOfOutage } = await using.killPrimary(cuts[kill % cuts.length])
      killed.push({ pauseMs, readsOfOutage })
      say(`kill ${kill}: no write for ${Math.round(pauseMs)} ms; ${writtenAt.length} so far`)
      await fleet.untilWhole()
    }
    await using.stop()
    const { acknowledged, lost, twice, miscounted, checked, unchecked, stale } = await using.results()
    const pausesMs = killed.map(({ pauseMs }) => pauseMs)
    const writingMs = writtenAt.at(-1)! - writtenAt[0]! - pausesMs.reduce((sum, ms) => sum + ms, 0)
    const readsOfOutage = (who: 'member' | 'visitor') => ({
      answered: killed.reduce((sum, each) => sum + each.readsOfOutage[who].answered, 0),
      all: killed.reduce((sum, each) => sum + each.readsOfOutage[who].all, 0),
    })
    const result = {
      kills,
      ...{ acknowledged, lost, twice, miscounted, checked, unchecked, stale },
      pause: spreadOf(pausesMs),
      readsOfOutage: { member: readsOfOutage('member'), visitor: readsOfOutage('visitor') },
      perSecond: (1000 * acknowledged) / writingMs,
    }
    say(`${isSynchronous ? 'synchronous' : 'asynchronous'}: ${describeFailover(result)}`)
    await endServer(web, 'SIGTERM')
    return result
  } finally {
    await fleet.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
