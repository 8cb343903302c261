import type { Db } from '../../db/connect.ts'
import type { BackupRecord } from './back-up.ts'

const findSetting = async (db: Db, name: string) =>
  (await db.selectFrom('setting').where('name', '=', name).select('value').executeTakeFirst())?.value

/** The last good backup that was made of this database. */
export const findLastBackup = async (db: Db) => (await findSetting(db, 'backup')) as BackupRecord | undefined

/** Why the last attempt failed, if it did. */
export const findBackupProblem = async (db: Db) =>
  (await findSetting(db, 'backup problem')) as { at: string; why: string } | undefined
