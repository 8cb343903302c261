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
  const before = await readTables()

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
  // Starter posts without an edit go, words of refusals became codes, an audit written twice is one, a search knows more terms;
  // three tables became views.
  expect(await listChanges(before)).toEqual([
    'blog_media: 6 of 6 rows gone',
    'blog_post: 6 of 6 rows gone',
    'blog_post_category: 6 of 6 rows gone',
    'checkout_intent.refused_because: changed',
    'ledger_audit: 1 of 3 rows gone',
    'logo_search.words: changed',
    'schema_migration: 25 of 25 rows gone',
    'search_bitmap: gone',
    'subscription.status: changed',
    'total: gone',
    'upload_week: gone',
  ])
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

type Row = Record<string, string | null>
/** `key`: the columns of the primary key; all columns where there is none. */
type Table = { columns: string[]; key: string[]; rows: Row[] }

/** Every table, with its rows as text. */
async function readTables(): Promise<Map<string, Table>> {
  const found: { table: string; columns: string[]; key: string[] | null }[] = await rows(
    `select relname as table,
       array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
         order by attnum) as columns,
       (select array_agg(attname::text order by attname) from pg_index
         join pg_attribute on attrelid = indrelid and attnum = any (indkey)
         where indrelid = pg_class.oid and indisprimary) as key
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const tables = new Map<string, Table>()
  for (const { table, columns, key } of found) {
    const texts = columns.map(name => `"${name}"::text as "${name}"`).join(', ')
    const all: Row[] = await rows(`select ${texts} from "${table}" order by ${columns.map((_, i) => i + 1)}`)
    tables.set(table, { columns, key: key ?? columns, rows: all })
  }
  return tables
}

/** What is no more as it was `before`: tables and columns that are gone, numbers of rows that are gone, columns with other values. */
async function listChanges(before: Map<string, Table>): Promise<string[]> {
  const after = await readTables()
  return [...before]
    .flatMap(([table, { columns, key, rows: earlier }]) => {
      const present = after.get(table)
      if (!present) return [`${table}: gone`]
      const keyOf = (row: Row) => JSON.stringify(key.map(name => row[name]))
      const later = new Map(present.rows.map(row => [keyOf(row), row]))
      const kept = earlier.filter(row => later.has(keyOf(row)))
      const changed = columns.flatMap(name => {
        if (!present.columns.includes(name)) return [`${table}.${name}: gone`]
        const isSame = kept.every(row => later.get(keyOf(row))?.[name] === row[name])
        return isSame ? [] : [`${table}.${name}: changed`]
      })
      const lost = earlier.length - kept.length
      return [...(lost ? [`${table}: ${lost} of ${earlier.length} rows gone`] : []), ...changed]
    })
    .sort()
}

/** Rows in every table of the first schema that members and money wrote to. */
const fillAsFirst = () =>
  connection.pool.query(`
    insert into designer (designer_id, username, email, password_hash, slug, company, first_name, last_name, city, country, url)
    select n, 'member' || n, n || '@example.com', 'hash ' || n, 'member-' || n, 'Studio ' || n, 'Robin', 'Vale', 'Turin', 'IT', 'https://example.com/' || n
    from generate_series(1, 4) n;
    insert into logo (logo_id, designer_id, title, keywords, client, industry, logotype, upload_date, image, side, ground, is_ranked)
    select n, 1 + n % 3, 'Kept ' || n, array['fox', 'night'], 'Client ' || n, 'Food', 'Symbol', date '2024-01-31' + n, md5(n::text), 900, '#ffffff', n = 1
    from generate_series(1, 6) n;
    insert into session (token_hash, designer_id, expires_at) values (decode(repeat('ab', 32), 'hex'), 1, now() + interval '30 days');
    insert into membership_grant (designer_id, source, source_reference, starts_on, ends_on)
    values (1, 'payment', 'S-1', '2024-01-01', '2025-01-01'), (2, 'admin', 'A-1', '2024-02-01', '2034-02-01');
    insert into subscription (subscription_id, designer_id, plan, status) values ('I-1', 1, 'yearly', 'active'), ('I-2', 3, 'monthly', 'cancelled');
    insert into profile_logo (designer_id, logo_id, position) values (2, 1, 1), (2, 4, 2);
    insert into logo_like (designer_id, logo_id) values (4, 1), (4, 2), (3, 1);
    insert into logo_view (logo_id, day, viewer) values (1, '2024-02-01', '4'), (1, '2024-02-01', 'hash');
    insert into collection (collection_id, designer_id, name, is_public) values (1, 4, 'Foxes', true), (2, 4, 'Private', false);
    insert into collection_logo (collection_id, logo_id) values (1, 1), (1, 2), (2, 3);
    insert into comment (logo_id, designer_id, comment) values (1, 4, 'Fine'), (2, 3, 'Finer');
    insert into follow (follower_id, followed_id) values (4, 1), (3, 1);
    insert into book (series, number, state, published_on) values ('book', 1, 'published', '2024-06-01'), ('book', 2, 'open', null);
    insert into entry (book_id, logo_id) values (1, 1), (1, 2), (2, 5);
    insert into award (book_id, logo_id) values (1, 1);
    insert into setting (name, value) values ('note', '{"kept": true}')`)

test('this program starts on a database of the first schema and serves it; of what was there only the named columns change', async () => {
  await migrateTo('0002')
  await fillAsFirst()
  const before = await readTables()
  // Each table has rows, so that each is compared.
  const empty = [...before].filter(([, { rows }]) => rows.length === 0).map(([table]) => table)
  expect([empty, before.size]).toEqual([['limit_count'], 20])
  // Without jobs, which go on with what is to be done.
  const server = await runServer(join(folder, 'data'), {
    DATABASE_URL: database.url,
    ROLE: 'web',
    PAYMENT_SANDBOX: '0',
  })
  try {
    const answer = (await (await fetch(`${server.origin}/api/logos/fresh`)).json()) as {
      data: { logo: string }[]
    }
    expect(answer.data.map(({ logo }) => logo)).toEqual([6, 5, 4, 3, 2, 1].map(n => `Kept ${n}`))
  } finally {
    await endServer(server, 'SIGTERM')
  }
  // The list of migrations, which the baseline's replaces, and a table that became a view.
  expect(await listChanges(before)).toEqual(['schema_migration: 2 of 2 rows gone', 'total: gone'])
  await expectSameAsNew()
  expect((await wrongCounts.execute(db)).rows).toEqual([])
}, 240_000)

test('an upgrade whose second migration fails leaves schema and rows as they were, and the version before starts', async () => {
  await migrate(database.url)
  const { designer_id } = await createDesigner(db, { company: 'Ferro' })
  await createLogo(db, { designer_id, title: 'Kept' })
  const [schema, everything] = [await writeSchemaSql(connection.pool), await readTables()]
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
  expect(await readTables()).toEqual(everything)
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

test('a session that was open before the upgrade sets the bits of the new steps of likes', async () => {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(migrations))
    if (name.endsWith('.sql') && name < '0047') await cp(join(migrations, name), join(folder, name))
  await migrate(database.url, folder)
  const { designer_id } = await createDesigner(db, { company: 'Ink' })
  const { logo_id } = await createLogo(db, { designer_id, title: 'Liked' })
  const session = await connection.pool.connect()
  const setLikes = (n: number) =>
    session.query('update logo set like_ct = $1 where logo_id = $2', [n, logo_id])
  try {
    await setLikes(3)
    await migrate(database.url)
    await sql`select make_bitmap('~l18', false)`.execute(db)
    await setLikes(18)
  } finally {
    session.release()
  }
  expect(await rows(`select bit_count(bits)::int as n from search_bitmap where term = '~l18'`)).toEqual([
    { n: 1 },
  ])
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
