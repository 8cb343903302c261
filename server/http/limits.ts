import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { HttpError } from './errors.ts'

/**
 * At most so often in so many seconds, counted in PostgreSQL and so over all processes. Beyond a silent limit a try is
 * still made and then fails in any case, so that nothing tells it from a wrong one.
 */
export type Limit = { name: string; most: number; seconds: number; isSilent?: true }

/**
 * Counts one more under `limit` for `whom` and throws 429 when that is over it. Counting comes before the act,
 * so that parallel tries cannot all slip through.
 */
export async function countHit(db: Db, limit: Limit, whom: string, now: Date) {
  if (await isWithin(db, limit, whom, now)) return
  const end = windowStart(limit, now).getTime() / 1000 + limit.seconds
  const retryAfter = Math.max(1, Math.ceil(end - now.getTime() / 1000))
  throw new HttpError(429, `Too many tries. Please wait ${waitInWords(retryAfter)}.`, { retryAfter })
}

/** Counts one more; whether it was still within the limit. */
export async function isWithin(db: Db, limit: Limit, whom: string, now: Date): Promise<boolean> {
  const { count } = await db
    .insertInto('limit_count')
    .values({ key: `${limit.name}:${whom}`, window_start: windowStart(limit, now), count: 1 })
    .onConflict(c => c.columns(['key', 'window_start']).doUpdateSet({ count: sql`limit_count.count + 1` }))
    .returning('count')
    .executeTakeFirstOrThrow()
  return count <= limit.most
}

/**
 * Counts a try under each limit and takes every count back unless the try was made and was wrong: what was refused
 * unseen, or failed for a reason of ours, is nobody's guess.
 */
export async function countUnlessRight(
  db: Db,
  limits: readonly (readonly [Limit, string])[],
  now: Date,
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const counted: (readonly [Limit, string])[] = []
  let isShut = false
  let wrong = false
  try {
    for (const each of limits) {
      counted.push(each)
      if (!each[0].isSilent) await countHit(db, ...each, now)
      else if (!(await isWithin(db, ...each, now))) isShut = true
    }
    wrong = !(await attempt()) || isShut
    return !wrong
  } finally {
    if (!wrong) for (const each of counted) await forgiveHit(db, ...each, now)
  }
}

async function forgiveHit(db: Db, limit: Limit, whom: string, now: Date) {
  await db
    .updateTable('limit_count')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', `${limit.name}:${whom}`)
    .where('window_start', '=', windowStart(limit, now))
    .execute()
}

/** Forgets what was counted of `whom`. */
export async function clearHits(db: Db, limit: Limit, whom: string) {
  await db.deleteFrom('limit_count').where('key', '=', `${limit.name}:${whom}`).execute()
}

/** Deletes the counts of windows that are over; called now and then. The longest window is a day. */
export async function clearOldHits(db: Db, now: Date) {
  await db
    .deleteFrom('limit_count')
    .where('window_start', '<', new Date(now.getTime() - 86_400_000))
    .execute()
}

/** One household, one counter: an IPv6 subscriber owns a whole /64. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const left = head ? head.split(':') : []
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const full = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${full
    .slice(0, 4)
    .map(part => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`
}

function windowStart(limit: Limit, now: Date) {
  const ms = limit.seconds * 1000
  return new Date(Math.floor(now.getTime() / ms) * ms)
}

function waitInWords(seconds: number) {
  if (seconds < 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
