import type { Db } from '../../db/connect.ts'

/** What is recorded of the last good backup, for the desk and for monitoring. */
export type BackupRecord = {
  at: string
  id: string
  where: string
  rows: number
  pictures: number
  bytes: number
  /** Pictures of logos that were not in the site's store, with one of them. */
  missing?: { count: number; such_as: string }
}

/** `isDamaged`: what lies in the place of the backups is, so the next backup copies all of it again. */
export type BackupProblem = { at: string; why: string; isDamaged?: boolean }

const findSetting = async (db: Db, name: string) =>
  (await db.selectFrom('setting').where('name', '=', name).select('value').executeTakeFirst())?.value

/** The last good backup that was made of this database. */
export const findLastBackup = async (db: Db) => (await findSetting(db, 'backup')) as BackupRecord | undefined

/** Why the last attempt failed, if it did. */
export const findBackupProblem = async (db: Db) =>
  (await findSetting(db, 'backup problem')) as BackupProblem | undefined
