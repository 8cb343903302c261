import { sql } from 'kysely'
import { connect } from '../server/db/connect.ts'
import { startPostgres } from '../server/db/postgres.ts'
import type { SizesResult } from './results.ts'
import { dataFolder, postgresSettings, requireGallery } from './system-under-test.ts'

/** What the gallery's database takes on the disk, and in it the items of feeds with their indexes. `npm run bench:data` deletes old items. */
export async function measureSizes(logos: number): Promise<SizesResult> {
  await requireGallery(logos)
  const postgres = await startPostgres({
    dataDir: `${dataFolder(logos)}/postgres`,
    settings: postgresSettings,
  })
  const { db, close } = connect(postgres.url, { statementTimeout: 0 })
  try {
    const { rows } = await sql<SizesResult>`select
      pg_database_size(current_database()) as "databaseBytes",
      pg_total_relation_size('activity') as "activityBytes",
      (select count(*) from activity) as "activityItems"`.execute(db)
    return rows[0]!
  } finally {
    await close()
    await postgres.stop()
  }
}
