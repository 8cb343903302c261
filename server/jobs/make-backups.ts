import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { backUp } from '../features/backups/back-up.ts'
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
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  async function look() {
    if (!backup) return
    const last = await findLastBackup(db)
    if (last && now().getTime() - Date.parse(last.at) < backup.everyMs) return
    const made = await backUp({
      url,
      files,
      target: await openTarget(backup.to, config),
      where: backup.to,
      secret,
      scratch: config.dataDir,
      keep: backup.keep,
      now,
      onProgress: () => {},
    })
    log.info(made, 'backup made and proved')
  }
  const next = (afterMs: number) => {
    timer = setTimeout(() => {
      running = look()
        .then(
          () => lookMs,
          error => {
            log.error({ err: error }, 'no backup was made')
            return pauseAfterFailureMs
          },
        )
        .then(pause => {
          if (!isStopped) next(pause)
        })
    }, afterMs)
  }
  if (backup) next(lookMs / 10)
  return {
    /** Resolves when the backup under way is made. */
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
