import { sql } from 'kysely'
import { type SiteName, type SiteWords, siteNames } from '../../../shared/site-words.ts'
import type { Db } from '../../db/connect.ts'
import { setSavedWords } from '../../lib/site-words.ts'

/** The current version of every word that was saved. */
export const listSaved = (db: Db) =>
  db
    .selectFrom('site_version')
    .leftJoin('designer', 'designer.designer_id', 'site_version.designer_id')
    .distinctOn('name')
    .orderBy('name')
    .orderBy('version', 'desc')
    .select(['name', 'version', 'value', 'at', 'designer.username as who'])
    .execute()

/** All versions of one word, the newest first. */
export const listVersions = (db: Db, name: SiteName) =>
  db
    .selectFrom('site_version')
    .leftJoin('designer', 'designer.designer_id', 'site_version.designer_id')
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .select(['version', 'value', 'at', 'designer.username as who'])
    .execute()

/** The newest version of one word, locked against other saves of it until the transaction ends. */
export async function lockNewest(trx: Db, name: SiteName) {
  // An advisory lock: a word that was never saved has no row to lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site ${name}`}, 0))`.execute(trx)
  return trx
    .selectFrom('site_version')
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .select(['version', 'value'])
    .executeTakeFirst()
}

export const insertVersion = (
  trx: Db,
  row: { name: SiteName; version: number; value: unknown; at: Date; designer_id: number | null },
) =>
  trx
    .insertInto('site_version')
    .values({ ...row, value: JSON.stringify(row.value) })
    .execute()

/** The saved words by name; a name that a newer program saved is left out. */
async function readSaved(db: Db) {
  const rows = await listSaved(db)
  const existing = rows.filter(row => siteNames.some(name => name === row.name))
  const versionOf = (name: SiteName) => existing.find(row => row.name === name)?.version ?? 0
  return {
    // Checked when it was saved.
    words: Object.fromEntries(existing.map(({ name, value }) => [name, value])) as Partial<SiteWords>,
    versions: { wordmark: versionOf('wordmark'), ribbon: versionOf('ribbon') },
  }
}

let reading: Promise<void> = Promise.resolve()

/** Reads the saved words into this process. One after the other, so that an earlier reading never replaces a later one. */
export function readWords(db: Db): Promise<void> {
  const read = async () => {
    const { words, versions } = await readSaved(db)
    setSavedWords(words, versions)
  }
  reading = reading.then(read, read)
  return reading
}
