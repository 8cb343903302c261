import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../server/db/connect.ts'
import { listen } from '../server/db/listen.ts'
import { createDesigner, createLogo } from './factories.ts'
import { canRunPooler, startPooler } from './pooler.ts'
import { runAdmin } from './run-admin.ts'
import { endServer, runServer } from './running-server.ts'
import { createTestDatabase } from './test-database.ts'

describe.skipIf(!canRunPooler)('PgBouncer before the database (left out where it is not installed)', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let folder: string
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'colophon-pooled-'))
  })
  afterAll(async () => {
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test('in session mode, the program starts and answers, with its time zone, timeouts and notifications', async () => {
    const pooler = await startPooler(database.url, 'session')
    const { db, pool, close } = connect(pooler.url, { max: 2, statementTimeout: 1234 })
    const announcements = listen(pooler.url)
    const listening = new Promise<void>(resolve => announcements.once('listening', resolve))
    try {
      const settings = `select current_setting('timezone') as zone, current_setting('statement_timeout') as timeout`
      expect((await pool.query(settings)).rows).toEqual([{ zone: 'UTC', timeout: '1234ms' }])
      await listening
      const notified = new Promise(resolve => announcements.once('activity', resolve))
      const { designer_id } = await createDesigner(db)
      await pool.query('select pg_notify($1, $2)', ['activity', String(designer_id)])
      expect(await notified).toBe(designer_id)
      const { logo_id } = await createLogo(db)
      const server = await runServer(folder, { DATABASE_URL: pooler.url })
      try {
        const found = await fetch(`${server.origin}/api/logos?logo_id=${logo_id}`)
        expect([found.status, await found.json()]).toMatchObject([200, { data: [{ logo_id }] }])
      } finally {
        await endServer(server, 'SIGTERM')
      }
    } finally {
      await announcements.close()
      await close()
      await pooler.close()
    }
  })

  test('in transaction mode, the start is refused and the check fails, with a sentence that names the setting', async () => {
    const pooler = await startPooler(database.url, 'transaction')
    try {
      await expect(runServer(folder, { DATABASE_URL: pooler.url })).rejects.toThrow(
        /Setting DATABASE_URL: the pooler at 127\.0\.0\.1:\d+ lends a session for each transaction.*pool_mode = session/,
      )
      const { code, out } = await runAdmin(['check'], {
        DATABASE_URL: pooler.url,
        DATA_DIR: folder,
        DEMO: '0',
      })
      expect([code, out]).toEqual([
        1,
        expect.stringMatching(/^✗ Sessions +Setting DATABASE_URL: the pooler/m),
      ])
    } finally {
      await pooler.close()
    }
  })
})
