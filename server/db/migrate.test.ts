import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { migrate } from './migrate.ts'
import { createScratchDatabase } from './scratch.ts'

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

it('leaves nothing of a file that fails, and names its line', async () => {
  await write('0001-likes.sql', likes)
  await write('0002-broken.sql', 'create table half (id int);\n\nalter table missing add note text;\nselect;')
  await write('0003-never.sql', 'create table never (id int);')
  await expect(run()).rejects.toThrow(/Migration 0002-broken.sql.*: relation "missing" does not exist/)
  expect(await select('select name from schema_migration')).toEqual([{ name: '0001-likes.sql' }])
  expect(await select(`select to_regclass('half') as half`)).toEqual([{ half: null }])

  await write('0002-broken.sql', 'create table half (id int);\n\ninsert into half (wrong) values (1);')
  await expect(run()).rejects.toThrow('Migration 0002-broken.sql, line 3: column "wrong"')
})

it('waits for a busy table without making others queue behind it', async () => {
  await write('0001-likes.sql', likes)
  await run()
  await write('0002-more.sql', 'alter table likes add note text;')
  await client.query('begin; lock table likes in share mode')
  const migrated = run()
  await sleep(2600)
  await client.query('commit')
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
