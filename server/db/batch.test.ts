import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/test-database.ts'
import { batched } from './batch.ts'
import { type Connection, connect, type Db } from './connect.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: Connection
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
  db = connection.db
  await sql`create table number (n integer primary key check (n > 0))`.execute(db)
})
beforeEach(async () => {
  await sql`truncate number`.execute(db)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** Adds numbers, answers each with its tenfold, and says how many were added at once. */
function makeInsert() {
  const sizes: number[] = []
  const insert = batched(async (db, numbers: number[]) => {
    sizes.push(numbers.length)
    await sql`insert into number select unnest(${numbers}::int[])`.execute(db)
    return numbers.map(n => 10 * n)
  })
  return { insert, sizes }
}

const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)
const stored = async () =>
  (await sql<{ n: number }>`select n from number order by n`.execute(db)).rows.map(({ n }) => n)

test('calls that arrive while two batches run are the next batch, and each gets its own result', async () => {
  const { insert, sizes } = makeInsert()
  const numbers = numbersFrom(1, 20)
  expect(await Promise.all(numbers.map(n => insert(db, n)))).toEqual(numbers.map(n => 10 * n))
  expect(sizes).toEqual([1, 1, 18])
  expect(await insert(db, 21)).toBe(210)
  expect(await stored()).toEqual(numbersFrom(1, 21))
})

test('a batch has at most 64 calls', async () => {
  const { insert, sizes } = makeInsert()
  await Promise.all(numbersFrom(1, 150).map(n => insert(db, n)))
  expect(sizes.toSorted((a, b) => a - b)).toEqual([1, 1, 20, 64, 64])
})

test('of a batch whose values are refused, only the wrong calls fail', async () => {
  const { insert, sizes } = makeInsert()
  const numbers = [1, 2, 3, -4, 5, 99_999_999_999, 7, 7, 9, 10]
  const settled = await Promise.allSettled(numbers.map(n => insert(db, n)))
  const fine = settled.map(({ status }) => status === 'fulfilled')
  expect(fine).toEqual([true, true, true, false, true, false, true, false, true, true])
  expect(await stored()).toEqual([1, 2, 3, 5, 7, 9, 10])
  // The first batch of eight and its parts, one after the other: one wrong call does not send all others by themselves.
  expect(sizes).toEqual([1, 1, 8, 4, 2, 1, 1, 2, 1, 1, 4, 2, 1, 1, 2])
})

test('another error fails all calls of the batch, which does not run again', async () => {
  let runs = 0
  const insert = batched(async (db: Db, numbers: number[]) => {
    runs++
    if (numbers.length > 1) await sql`select from missing`.execute(db)
    return numbers
  })
  const settled = await Promise.allSettled(numbersFrom(1, 5).map(n => insert(db, n)))
  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, false, false])
  expect(runs).toBe(3)
  expect(await insert(db, 6)).toBe(6)
})

test('while as many batches as may run wait for locks, the next one goes on', async () => {
  const { insert } = makeInsert()
  const locking = await connection.pool.connect()
  await locking.query('begin')
  await locking.query('insert into number values (1), (2)')
  const blocked = [1, 2].map(n => insert(db, n).catch(error => String(error)))
  try {
    await Promise.all(numbersFrom(3, 9).map(n => insert(db, n)))
  } finally {
    await locking.query('commit')
    locking.release()
  }
  for (const each of await Promise.all(blocked)) expect(each).toContain('number_pkey')
  expect(await stored()).toEqual(numbersFrom(1, 11))
})

test('an error that is thrown at once fails the call, and the next one runs', async () => {
  const half = batched((_db: Db, numbers: number[]) => {
    if (numbers[0]! % 2) throw new Error('It is odd.')
    return Promise.resolve(numbers.map(n => n / 2))
  })
  await expect(half(db, 3)).rejects.toThrow('It is odd.')
  expect(await half(db, 4)).toBe(2)
})
