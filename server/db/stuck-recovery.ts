import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 3000
/** Between crash and recovery a server has neither process for a moment. */
const checks = 4

/**
 * Ends a server that stays in recovery although its startup process has ended: PostgreSQL 18 can do so when its log's disk is
 * full, and then accepts no connection, also with room again. Resolves once that is done, or the server has ended by itself.
 * `pid` is the postmaster's. Only on Linux, where /proc lists its processes.
 */
export async function endStuckRecovery(
  { pid, ended }: { pid: number; ended: Promise<void> },
  log: (line: string) => void,
): Promise<void> {
  let isOver = false
  const over = ended.then(() => {
    isOver = true
  })
  for (let stuck = 0; !isOver; ) {
    await Promise.race([over, sleep(everyMs, undefined, { ref: false })])
    const processes = isOver ? undefined : await readProcesses(pid)
    if (!processes) return
    stuck = /postgres: (startup|walwriter)/.test(processes) ? 0 : stuck + 1
    if (stuck < checks) continue
    log('PostgreSQL stays in recovery and recovers nothing; it is ended.')
    process.kill(pid, 'SIGQUIT')
    return
  }
}

/** The titles of a process's children; undefined where they cannot be read. */
async function readProcesses(pid: number): Promise<string | undefined> {
  try {
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
    const titles = children.map(child => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => ''))
    return (await Promise.all(titles)).join('\n')
  } catch {
    return undefined
  }
}
