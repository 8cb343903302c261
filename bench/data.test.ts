import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createScratchDatabase, openScratchServer } from '../scripts/generate/scratch.ts'
import { loadConfig } from '../server/config.ts'
import { connect } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { localFiles } from '../server/outside/files.ts'
import { wrongCounts } from '../tests/wrong-counts.ts'
import { amounts, fillBench } from './data.ts'

// Loading bypasses triggers, which an ordinary role of another server may not do.
test.skipIf(loadConfig().databaseUrl)(
  'the benchmark’s rows are the same each time, and counted rightly',
  { timeout: 240_000 },
  async () => {
    const server = await openScratchServer()
    const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-'))
    try {
      const fills = []
      for (let i = 0; i < 2; i++) {
        const database = await createScratchDatabase(server.url)
        await migrate(database.url)
        await fillBench(database.url, localFiles(folder), 2000, () => {})
        const { db, close } = connect(database.url)
        const { rows: wrong } = await wrongCounts.execute(db)
        expect(wrong).toEqual([])
        const { rows } = await sql`select
        (select md5(string_agg((to_jsonb(logo) - 'colors_xid')::text, '' order by logo_id)) from logo) as logos,
        (select count(*)::int from logo where colors_xid is null) as unread_ct,
        (select md5(string_agg(logo_look::text, '' order by logo_id)) from logo_look) as looks,
        (select md5(string_agg(logo_like::text, '' order by logo_id, designer_id)) from logo_like) as likes,
        (select count(*)::int from logo_like) as like_ct, (select count(*)::int from activity) as activity_ct,
        (select count(*)::int from logo_search) as search_ct`.execute(db)
        fills.push(rows[0])
        await close()
        await database.drop()
      }
      expect(fills[0]).toEqual(fills[1])
      expect(fills[0]).toMatchObject({ search_ct: 2000, unread_ct: 0 })
      const { like_ct } = fills[0] as { like_ct: number }
      expect(Math.abs(like_ct / amounts(2000).likes - 1)).toBeLessThan(0.3)
    } finally {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
