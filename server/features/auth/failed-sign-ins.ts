import { createHmac } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { clearHits } from '../../http/limits.ts'

export const failedPerAddress = { name: 'sign-in:address', most: 100, seconds: 900 }
/** What was typed, whether anybody has that name or not: only this is answered 429. */
export const failedPerName = { name: 'sign-in:name', most: 10, seconds: 900 }
/**
 * An account has two names, and one count for both. Beyond it every password is wrong, the right one too: a 429, or
 * letting the right one in, would tell which address belongs to which user name, or that the guess was good.
 */
export const failedPerAccount = { name: 'sign-in:account', most: 10, seconds: 900, isSilent: true } as const

/** Names are kept as hashes only, since people type passwords into the wrong field. */
export const hashName = (secret: string, name: string) =>
  createHmac('sha256', secret).update(`sign-in:${name.toLowerCase()}`).digest('base64url')

/** A new password starts anew: who has just set it is not kept out by those who guessed at the old one. */
export async function forgetFailedSignIns(
  db: Db,
  account: { designer_id: number; username: string; email: string },
  secret: string,
) {
  await clearHits(db, failedPerAccount, String(account.designer_id))
  for (const name of [account.username, account.email])
    await clearHits(db, failedPerName, hashName(secret, name))
}
