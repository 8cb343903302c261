import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { BackupUnderWay, backUp, keepProblem } from '../features/backups/back-up.ts'
import { findLastBackup } from '../features/backups/queries.ts'
import { openTarget } from '../features/backups/target.ts'
import type { Services } from '../services.ts'

/** How often the age of the last backup is looked at, and the pause after one that failed. */
const lookMs = 10 * 60_000
const pauseAfterFailureMs = 60 * 60_000

/**
 * Makes a backup whenever the last good one is older than `BACKUP_EVERY`, until `stop`. Of several processes one makes it.
 * A failed one is logged, shown at the desk, and tried again in an hour.
 */
export function startBackups(
  config: Config,
  url: string,
  { db, files, now, secret }: Pick<Services, 'db' | 'files' | 'now' | 'secret'>,
  log: FastifyBaseLogger,
) {
  const { backup } = config
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  async function look(): Promise<void> {
    if (!backup) return
    const last = await findLastBackup(db)
    const age = last ? now().getTime() - Date.parse(last.at) : 0
    // Neither one at another place nor one of a clock that was far ahead counts.
    if (last?.where === backup.to && age > -lookMs && age < backup.everyMs) return
    const made = await backUp({
      url,
      files,
      target: await openTarget(backup.to, config).catch(async error => {
        await keepProblem(url, { at: now().toISOString(), why: error.message })
        throw error
      }),
      where: backup.to,
      secret,
      scratch: config.dataDir,
      keep: backup.keep,
      now,
      onProgress: () => stopping.signal.throwIfAborted(),
      signal: stopping.signal,
    })
    if (made.missing)
      log.warn(made, 'backup made and proved, but pictures of logos are missing from the store')
    else log.info(made, 'backup made and proved')
  }
  async function lookAndRest(): Promise<number> {
    try {
      await look()
      return lookMs
    } catch (error) {
      if (error instanceof BackupUnderWay || stopping.signal.aborted) return lookMs
      log.error({ err: error }, 'no backup was made')
      return pauseAfterFailureMs
    }
  }
  const next = (afterMs: number) => {
    timer = setTimeout(() => {
      running = lookAndRest().then(pause => {
        if (!stopping.signal.aborted) next(pause)
      })
    }, afterMs)
  }
  if (backup) next(lookMs / 10)
  return {
    /** Aborts the backup in progress: the next start makes it again, and reuses what it has copied. */
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
