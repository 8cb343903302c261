import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createScratchDatabase } from '../../scripts/generate/scratch.ts'
import { migrate } from './migrate.ts'

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
