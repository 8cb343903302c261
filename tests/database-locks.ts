import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../server/db/connect.ts'

/** How many statements in this database wait for a lock. */
export async function countBlocked(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.count
}

/** Waits until a statement of `work` waits for a lock; fails at once when `work` ends without having waited. */
export async function untilBlocked(db: Db, work: Promise<unknown>) {
  let hasEnded = false
  let isBlocked = false
  const end = () => {
    hasEnded = true
  }
  work.then(end, end)
  const look = async () => {
    isBlocked = !hasEnded && (await countBlocked(db)) > 0
    return hasEnded || isBlocked
  }
  await expect.poll(look, { interval: 10 }).toBe(true)
  expect(isBlocked, 'a statement waits for a lock').toBe(true)
}
