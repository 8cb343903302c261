import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../tests/test-database.ts'
import { type Connection, connect, transaction } from './connect.ts'
import { prepared, runPrepared } from './prepared.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: Connection

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, { max: 1 })
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

const listNumbers = prepared('test-numbers', (db, params: { from: number; to: number; most: number }) =>
  sql<{ n: number; word: string }>`select n, ${'constant'}::text as word
    from generate_series(${params.from}::int, ${params.to}::int) n where n >= ${params.from}::int
    limit (select ${params.most}::int)`.compile(db),
)

it('gives each value one parameter, however often the text uses it', async () => {
  expect(await listNumbers(connection.db, { from: 3, to: 9, most: 2 })).toEqual([
    { n: 3, word: 'constant' },
    { n: 4, word: 'constant' },
  ])
})

it('is parsed once per connection, and later runs by a generic plan', async () => {
  for (let from = 1; from <= 10; from++) await listNumbers(connection.db, { from, to: 20, most: 5 })
  const plans = await sql<{ custom_plans: number; generic_plans: number }>`
    select custom_plans, generic_plans from pg_prepared_statements where name = 'test-numbers'`.execute(
    connection.db,
  )
  expect(plans.rows).toHaveLength(1)
  expect(plans.rows[0]!.custom_plans).toBe(5)
  expect(plans.rows[0]!.generic_plans).toBeGreaterThan(0)
})

it('belongs to the transaction it is sent in', async () => {
  await sql`create table mark (n int)`.execute(connection.db)
  const addMark = prepared('test-mark', (db, params: { n: number }) =>
    sql`insert into mark values (${params.n})`.compile(db),
  )
  const failing = transaction(connection.db, async trx => {
    await addMark(trx, { n: 1 })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect((await sql`select * from mark`.execute(connection.db)).rows).toEqual([])
})

it('refuses a computed value at preparation, and a name that is taken', () => {
  expect(() =>
    prepared('test-computed', (db, params: { page: number }) => sql`select ${params.page * 2}`.compile(db)),
  ).toThrow(TypeError)
  expect(() => prepared('test-numbers', db => sql`select 1`.compile(db))).toThrow('test-numbers')
})

it('prepares each text of a query that has variants, and no more than sixteen of them', async () => {
  const run = (word: string, n: number) =>
    runPrepared(
      connection.db,
      'test-variant',
      connection.db.selectNoFrom([sql<number>`${n}::int`.as('n'), sql.lit(word).as('word')]),
    )
  for (let n = 1; n <= 10; n++) expect(await run('first', n)).toEqual([{ n, word: 'first' }])
  for (let n = 1; n <= 20; n++) await run(`word ${n}`, n)
  const { rows } = await sql<{ name: string; runs: number }>`
    select name, custom_plans + generic_plans as runs from pg_prepared_statements
    where name like 'test-variant%' order by prepare_time`.execute(connection.db)
  expect(rows).toHaveLength(16)
  expect(rows[0]).toEqual({ name: 'test-variant-1', runs: 10 })
})
