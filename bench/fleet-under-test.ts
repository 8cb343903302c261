import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { localFiles } from '../server/outside/files.ts'
import { startFleet } from '../tests/fleet.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import { fillBench } from './data.ts'
import {
  end,
  originAt,
  postgresSettings,
  type SystemUnderTest,
  settle,
  startServer,
} from './system-under-test.ts'

export type FleetUnderTest = Pick<SystemUnderTest, 'origin' | 'processes' | 'db' | 'stop'>

/** As a fleet on one machine: a process of the web and a worker, PgBouncer, HAProxy, Valkey, and a PostgreSQL with two replicas. */
export async function startFleetUnderTest(
  logos: number,
  say: (line: string) => void,
): Promise<FleetUnderTest> {
  // What was started is ended in reverse order, and also what comes after an end that fails.
  const stack = new AsyncDisposableStack()
  try {
    return await start(stack, logos, say)
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function start(
  stack: AsyncDisposableStack,
  logos: number,
  say: (line: string) => void,
): Promise<FleetUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-fleet-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const fleet = await startFleet({
    parameters: { ...postgresSettings, fsync: 'on' },
    async fill(url) {
      await migrate(url)
      await fillBench(url, localFiles(join(folder, 'files')), logos, say)
    },
  })
  stack.defer(fleet.stop)
  await fleet.untilWhole()
  const settings = {
    ...fleet.settings,
    SECRET: randomBytes(32).toString('hex'),
  }
  const web = await startServer(folder, 'web', { ...settings, ROLE: 'web' })
  stack.defer(() => end(web.child))
  const worker = await startServer(folder, 'worker', { ...settings, ROLE: 'worker' })
  stack.defer(() => end(worker.child))
  // One process gives its own work in the background the lowest priority, but Linux weighs priorities within a session, and the worker has one.
  await writeFile(`/proc/${worker.child.pid}/autogroup`, '19').catch(() => {})
  const { db, close } = connect(fleet.primaryUrl, { max: 2, statementTimeout: 0 })
  stack.defer(close)
  const postmasters = await fleet.postmasters()
  const sumOf = (cpu: (pid: number) => number, pids: number[]) => pids.reduce((sum, pid) => sum + cpu(pid), 0)
  await settle(
    {
      serverCpu: () => sumOf(cpuOf, [web.child.pid!, worker.child.pid!]),
      postgresCpu: () => sumOf(cpuOfFamily, postmasters),
    },
    say,
  )
  const origin = originAt(web.port)
  let stopped: Promise<void> | undefined
  return { origin, processes: [origin], db, stop: () => (stopped ??= stack.disposeAsync()) }
}
