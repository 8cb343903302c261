import type { Db } from '../db/connect.ts'
import { isCommonPassword } from '../lib/common-passwords.ts'
import { isPassword } from '../lib/password.ts'
import { invalid, notSignedIn } from './errors.ts'
import { countUnlessRight } from './limits.ts'

export const wrongPerAccount = { name: 'password:account', most: 10, seconds: 900 }

/** Re-authentication: refuses, at `field`, a call whose password is not the account's. Wrong ones are limited per account. */
export async function requirePassword<Account extends { designer_id: number; password_hash: string }>(
  db: Db,
  account: Account | undefined,
  { field, password }: { field: string; password: string },
  now: Date,
): Promise<Account> {
  if (!account) throw notSignedIn()
  const isRight = await countUnlessRight(db, [[wrongPerAccount, String(account.designer_id)]], now, () =>
    isPassword(password, account.password_hash),
  )
  if (!isRight) throw invalid(field, 'Current password is incorrect.')
  return account
}

/** Refuses, at its field, a new password that is on the list of common ones. */
export function refuseCommonPassword(field: string, password: string) {
  if (isCommonPassword(password)) throw invalid(field, 'Password is too common.')
}
