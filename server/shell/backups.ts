import { mkdir } from 'node:fs/promises'
import { formatCount, formatNumber } from '../../shared/rules/format.ts'
import { type Config, dataPaths } from '../config.ts'
import { findRunningPostgres, startPostgres } from '../db/postgres.ts'
import { backUp } from '../features/backups/back-up.ts'
import { showProgress } from '../features/backups/progress.ts'
import { chooseBackup, endUsedAfterRecovery, restore } from '../features/backups/restore.ts'
import { openTarget } from '../features/backups/target.ts'
import { openFiles } from '../outside/file-store.ts'
import { Mistake, say } from './mistake.ts'

const now = () => new Date()
const inMegabytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / 1e6))} MB`

/** Makes a backup of the database at `url` and of the pictures, and proves it. */
export async function backUpAtShell(
  url: string,
  config: Config,
  { where, keep, every, takeOver }: { where: string; keep?: string; every?: string; takeOver?: boolean },
) {
  if (every !== undefined)
    throw new Mistake(
      `The running program makes backups by itself: set BACKUP_TO=${where}, BACKUP_EVERY=${every} and BACKUP_KEEP.`,
    )
  if (keep !== undefined && !/^[1-9]\d{0,2}$/.test(keep)) throw new Mistake('--keep takes 1 to 999.')
  const progress = showProgress(process.stderr)
  const made = await backUp({
    url,
    files: openFiles(config.files),
    target: await openTarget(where, config),
    where,
    secret: config.secret,
    scratch: config.dataDir,
    keep: keep === undefined ? undefined : Number(keep),
    takesOver: takeOver,
    now,
    onProgress: progress.on,
  }).finally(progress.end)
  say(`Backup ${made.id} is made and proved: restored into a scratch database, every table has its rows.`)
  say(
    `${formatCount(made.rows, 'row')} and ${formatCount(made.pictures, 'picture')}, ${inMegabytes(made.bytes)}; ` +
      `${formatCount(made.copied, 'picture')} copied now.`,
  )
  if (made.missing)
    say(
      `${formatCount(made.missing.count, 'picture')} of logos missing from the site’s store, such as ${made.missing.such_as}. ` +
        'Is its disk mounted? Until they are back no older backup is removed: one may have them.',
    )
  if (made.removed) say(`${formatCount(made.removed, 'older backup')} removed.`)
}

function sayHeld(cards: number) {
  if (!cards) return
  say(
    `${formatCount(cards, 'gift card')} that nobody had redeemed by then ${cards === 1 ? 'is' : 'are'} held: somebody may have done so since. ` +
      'Look at them at /admin/gift-cards, and release what is unused.',
  )
}

/** After a recovery by PostgreSQL's own archive: ends what may have been used since, as a restore does. */
export async function endUsedAtShell(config: Config) {
  const held = await withUnusedDatabase(config, url => endUsedAfterRecovery(url, now()))
  say(
    'Sessions, sign-in links, API tokens and clients’ links are ended, and webhooks are paused until their owners make new secrets.',
  )
  sayHeld(held)
}

/** Restores a backup into an empty database, and the pictures that are missing. */
export async function restoreAtShell(
  config: Config,
  { where, id }: { where: string; id: string | undefined },
) {
  const target = await openTarget(where, config, 'restore')
  // Before a database is made for it.
  await chooseBackup(target, { where, id })
  await withUnusedDatabase(config, async url => {
    const progress = showProgress(process.stderr)
    const { manifest, heldCards, pictures, unchecked, lost, isSameSecret } = await restore({
      url,
      files: openFiles(config.files),
      target,
      where,
      id,
      secret: config.secret,
      now,
      onProgress: progress.on,
    }).finally(progress.end)
    say(
      `The backup ${manifest.id} of version ${manifest.program} is restored: ${formatCount(pictures, 'picture')} brought back.`,
    )
    say(
      'Everybody signs in again. What was paid since the backup is found at the provider within minutes of the start.',
    )
    sayHeld(heldCards)
    if (unchecked)
      say(
        `Part of the backup’s list of pictures is damaged: ${formatCount(unchecked, 'picture')} of these could not be compared with the list.`,
      )
    if (!isSameSecret)
      say(
        'SECRET is not the one of the backup: gift cards’ codes and authenticator apps do not work until it is.',
      )
    say(
      'Its next backups need a place of their own. If the site that was backed up is gone, go on at its place once by ' +
        `npm run admin -- backup ${where} --take-over.`,
    )
    if (lost.length)
      throw new Mistake(
        `${formatCount(lost.length, 'picture')} ${lost.length === 1 ? 'is' : 'are'} missing or damaged in the backup, such as ${lost[0]}. All else is restored.`,
      )
  })
}

/** Runs `work` with a database that no program may use: the embedded one is started for it. */
async function withUnusedDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const { postgres: dataDir } = dataPaths(config)
  if (config.databaseUrl) return work(config.databaseUrl)
  if (await findRunningPostgres(dataDir))
    throw new Mistake('The program is running on this database. Stop it, then try again.')
  await mkdir(config.dataDir, { recursive: true })
  const own = await startPostgres({ dataDir })
  try {
    return await work(own.url)
  } finally {
    await own.stop()
  }
}
