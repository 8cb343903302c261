import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../tests/test-database.ts'
import { type Connection, connect, poolOf, TimedPool, transaction } from './connect.ts'
import { openPools } from './pools.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: Connection

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

const select = async (text: string) => (await connection.pool.query(text)).rows[0]

it('reads counts as numbers and days as text', async () => {
  expect(await select(`select count(*) as n, date '2026-02-28' as day from generate_series(1, 3)`)).toEqual({
    n: 3,
    day: '2026-02-28',
  })
})

it('fails rather than round a number that is too large', async () => {
  await expect(select('select 9007199254740993 as n')).rejects.toThrow('does not fit')
})

it('works in UTC', async () => {
  expect(await select(`select timestamptz '2026-01-31 23:30:00+00' :: date as day`)).toEqual({
    day: '2026-01-31',
  })
})

it('cancels a query after its timeout', async () => {
  const impatient = connect(database.url, { max: 1, statementTimeout: 50 })
  await expect(impatient.pool.query('select pg_sleep(5)')).rejects.toThrow('statement timeout')
  await impatient.close()
})

it('opens as many connections for payments as it may, and no more', async () => {
  const { dedicatedPools, close } = openPools(database.url, { max: 4 })
  try {
    await Promise.all(
      Array.from({ length: 20 }, () => sql`select pg_sleep(0.01)`.execute(dedicatedPools.payments)),
    )
    expect(poolOf.get(dedicatedPools.payments)!.totalCount).toBe(4)
  } finally {
    await close()
  }
})

it('runs a transaction again when it was the victim of a deadlock', async () => {
  await sql`create table seat (id int primary key, taken int not null)`.execute(connection.db)
  await sql`insert into seat values (1, 0), (2, 0)`.execute(connection.db)
  let runs = 0
  const { promise: bothHaveOne, resolve: meet } = Promise.withResolvers<void>()
  const take = (ids: [number, number]) =>
    transaction(connection.db, async trx => {
      await sql`update seat set taken = taken + 1 where id = ${ids[0]}`.execute(trx)
      if (++runs === 2) meet()
      await bothHaveOne
      await sql`update seat set taken = taken + 1 where id = ${ids[1]}`.execute(trx)
    })
  await Promise.all([take([1, 2]), take([2, 1])])
  expect(runs).toBe(3)
  expect(await select('select array_agg(taken) as taken from seat')).toEqual({ taken: [2, 2] })
})

it('joins the transaction it is called in', async () => {
  const failing = transaction(connection.db, async trx => {
    await transaction(trx, inner => sql`insert into seat values (3, 0)`.execute(inner))
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await select('select count(*) as n from seat where id = 3')).toEqual({ n: 0 })
})

const empty = { queuedSinceMs: 0, oldestWaitMs: 0 }

it('reports how many queries are queued, and for how long', async () => {
  const { pool, close } = connect(database.url, { max: 1 })
  const held = await pool.connect()
  const first = pool.connect()
  await expect.poll(() => pool.queue.oldestWaitMs).toBeGreaterThan(20)
  const second = pool.query('select 1')
  held.release()
  const next = await first
  // The queue’s age is not reset when its first caller gets a connection.
  expect(pool.queue.queuedSinceMs).toBeGreaterThan(20)
  next.release()
  await second
  expect(pool.queue).toEqual(empty)
  await close()
})

it('a pooler that lets a connection in and then has none to the server fails the caller after the time to connect', async () => {
  const [authenticationOk, readyForQuery] = [
    [82, 0, 0, 0, 8, 0, 0, 0, 0],
    [90, 0, 0, 0, 5, 73],
  ]
  const pooler = createServer(socket =>
    socket.once('data', () => socket.write(Buffer.from([...authenticationOk, ...readyForQuery]))),
  )
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const { pool, close } = connect(`postgres://127.0.0.1:${(pooler.address() as AddressInfo).port}/x`, {
    connectTimeout: 200,
    statementTimeout: 0,
  })
  await expect(pool.query('select 1')).rejects.toThrow('Query read timeout')
  await close()
  pooler.close()
})

it('counts a caller as queued only while it waits for a connection, and not after a failure', async () => {
  // A server that accepts connections and never answers.
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { pool, close } = connect(`postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/x`, {
    max: 1,
  })
  const opening = pool.connect()
  expect(pool.queue).toEqual(empty)
  const inLine = pool.connect()
  await expect.poll(() => pool.queue.oldestWaitMs).toBeGreaterThan(20)
  await expect(opening).rejects.toThrow()
  await expect(inLine).rejects.toThrow()
  expect(pool.queue).toEqual(empty)

  // An address to which no connection can be opened.
  const unsure = new TimedPool({
    connectionString: 'postgres://127.0.0.1/x?sslrootcert=/there/is/none.pem',
    max: 1,
  })
  await expect((async () => unsure.connect())()).rejects.toThrow('ENOENT')
  expect(unsure.queue).toEqual(empty)
  await Promise.all([close(), unsure.end()])
  silent.close()
})
