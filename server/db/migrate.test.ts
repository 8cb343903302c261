import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createScratchDatabase } from '../../scripts/generate/scratch.ts'
import { applyMigrations, migrate } from './migrate.ts'

let folder: string
let database: Awaited<ReturnType<typeof createScratchDatabase>>
let client: pg.Client

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-migrate-test-'))
  database = await createScratchDatabase(inject('database').server)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const run = () => migrate(database.url, folder)
const select = async (text: string) => (await client.query(text)).rows

const likes = 'create table likes (id int);\n'
const indexed = `-- no transaction
drop index concurrently if exists likes_id;
create index concurrently likes_id on likes (id);
`

it('applies each file once, in order', async () => {
  await write('0002-more.sql', 'alter table likes add note text;')
  await write('0001-likes.sql', likes)
  expect(await run()).toEqual(['0001-likes.sql', '0002-more.sql'])
  await write('0003-index.sql', indexed)
  expect(await run()).toEqual(['0003-index.sql'])
  expect(await run()).toEqual([])
  expect(await select(`select indisvalid from pg_index where indexrelid = 'likes_id'::regclass`)).toEqual([
    { indisvalid: true },
  ])
})

it('applies each file once when three start at the same time', async () => {
  await write('0001-likes.sql', `${likes}select pg_sleep(0.2);`)
  await write('0002-index.sql', indexed)
  await write('0003-row.sql', 'insert into likes values (1);')
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat()).toEqual(['0001-likes.sql', '0002-index.sql', '0003-row.sql'])
  expect(await select('select id from likes')).toEqual([{ id: 1 }])
})

it('refuses a file that was changed after it had been applied, naming it', async () => {
  await write('0001-likes.sql', likes)
  await run()
  await write('0001-likes.sql', likes.replace('int', 'bigint'))
  await write('0002-more.sql', 'alter table likes add note text;')
  await expect(run()).rejects.toThrow(
    'Migration 0001-likes.sql was changed after this database had applied it.',
  )
  expect(await select('select name from schema_migration')).toEqual([{ name: '0001-likes.sql' }])
})

it('takes other line endings for the same file', async () => {
  await write('0001-likes.sql', likes)
  await run()
  await write('0001-likes.sql', likes.replaceAll('\n', '\r\n'))
  expect(await run()).toEqual([])
})

it('refuses a database that a newer program has migrated', async () => {
  await write('0001-likes.sql', likes)
  await write('0002-later.sql', 'select 1;')
  await run()
  await rm(join(folder, '0002-later.sql'))
  await expect(run()).rejects.toThrow('newer version of the program: it has 0002-later.sql, unknown here')
})

it('refuses a new file that comes before one already applied', async () => {
  await write('0002-likes.sql', likes)
  await run()
  await write('0001-early.sql', 'select 1;')
  await expect(run()).rejects.toThrow('Migration 0001-early.sql comes before 0002-likes.sql')
})

it('leaves nothing of an upgrade in which a later file fails, and names its line', async () => {
  await write('0001-likes.sql', likes)
  expect(await run()).toEqual(['0001-likes.sql'])
  await write('0002-good.sql', 'alter table likes add note text;')
  await write('0003-broken.sql', 'create table half (id int);\n\nalter table missing add note text;\nselect;')
  await write('0004-never.sql', 'create table never (id int);')
  await expect(run()).rejects.toThrow(
    /Migration 0003-broken.sql.*: relation "missing" does not exist. Nothing of this upgrade was applied/,
  )
  expect(await select('select name from schema_migration')).toEqual([{ name: '0001-likes.sql' }])
  expect(await select(`select to_regclass('half') as half`)).toEqual([{ half: null }])
  expect(
    await select(`select attname from pg_attribute where attrelid = 'likes'::regclass and attnum > 0`),
  ).toEqual([{ attname: 'id' }])

  await write('0003-broken.sql', 'create table half (id int);\n\ninsert into half (wrong) values (1);')
  await expect(run()).rejects.toThrow('Migration 0003-broken.sql, line 3: column "wrong"')
  await write('0003-broken.sql', 'create table half (id int);')
  expect(await run()).toEqual(['0002-good.sql', '0003-broken.sql', '0004-never.sql'])
})

it('says which files stay where one that needs no transaction came before the one that fails', async () => {
  await write('0001-likes.sql', likes)
  await run()
  await write('0002-index.sql', indexed)
  await write('0003-good.sql', 'alter table likes add note text;')
  await write('0004-broken.sql', 'alter table missing add note text;')
  await expect(run()).rejects.toThrow(
    /Migration 0004-broken.sql.* The migrations up to 0002-index.sql stay.* the version before does not start/,
  )
  expect(await select('select name from schema_migration order by name')).toEqual([
    { name: '0001-likes.sql' },
    { name: '0002-index.sql' },
  ])
  await write('0004-broken.sql', 'select 1;')
  expect(await run()).toEqual(['0003-good.sql', '0004-broken.sql'])
})

