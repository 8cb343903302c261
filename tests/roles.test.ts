import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../server/db/connect.ts'
import { enqueueMail } from '../server/features/mail/queries.ts'
import { startMailServer } from './mail-server.ts'
import { endServer, type RunningServer, runServer } from './running-server.ts'
import { createTestDatabase } from './test-database.ts'

test('a web process does no work in the background and says that no worker does, and its calls keep to DATABASE_POOL; a worker does it, and serves no pages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-roles-'))
  const [database, post] = [await createTestDatabase(), await startMailServer()]
  const { db, close } = connect(database.url)
  const servers: RunningServer[] = []
  const start = async (ROLE: string) => {
    const server = await runServer(join(folder, 'data'), {
      ROLE,
      LOG_LEVEL: 'warn',
      DATABASE_URL: database.url,
      DATABASE_POOL: '4',
      PAYMENT_SANDBOX: '0',
      SMTP_URL: post.url,
      MAIL_FROM: 'gallery@colophon.example',
    })
    servers.push(server)
    return server
  }
  const hasWorked = async () => {
    const row = await db.selectFrom('setting').where('name', '=', 'worked').select('value').executeTakeFirst()
    return row && Date.now() - Date.parse((row.value as { at: string }).at) < 60_000
  }
  const letter = { kind: 'test', dedupeKey: '1', to: 'reader@example.com', subject: 'Hello' }
  try {
    const worked = { at: new Date(Date.now() - 6 * 60_000).toISOString() }
    await db
      .insertInto('setting')
      .values({ name: 'worked', value: JSON.stringify(worked) })
      .execute()
    await enqueueMail(db, { ...letter, blocks: [{ type: 'heading', text: 'Hello' }] })
    const web = await start('web')
    await expect.poll(web.output, { timeout: 60_000 }).toContain('No worker has taken work')
    expect(await hasWorked()).toBe(false)
    expect((await fetch(`${web.origin}/api/logos/fresh`)).status).toBe(200)
    expect(post.received).toEqual([])
    // DATABASE_POOL for these calls, and one for readiness.
    const reads = Array.from({ length: 40 }, (_, n) => fetch(`${web.origin}/api/logos?logo_id=${n + 1}`))
    for (const { body } of await Promise.all(reads)) await body?.cancel()
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'colophon' and pid <> pg_backend_pid()`.execute(
      db,
    )
    expect(rows[0]!.n).toBe(5)

    const worker = await start('worker')
    await expect.poll(hasWorked, { timeout: 60_000 }).toBe(true)
    await expect.poll(() => post.received.map(({ to }) => to), { timeout: 60_000 }).toEqual([[letter.to]])
    const answers = ['/healthz', '/readyz', '/metrics', '/', '/api/logos', '/images/x'].map(
      async path => (await fetch(worker.origin + path)).status,
    )
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 404, 404, 404])
  } finally {
    for (const server of servers) await endServer(server, 'SIGTERM')
    await close()
    await post.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}, 240_000)
