import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { compareWithBruteForce } from '../bench/brute-force.ts'
import { writeSchemaSql } from '../scripts/generate/schema-sql.ts'
import { createScratchDatabase } from '../scripts/generate/scratch.ts'
import { type Connection, connect, type Db } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { chooseBitmaps, refreshSuggestions } from '../server/features/search/queries.ts'
import { endServer, runServer } from './running-server.ts'
import { createTestDatabase } from './test-database.ts'
import { wrongCounts } from './wrong-counts.ts'

// Databases of earlier versions of the program. `before-baseline/` holds their migrations as they were.

const migrations = join(import.meta.dirname, '../server/db/migrations')
const replaced = join(migrations, 'before-baseline')

let folder: string
let database: Awaited<ReturnType<typeof createScratchDatabase>>
let connection: Connection
let db: Db

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-upgrade-'))
  database = await createScratchDatabase(inject('database').server)
  connection = connect(database.url)
  db = connection.db
})

afterEach(async () => {
  await connection.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Migrates as a version of the program did whose newest migration was `last`. */
async function migrateTo(last: string) {
  const names = (await readdir(replaced)).filter(name => name.slice(0, 4) <= last)
  expect(names.at(-1)).toMatch(new RegExp(`^${last}-`))
  await mkdir(folder, { recursive: true })
  for (const name of names) await cp(join(replaced, name), join(folder, name))
  await migrate(database.url, folder)
}

/** A designer with the columns that every version had; the shared factories follow the newest schema. */
async function createDesigner(db: Db, values: { company: string }) {
  const name = `d${randomBytes(5).toString('hex')}`
  return db
    .insertInto('designer')
    .values({
      username: name,
      email: `${name}@example.com`,
      password_hash: 'none',
      slug: name,
      first_name: 'Robin',
      last_name: 'Vale',
      ...values,
    })
    .returning('designer_id')
    .executeTakeFirstOrThrow()
}

const createLogo = (
  db: Db,
  values: { designer_id: number; title: string; client?: string; image?: string },
) =>
  db
    .insertInto('logo')
    .values({ logotype: 'Symbol', image: randomBytes(16).toString('hex'), side: 900, ...values })
    .returning('logo_id')
    .executeTakeFirstOrThrow()

const rows = async (query: string) => (await connection.pool.query(query)).rows

/** Expects that the database has the schema and the list of migrations that a new one has. */
async function expectSameAsNew() {
  const fresh = await createTestDatabase()
  const other = connect(fresh.url)
  try {
    const listed = 'select name, checksum from schema_migration order by name'
    expect(await rows(listed)).toEqual((await other.pool.query(listed)).rows)
    const schema = await writeSchemaSql(connection.pool)
    expect(schema).toContain('create table designer (')
    expect(schema).toBe(await writeSchemaSql(other.pool))
    const content = `
      select 'category' as kind, row_to_json(blog_category)::text as content from blog_category
      union all select 'post', row_to_json(blog_post)::text from blog_post
      union all select 'media', row_to_json(blog_media)::text from blog_media
      union all select 'in', row_to_json(blog_post_category)::text from blog_post_category order by 1, 2`
    expect(await rows(content)).toEqual((await other.pool.query(content)).rows)
  } finally {
    await other.close()
    await fresh.drop()
  }
}

/** What a database of 0030 may hold that later migrations change. */
async function fillAs0030() {
  const { designer_id: author } = await createDesigner(db, { company: 'Ferro & Co' })
  const { designer_id: reader } = await createDesigner(db, { company: 'Ink' })
  const image = 'ab'.repeat(16)
  const { logo_id } = await createLogo(db, { designer_id: author, title: 'Kept', image })
  await db.insertInto('logo_like').values({ designer_id: reader, logo_id }).execute()
  await connection.pool.query(
    `insert into checkout_intent
       (intent_id, designer_id, plan, amount_cents, state, refused_because, created_at, expires_at, subscription_id)
     values
       ('00000000-0000-4000-8000-000000000001', ${reader}, 'yearly', 4800, 'refused', 'You already have an active subscription.', now(), now(), 'I-1'),
       ('00000000-0000-4000-8000-000000000002', ${reader}, 'yearly', 4800, 'refused', 'A sentence of no code', now(), now(), 'I-2'),
       ('00000000-0000-4000-8000-000000000003', ${reader}, 'yearly', 4800, 'settled', null, now(), now(), 'I-3');
     insert into subscription (subscription_id, designer_id, plan, status)
     values ('I-2', ${reader}, 'yearly', 'unwanted'), ('I-3', ${reader}, 'yearly', 'active');
     insert into payment (payment_id, subscription_id, designer_id, amount_cents, currency, status, paid_at)
     values ('S-1', 'I-3', ${reader}, 4800, 'USD', 'completed', '2026-11-01');
     insert into ledger_audit (at, designer_id, what, detail)
     values (now(), ${reader}, 'granted', '{"days": 365}'), (now(), ${reader}, 'granted', '{"days": 365}'), (now(), null, 'granted', '{}')`,
  )
  return { author, reader, logo_id, image }
}

test('a database of migration 0030 is upgraded with its rows', async () => {
  await migrateTo('0030')
  const { author, reader, logo_id, image } = await fillAs0030()
  const before = await rows(`select * from payment`)

  const applied = await migrate(database.url)
  expect(applied.at(0)).toBe('0031-picture-versions.sql')
  expect(await migrate(database.url)).toEqual([])
  await expectSameAsNew()

  expect(await rows('select refused_because as because from checkout_intent order by intent_id')).toEqual([
    { because: 'another_subscription' },
    { because: 'unfinished' },
    { because: null },
  ])
  expect(await rows('select subscription_id, status from subscription order by 1')).toEqual([
    { subscription_id: 'I-2', status: 'superseded' },
    { subscription_id: 'I-3', status: 'active' },
  ])
  expect(await rows('select * from payment')).toEqual(before)
  expect(await rows('select designer_id from ledger_audit order by audit_id')).toEqual([
    { designer_id: reader },
    { designer_id: null },
  ])
  expect(await rows('select hash, is_upload from picture_job')).toEqual([{ hash: image, is_upload: false }])
  expect(await rows('select designer_id, actor_id, type, logo_id from activity')).toEqual([
    { designer_id: author, actor_id: reader, type: 'like', logo_id },
  ])
  await expect(connection.pool.query('delete from ledger_audit')).rejects.toThrow('only ever added')
  expect((await wrongCounts.execute(db)).rows).toEqual([])
})

/** Every row of every table, with the columns that the earlier schema has. */
async function readRows(columnsOf: Map<string, string[]>) {
  const content: Record<string, string[]> = {}
  for (const [table, columns] of columnsOf)
    content[table] = (
      await rows(
        `select (${columns.map(name => `"${name}"`).join(', ')}, 1)::text as row from "${table}" order by 1`,
      )
    ).map(each => each.row)
  return content
}

async function listColumns() {
  const found: { table: string; columns: string[] }[] = await rows(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`,
  )
  return new Map(found.map(({ table, columns }) => [table, columns]))
}

test('the program starts on a database of the oldest schema, serves it, and every row is as it was', async () => {
  await migrateTo('0030')
  const { logo_id } = await fillAs0030()
  const earlier = await listColumns()
  const everything = await readRows(earlier)
  const server = await runServer(join(folder, 'data'), { DATABASE_URL: database.url })
  try {
    const answer = await fetch(`${server.origin}/api/logos?logo_id=${logo_id}`)
    expect(await answer.json()).toMatchObject({ count: 1, data: [{ logo: 'Kept' }] })
  } finally {
    await endServer(server, 'SIGTERM')
  }
  const present = await listColumns()
  const kept = new Map(
    [...earlier].flatMap(([table, columns]) => {
      const same = columns.filter(name => present.get(table)?.includes(name))
      // Derived tables are computed again, settings are of the running program, and these columns have other words now.
      const isOther = [
        'schema_migration',
        'setting',
        'search_bitmap',
        'search_term',
        'logo_search',
        'logo_view',
        'picture_job',
      ].includes(table)
      return isOther || same.length < columns.length ? [] : [[table, same] as const]
    }),
  )
  const after = await readRows(kept)
  const changed = Object.keys(after).filter(
    table => JSON.stringify(after[table]) !== JSON.stringify(everything[table]),
  )
  expect(kept.size).toBeGreaterThan(20)
  // What migrations change on purpose, held by the tests above and below; starter posts without an edit are removed.
  expect(changed.sort()).toEqual([
    'blog_media',
    'blog_post',
    'blog_post_category',
    'checkout_intent',
    'ledger_audit',
    'logo',
    'subscription',
  ])
})

test('an upgrade whose second migration fails leaves schema and rows as they were, and the version before starts', async () => {
  await migrate(database.url)
  const { designer_id } = await createDesigner(db, { company: 'Ferro' })
  await createLogo(db, { designer_id, title: 'Kept' })
  const columns = await listColumns()
  const [schema, everything] = [await writeSchemaSql(connection.pool), await readRows(columns)]
  await cp(migrations, folder, { recursive: true })
  await writeFile(
    join(folder, '9998-good.sql'),
    `alter table logo add column added text; update logo set title = 'Changed'; drop table blind_day cascade;`,
  )
  await writeFile(join(folder, '9999-broken.sql'), 'alter table logo add column title text;')
  await expect(migrate(database.url, folder)).rejects.toThrow(
    'column "title" of relation "logo" already exists. Nothing of this upgrade was applied: the version before it starts as before.',
  )
  expect(await writeSchemaSql(connection.pool)).toBe(schema)
  expect(await readRows(columns)).toEqual(everything)
  expect(await migrate(database.url)).toEqual([])
})

test('a database of migration 0037 only adopts the baseline', async () => {
  await migrateTo('0037')
  const { designer_id } = await createDesigner(db, { company: 'Ferro' })
  const { logo_id } = await createLogo(db, { designer_id, title: 'Kept' })
  const applied = await migrate(database.url)
  expect(applied[0]).toBe('0038-as-in-baseline.sql')
  await expectSameAsNew()
  expect(await rows('select logo_id from logo')).toEqual([{ logo_id }])
})

test('unchanged starter posts are removed, and edited ones stay', async () => {
  await migrateTo('0037')
  await connection.pool.query(`
    update blog_post set title = 'One ink, ours' where post_id = 1;
    insert into blog_post (post_id, slug, title, body) values (200, 'our-own', 'Our own', 'Text.')`)
  await migrate(database.url)
  expect(await rows('select post_id, title from blog_post order by 1')).toEqual([
    { post_id: 1, title: 'One ink, ours' },
    { post_id: 200, title: 'Our own' },
  ])
  expect(await rows('select media_id from blog_media')).toEqual([{ media_id: 1 }])
  expect(await rows('select post_id from blog_post_category')).toEqual([{ post_id: 1 }])
})

test('an upgrade that was interrupted before the baseline was adopted is continued', async () => {
  await migrateTo('0038')
  await migrate(database.url)
  await expectSameAsNew()
})

test('a new database applies no migration that the baseline replaced', async () => {
  const applied = await migrate(database.url)
  const older = new Set(await readdir(replaced))
  expect(older.size).toBeGreaterThan(30)
  expect(applied.filter(name => older.has(name))).toEqual([])
  expect(applied).toEqual((await readdir(migrations)).filter(name => name.endsWith('.sql')).sort())
})

test('logos indexed before there were patterns are found by them, and earlier versions keep working', async () => {
  const countOf = async (term: string) => {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(bit_count(bits)), 0)::int as n from search_bitmap where term = ${term}`.execute(db)
    return rows[0]!.n
  }
  const sizeOf = async (term: string) => {
    const { rows } = await sql<{ n: number }>`
      select pg_column_size(bits) as n from search_bitmap where term = ${term}`.execute(db)
    return rows[0]!.n
  }

  await migrateTo('0020')
  const { designer_id } = await createDesigner(db, { company: "Fox & O'Hare" })
  const upload = (title: string) => createLogo(db, { designer_id, title, client: 'Rose\\Wool Co' })
  for (const title of ['rose', 'rosette', 'rover']) await upload(title)
  await sql`select make_bitmap('fox'), make_bitmap('~l1')`.execute(db)

  await migrateTo('0021')
  expect(await countOf('fox')).toBe(3)
  const { logo_id } = await upload('fox')
  await upload('comet')
  await sql`select make_bitmap('rose')`.execute(db)
  expect([await countOf('fox'), await countOf('rose')]).toEqual([5, 5])
  await db.insertInto('logo_like').values({ designer_id, logo_id }).execute()
  // Bits of likes could be missing before 0024.
  await sql`delete from search_bitmap where term = '~l1'`.execute(db)

  expect(await sizeOf('fox')).toBeGreaterThan(2048)
  await migrate(database.url)
  expect(await sizeOf('fox')).toBeLessThan(100)
  expect([await countOf('fox'), await countOf('rose')]).toEqual([5, 5])
  expect(await countOf('~l1')).toBe(1)
  const { rows } = await sql`
    select logo_id from logo_search
    where words @@ term_query('~F' || plain('Fox & O''Hare')) and words @@ term_query('~N' || plain('Rose\\Wool Co'))`.execute(
    db,
  )
  expect(rows).toHaveLength(5)
  await refreshSuggestions(db)
  await chooseBitmaps(db, { least: 2 })
  expect(await countOf('ro*')).toBe(5)
  const { differing, found } = await compareWithBruteForce(db, { queries: 60, seed: 'again' })
  expect(differing).toEqual([])
  expect(found).toBeGreaterThan(10)
})