it('says that statements of a file without a transaction stay where a later one fails', async () => {
  await write('0001-likes.sql', likes)
  await run()
  await write('0002-index.sql', `${indexed}create index concurrently wrong on likes (missing);\n`)
  await expect(run()).rejects.toThrow(/0002-index.sql.* The statements before it stay, and the next start/)
})

it('waits for a busy table without making others queue behind it', async () => {
  await write('0001-likes.sql', likes)
  await run()
  await write('0002-more.sql', 'alter table likes add note text;')
  const observer = new pg.Client({ connectionString: database.url })
  await observer.connect()
  const untilBlocked = (count: number) =>
    vi.waitFor(
      async () => {
        const { rowCount } = await observer.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rowCount).toBe(count)
      },
      { timeout: 40_000, interval: 20 },
    )
  await client.query('begin; lock table likes in share mode')
  const migrated = run()
  await untilBlocked(1)
  // The attempt times out, which lets statements behind it through, and is repeated.
  await untilBlocked(0)
  await untilBlocked(1)
  await client.query('commit')
  await observer.end()
  expect(await migrated).toEqual(['0002-more.sql'])
})

it('runs a file without a transaction again when it was the victim of a deadlock', async () => {
  await write('0001-likes.sql', likes)
  const once = `if not exists (select from likes) then insert into likes values (1); commit;
    raise exception 'victim' using errcode = '40P01'; end if`
  await write('0002-steps.sql', `${indexed}do $$ begin ${once.replace(/\s+/g, ' ')}; end $$;\n`)
  expect(await run()).toEqual(['0001-likes.sql', '0002-steps.sql'])
  expect(await select('select id from likes')).toEqual([{ id: 1 }])
})

it('runs a file without a transaction statement by statement, and not at semicolons that are quoted', async () => {
  await write('0001-likes.sql', 'create table likes (id int, note text);')
  await write(
    '0002-steps.sql',
    `-- no transaction
-- A comment; with semicolons;
create index concurrently "a;b" on likes (id);
/* one; two */ insert into likes values (1, 'it''s; here'), (2, E'\\';');
do $$
begin
  insert into likes values (3, $a$ $; $a$);
  commit;
end $$;
create index concurrently likes_note on likes (note)
-- The end;
`,
  )
  await run()
  expect(await select('select id, note from likes order by id')).toEqual([
    { id: 1, note: "it's; here" },
    { id: 2, note: "';" },
    { id: 3, note: ' $; ' },
  ])
  expect(
    await select(`select relname from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = 'likes'::regclass and indisvalid order by relname`),
  ).toEqual([{ relname: 'a;b' }, { relname: 'likes_note' }])
})

describe('a baseline', () => {
  const old = (name: string, text: string) => write(`before-baseline/${name}`, text)
  const run = (at = folder) => migrate(database.url, at)
  const listed = () =>
    select('select name from schema_migration order by name').then(all => all.map(r => r.name))
  beforeEach(async () => {
    await mkdir(join(folder, 'before-baseline'))
    await old('0001-old.sql', 'create table likes (id int);')
    await old('0002-older.sql', 'alter table likes add note text;')
    await write('0001-baseline.sql', '-- baseline\ncreate table likes (id int, note text);')
    await write('0002-later.sql', 'insert into likes values (2);')
  })

  it('is all that a new database applies', async () => {
    expect(await run()).toEqual(['0001-baseline.sql', '0002-later.sql'])
    expect(await listed()).toEqual(['0001-baseline.sql', '0002-later.sql'])
  })

  it('replaces the record of a database that began before it, once it has the rest', async () => {
    await run(join(folder, 'before-baseline'))
    await client.query(`delete from schema_migration where name > '0002'; alter table likes drop note`)
    const applied = await Promise.all([run(), run()])
    expect(applied.flat()).toEqual(['0002-older.sql', '0002-later.sql'])
    expect(await listed()).toEqual(['0001-baseline.sql', '0002-later.sql'])
    expect(await select('select id, note from likes')).toEqual([{ id: 2, note: null }])
    expect(await run()).toEqual([])
  })

  it('is not recorded, and nothing of before it is applied, where a file after it fails', async () => {
    await run(join(folder, 'before-baseline'))
    await client.query(`delete from schema_migration where name > '0002'; alter table likes drop note`)
    await write('0003-broken.sql', 'alter table missing add note text;')
    await expect(run()).rejects.toThrow('Nothing of this upgrade was applied')
    expect(await listed()).toEqual(['0001-old.sql'])
    expect(await run(join(folder, 'before-baseline'))).toEqual(['0002-older.sql'])
  })

  it('is not adopted by a database that has an unknown or a changed migration of before', async () => {
    await run(join(folder, 'before-baseline'))
    await client.query(`insert into schema_migration values ('0003-elsewhere.sql', '')`)
    await expect(run()).rejects.toThrow('it has 0003-elsewhere.sql, unknown here')
    await client.query(`delete from schema_migration where name = '0003-elsewhere.sql'`)
    await old('0001-old.sql', 'create table likes (id bigint);')
    await expect(run()).rejects.toThrow('Migration 0001-old.sql was changed')
    expect(await listed()).toEqual(['0001-old.sql', '0002-older.sql'])
  })
})

