import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect, transaction } from '../server/db/connect.ts'
import { setWordDefaults } from '../server/lib/site-words.ts'
import { localFiles } from '../server/outside/files.ts'
import { createDesigner, createLogo } from '../tests/factories.ts'
import { createTestDatabase } from '../tests/test-database.ts'
import { demoAccounts } from './accounts.ts'
import { fillDesk } from './desk.ts'
import { fillPayments, paymentIdOf } from './money.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: Connection
let folder: string
const startedAt = new Date()
setWordDefaults({ support_email: 'support@example.com', seller: 'Colophon' })

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
  folder = await mkdtemp(join(tmpdir(), 'colophon-desk-'))
  const { db } = connection
  for (const { username, role } of demoAccounts)
    await createDesigner(db, { username, role, membership: 'none' })
  for (const role of ['moderator', 'support', 'chair'] as const)
    await createDesigner(db, { username: role, role, membership: 'none' })
  const members = []
  for (let i = 0; i < 40; i++) members.push((await createDesigner(db, { membership: 'none' })).designer_id)
  const paying = members.map((designer_id, i) => ({
    designer_id,
    member_expire: new Date(+startedAt + (40 + i * 8) * 86_400_000).toISOString().slice(0, 10),
  }))
  await transaction(db, async trx => {
    await trx
      .insertInto('membership_grant')
      .values(
        paying.map(({ designer_id, member_expire }) => ({
          designer_id,
          source: 'payment' as const,
          source_reference: paymentIdOf({ designer_id }),
          starts_on: startedAt.toISOString().slice(0, 10),
          ends_on: member_expire,
        })),
      )
      .execute()
    await fillPayments(trx, paying)
  })
  for (const designer_id of members.slice(-10)) {
    const { logo_id } = await createLogo(db, { designer_id })
    for (let n = 0; n < 6; n++) await createLogo(db, { designer_id })
    await db
      .insertInto('comment')
      .values({ logo_id, designer_id: members.at(-11)!, comment: 'The gap does the work.' })
      .execute()
  }
  await db
    .insertInto('collection')
    .values({ designer_id: members.at(-1)!, name: 'Crests', is_public: true })
    .execute()
})
afterAll(async () => {
  await connection.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const fill = (db = connection.db) =>
  fillDesk(
    { db, files: localFiles(folder), secret: 'x'.repeat(32), publicUrl: 'http://localhost:3000' },
    startedAt,
  )

async function countAll() {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from report) as reports,
    (select count(*)::int from report where decision_id is null and not is_appeal) as open,
    (select count(*)::int from report where decision_id is null and is_appeal) as appeals,
    (select count(*)::int from report where original_url <> '') as originals,
    (select max(n)::int from (select count(*) as n from report where kind = 'logo' group by subject_id) each) as of_one_logo,
    (select count(*)::int from logo where hidden_at is not null) as hidden,
    (select count(*)::int from staff_act where what = 'reports.show') as restored,
    (select count(*)::int from ledger_audit where needs_attention) as cases,
    (select count(*)::int from attention_done) as done,
    (select count(*)::int from refund) as refunds,
    (select count(*)::int from mail where status = 'dead') as dead,
    (select count(*)::int from mail where status = 'queued') as queued,
    (select count(*)::int from designer where suspended_until > now()) as suspended,
    (select count(*)::int from blog_post where is_draft) as drafts,
    (select count(distinct designer_id)::int from staff_act) as people,
    (select count(*)::int from staff_act where at > now()) as ahead`.execute(connection.db)
  return rows[0]
}

test('a filling that is interrupted leaves nothing, and the next one does all of it, once', async () => {
  const empty = await countAll()
  expect(empty).toMatchObject({ reports: 0, cases: 0, people: 0 })
  await expect(
    transaction(connection.db, async trx => {
      await fill(trx)
      throw new Error('interrupted')
    }),
  ).rejects.toThrow('interrupted')
  expect(await countAll()).toEqual(empty)
  await fill()
  const filled = await countAll()
  expect(filled).toMatchObject({
    reports: 12,
    appeals: 1,
    of_one_logo: 2,
    hidden: 1,
    restored: 1,
    cases: 6,
    done: 1,
    refunds: 2,
    dead: 1,
    queued: 0,
    suspended: 1,
    drafts: 2,
    people: 4,
    ahead: 0,
  })
  expect(filled!.originals).toBeGreaterThan(0)
  await fill()
  expect(await countAll()).toEqual(filled)
})
