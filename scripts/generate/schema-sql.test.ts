import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Connection, connect } from '../../server/db/connect.ts'
import { writeSchemaSql } from './schema-sql.ts'
import { createScratchDatabase } from './scratch.ts'

let database: Awaited<ReturnType<typeof createScratchDatabase>>
let connection: Connection

beforeAll(async () => {
  database = await createScratchDatabase(inject('database').server)
  connection = connect(database.url, { max: 1 })
  await connection.pool.query(`
    create table piece (
      piece_id integer generated always as identity primary key,
      title text not null default '' check (length(title) < 9),
      bits bit(64)
    );
    create index piece_title on piece (title);
    create function bump() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger piece_bump after insert on piece for each row execute function bump();
    create view titles as select title from piece;
    create materialized view title_count as select count(*) as n from piece`)
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

test('tables, indexes, triggers, views and functions are written', async () => {
  const schema = await writeSchemaSql(connection.pool)
  for (const part of [
    'create table piece (\n  piece_id integer not null generated always as identity,',
    "title text not null default ''::text,",
    'constraint piece_title_check CHECK (length(title) < 9)',
    'CREATE INDEX piece_title ON piece USING btree (title);',
    'CREATE TRIGGER piece_bump AFTER INSERT ON piece FOR EACH ROW EXECUTE FUNCTION bump();',
    'create view titles as',
    'create materialized view title_count as',
    'CREATE OR REPLACE FUNCTION bump()',
  ])
    expect(schema).toContain(part)
})

test.each([
  ['the type of a column', 'alter table piece alter bits type bit(65)'],
  ['a default', `alter table piece alter title set default 'x'`],
  ['a null constraint', 'alter table piece alter title drop not null'],
  ['another column', 'alter table piece add more text'],
  ['the storage of a column', 'alter table piece alter bits set storage main'],
  ['the statistics of a column', 'alter table piece alter title set statistics 500'],
  ['the start of an identity', 'alter table piece alter piece_id set start 1000'],
  ['a check', 'alter table piece add check (piece_id > 0)'],
  ['the name of a constraint', 'alter table piece rename constraint piece_title_check to short_title'],
  ['an option of an index', 'alter index piece_title set (fillfactor = 50)'],
  ['an option of a table', 'alter table piece set (fillfactor = 50)'],
  ['a comment on a column', `comment on column piece.title is 'shown'`],
  ['a comment on a table', `comment on table piece is 'of art'`],
  [
    'a body of a function',
    `create or replace function bump() returns trigger language plpgsql as $$ begin return new; end $$`,
  ],
  ['an attribute of a function', 'alter function bump() cost 7'],
  ['a disabled trigger', 'alter table piece disable trigger piece_bump'],
  ['the query of a view', 'create or replace view titles as select upper(title) as title from piece'],
  ['an index of a materialized view', 'create index on title_count (n)'],
  ['a grant', 'grant select on piece to public'],
  ['extended statistics', 'create statistics piece_stats on title, bits from piece'],
  ['an extension', 'create extension pg_trgm'],
])('%s changes what is written', async (_, change) => {
  const before = await writeSchemaSql(connection.pool)
  const { pool } = connection
  // One connection, so the change is seen and undone.
  await pool.query('begin')
  try {
    await pool.query(change)
    expect(await writeSchemaSql(pool)).not.toBe(before)
  } finally {
    await pool.query('rollback')
  }
  expect(await writeSchemaSql(pool)).toBe(before)
})
