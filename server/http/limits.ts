import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { dayMs } from '../../shared/rules/time.ts'
import type { Db } from '../db/connect.ts'
import type { Hits, Valkey } from '../outside/valkey.ts'
import type { Services } from '../services.ts'
import { HttpError } from './errors.ts'

/** The Valkey that keeps the counts in place of a database. */
const valkeyOf = new WeakMap<Db, Valkey>()

/**
 * Makes Valkey count the hits that are counted over these pools. What is counted in a transaction is a row, which is undone with it:
 * each limit is counted either over a pool or in transactions, never both.
 */
export function countInValkey(valkey: Valkey, ...dbs: Db[]) {
  for (const db of dbs) valkeyOf.set(db, valkey)
}

/**
 * A rate limit in fixed windows: `most` hits in `seconds`, counted for all processes together, in Valkey or PostgreSQL. Beyond a silent
 * limit an attempt is still made and always fails, so that it looks like a wrong one. Beyond a limit with `slowedTo`,
 * attempts are still made within that second limit.
 */
export type Limit = {
  name: string
  most: number
  seconds: number
  isSilent?: true
  slowedTo?: Limit
  sentence?: string
}

/**
 * Counts a hit of `key` under `limit` and throws 429 beyond it. Call it before the act, so that parallel attempts cannot all
 * pass.
 */
export async function countHit(db: Db, limit: Limit, key: string, now: Date) {
  const { count, msLeft } = await addHit(db, limit, key, now)
  if (count <= limit.most) return
  const retryAfter = Math.max(1, Math.ceil(msLeft / 1000))
  const sentence = limit.sentence ?? 'Too many attempts.'
  throw new HttpError(429, `${sentence} Please wait ${waitInWords(retryAfter)}.`, { retryAfter })
}

/** Counts a hit; gives whether it is within the limit. */
export async function isWithin(db: Db, limit: Limit, key: string, now: Date): Promise<boolean> {
  return (await addHit(db, limit, key, now)).count <= limit.most
}

/** Counts a hit; gives the hits of the window, and how long that still lasts. */
async function addHit(db: Db, limit: Limit, key: string, now: Date): Promise<Hits> {
  const valkey = valkeyOf.get(db)
  if (valkey) return valkey.countHits(limit, key, 1)
  const start = windowStart(limit, now)
  const { count } = await db
    .insertInto('limit_count')
    .values({ key: `${limit.name}:${key}`, window_start: start, count: 1 })
    .onConflict(c => c.columns(['key', 'window_start']).doUpdateSet({ count: sql`limit_count.count + 1` }))
    .returning('count')
    .executeTakeFirstOrThrow()
  return { count, msLeft: start.getTime() + limit.seconds * 1000 - now.getTime() }
}

/**
 * Counts an attempt under each limit, and takes the counts back unless the attempt was made and was wrong: one that was
 * refused before, or that failed for a reason of ours, is not a guess.
 */
export async function countUnlessRight(
  db: Db,
  limits: readonly (readonly [Limit, string])[],
  now: Date,
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const counted: (readonly [Limit, string])[] = []
  let isBlocked = false
  let wrong = false
  try {
    for (const each of limits) {
      counted.push(each)
      const [limit, key] = each
      if (limit.slowedTo) {
        if (!(await isWithin(db, limit, key, now))) await countHit(db, limit.slowedTo, key, now)
      } else if (!limit.isSilent) await countHit(db, limit, key, now)
      else if (!(await isWithin(db, limit, key, now))) isBlocked = true
    }
    wrong = !(await attempt()) || isBlocked
    return !wrong
  } finally {
    if (!wrong) for (const each of counted) await forgiveHit(db, ...each, now)
  }
}

/**
 * Counts a member's write under a limit, which is ten times as high for demonstration data. A write that fails or changes
 * nothing is not counted.
 */
export async function countIfChanged<Result>(
  { db, now, hasDemoData }: Pick<Services, 'db' | 'now' | 'hasDemoData'>,
  limit: Limit,
  designerId: number,
  write: () => Promise<{ isChanged: boolean; result: Result }>,
): Promise<Result> {
  const applied = hasDemoData ? { ...limit, most: limit.most * 10 } : limit
  const at = now()
  let isCounted = false
  try {
    await countHit(db, applied, String(designerId), at)
    const { isChanged, result } = await write()
    isCounted = isChanged
    return result
  } finally {
    if (!isCounted) await forgiveHit(db, applied, String(designerId), at)
  }
}

async function forgiveHit(db: Db, limit: Limit, key: string, now: Date) {
  const valkey = valkeyOf.get(db)
  if (valkey) return void (await valkey.countHits(limit, key, -1))
  await db
    .updateTable('limit_count')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', `${limit.name}:${key}`)
    .where('window_start', '=', windowStart(limit, now))
    .execute()
}

/** How many hits of `key` count in the present window. */
export async function countOf(db: Db, limit: Limit, key: string, now: Date): Promise<number> {
  const valkey = valkeyOf.get(db)
  if (valkey) return valkey.readHits(limit, key)
  const row = await db
    .selectFrom('limit_count')
    .where('key', '=', `${limit.name}:${key}`)
    .where('window_start', '=', windowStart(limit, now))
    .select('count')
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Resets the counter of `key`. */
export async function clearHits(db: Db, limit: Limit, key: string) {
  const valkey = valkeyOf.get(db)
  if (valkey) return valkey.clearHits(limit, key)
  await db.deleteFrom('limit_count').where('key', '=', `${limit.name}:${key}`).execute()
}

/** Deletes the counters of past windows. The longest window is a day. */
export async function clearOldHits(db: Db, now: Date) {
  await db
    .deleteFrom('limit_count')
    .where('window_start', '<', new Date(now.getTime() - dayMs))
    .execute()
}

/** The key of an address: of IPv6 the /64 network, because one subscriber has all of it. */
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
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`
}