/** Former names of the tables that migration 0045 renames. */
const formerNames = ['declared', 'moved', 'result', 'flag', 'block', 'conflict']

describe('tables that have been renamed', () => {
  const send = (text: string, values: unknown[] = []) => client.query(text, values)

  /** Two jurors of a book, who have two logos each. */
  beforeEach(async () => {
    await applyMigrations(client, { until: '0044-plans-of-writes.sql' })
    await send(`
      insert into designer (designer_id, username, email, password_hash, slug, company, first_name, last_name)
      select n, 'member' || n, n || '@example.com', 'none', 'member-' || n, 'Studio ' || n, 'Robin', 'Vale' from generate_series(1, 4) n;
      insert into logo (logo_id, designer_id, title, logotype, image, side)
      select n, 1 + n % 2, 'Logo ' || n, 'Symbol', md5(n::text), 900 from generate_series(1, 4) n;
      insert into book (book_id, series, number, state) overriding system value values (1, 'book', 1, 'closed');
      insert into juror (book_id, designer_id, number, named_at) values (1, 1, 1, now()), (1, 2, 2, now())`)
  })

  // The statements of the version before, by its `queries.sql`.
  const isBlocked = (blocker: number, blocked: number) =>
    // Prepared, as those of profiles and walls are.
    client
      .query({
        name: 'is-blocked',
        text: 'select exists (select from block where blocker_id = $1 and blocked_id = $2) as is',
        values: [blocker, blocked],
      })
      .then(({ rows }) => rows[0].is)
  const block = (blocker: number, blocked: number) =>
    send(
      'insert into "block" ("blocker_id", "blocked_id", "created_at") values ($1, $2, now()) on conflict do nothing',
      [blocker, blocked],
    )
  const unblock = (blocker: number, blocked: number) =>
    send('delete from "block" where "blocker_id" = $1 and "blocked_id" = $2', [blocker, blocked])
  const declare = async (...designers: number[]) => {
    await send('delete from "declared" where "book_id" = $1 and "juror_id" = $2', [1, 1])
    for (const id of designers)
      await send('insert into "declared" ("book_id", "juror_id", "designer_id") values ($1, $2, $3)', [
        1,
        1,
        id,
      ])
  }
  const flag = (text: string) =>
    send(
      `insert into "flag" ("book_id", "logo_id", "number", "reason", "text", "at") values ($1, $2, $3, $4, $5, now())
       on conflict ("book_id", "logo_id", "number") do update set "reason" = $4, "text" = $5, "at" = now()`,
      [1, 1, 2, 'copy', text],
    )
  const conflict = (logo: number) =>
    send(
      `insert into conflict (book_id, logo_id, number, reason)
       select distinct on (logo_id, number) $1::integer, logo_id, number, reason
       from (values ($2::integer, 1, 'declared')) found (logo_id, number, reason) on conflict do nothing`,
      [1, logo],
    )
  const move = (logos: number[]) =>
    send(
      `insert into moved (book_id, round, logo_id, from_number, to_number, at)
       select $1::integer, 1::smallint, logo_id, 1::smallint, 2::smallint, now()
       from unnest($2::integer[]) with ordinality as move (logo_id, place) order by place`,
      [1, logos],
    )
  const rank = (logos: number[], isFirst: boolean) =>
    send(
      `insert into result (book_id, logo_id, rank, first_rank, u, v, p, band, cross_check)
       select 1, logo_id, place, case when $2::boolean then place end, 0.5, 0.1, 1, 50::smallint, 0
       from unnest($1::integer[]) with ordinality as ranked (logo_id, place)
       on conflict (book_id, logo_id) do update set rank = excluded.rank,
         first_rank = coalesce(result.first_rank, excluded.first_rank), u = excluded.u, band = excluded.band`,
      [logos, isFirst],
    )
  const read = async () => ({
    blocked: await select('select blocker_id, blocked_id from block order by 1, 2'),
    declared: await select(
      'select "designer_id" from "declared" where "book_id" = 1 and "juror_id" = 1 order by 1',
    ),
    flags: await select(
      'select "flag"."logo_id", "text" from "flag" inner join "logo" on "logo"."logo_id" = "flag"."logo_id"',
    ),
    conflicts: await select('select logo_id, number, reason from conflict order by 1, 2'),
    moved: await select('select "logo_id" from "moved" where "book_id" = 1 order by "moved_id"'),
    results: await select(
      'select result.logo_id, result.rank, first_rank from result join logo using (logo_id) order by result.rank nulls last, 1',
    ),
  })

  it('are read and written by their former names, as a process of the version before does', async () => {
    await block(1, 2)
    await declare(3)
    await flag('Seen before.')
    await conflict(1)
    await move([4, 3])
    await rank([1, 2], true)
    expect(await isBlocked(1, 2)).toBe(true)
    const before = await read()

    expect(await migrate(database.url)).toContain('0045-tables-named-by-owner.sql')
    expect(await read()).toEqual(before)
    expect(await isBlocked(1, 2)).toBe(true)

    // What is there already, and what is new.
    await block(1, 2)
    await block(1, 3)
    await unblock(1, 2)
    await declare(3, 4)
    await flag('Seen elsewhere.')
    await conflict(1)
    await conflict(2)
    await move([2, 1])
    await rank([2, 1, 3], false)
    await send('delete from logo where logo_id = 3')
    await send(
      'delete from result where book_id = $1 and not exists (select 1 from logo where logo.logo_id = result.logo_id)',
      [1],
    )
    expect(await read()).toEqual({
      blocked: [{ blocker_id: 1, blocked_id: 3 }],
      declared: [{ designer_id: 3 }, { designer_id: 4 }],
      flags: [{ logo_id: 1, text: 'Seen elsewhere.' }],
      conflicts: [
        { logo_id: 1, number: 1, reason: 'declared' },
        { logo_id: 2, number: 1, reason: 'declared' },
      ],
      moved: [4, 3, 2, 1].map(logo_id => ({ logo_id })),
      results: [
        { logo_id: 2, rank: 1, first_rank: 2 },
        { logo_id: 1, rank: 2, first_rank: 1 },
      ],
    })
    expect([await isBlocked(1, 2), await isBlocked(1, 3)]).toEqual([false, true])
    await send('delete from "block" where ("blocker_id" = $1 or "blocked_id" = $1)', [3])
    expect(await select('select from member_block')).toEqual([])
  })

  it('take rows and give them back by their former names', async () => {
    await block(1, 2)
    await declare(3)
    await flag('Seen before.')
    await conflict(1)
    await move([4])
    await rank([1], true)
    await migrate(database.url)
    for (const name of formerNames) {
      const [row] = await select(`select * from "${name}" for update`)
      expect(await select(`delete from "${name}" returning *`)).toEqual([row])
      // The database gives this one.
      const { moved_id, ...values } = row
      const columns = Object.keys(values)
      const marks = columns.map((_, i) => `$${i + 1}`)
      const insert = `insert into "${name}" (${columns}) values (${marks}) returning *`
      expect((await send(insert, Object.values(values))).rows).toMatchObject([values])
      const update = `update "${name}" set (${columns}) = row (${marks}) returning *`
      expect((await send(update, Object.values(values))).rows).toMatchObject([values])
      expect(moved_id === undefined).toBe(name !== 'moved')
    }
  })

  it('leave no constraint, index, sequence or function with their former names', async () => {
    await migrate(database.url)
    await block(1, 2)
    await send(`drop view ${formerNames.join(', ')}`)
    expect(await select('select is_blocked(2, 1)')).toEqual([{ is_blocked: true }])
    await expect(send('insert into follow (follower_id, followed_id) values (2, 1)')).rejects.toThrow(
      'One has blocked the other',
    )
    await expect(send('insert into logo_like (designer_id, logo_id) values (1, 1)')).rejects.toThrow(
      'One has blocked the other',
    )
    const named = await select(`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace
      union select conname from pg_constraint where connamespace = 'public'::regnamespace`)
    const former = new RegExp(`^(${formerNames.join('|')})(_|$)`)
    expect(
      named.map(({ name }) => name).filter(name => former.test(name) && !name.startsWith('result_letter')),
    ).toEqual([])
  })
})
