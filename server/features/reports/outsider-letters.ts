import type { Db } from '../../db/connect.ts'
import { isWithin } from '../../http/limits.ts'
import { addressDigest } from './messages.ts'

const lettersPerOutsider = { name: 'report:letters', most: 3, seconds: 86_400 }

/**
 * Whether an address without an account gets another letter today: anyone can type it. Counts the letter in the transaction that
 * writes it.
 */
export const mayWriteToOutsider = (trx: Db, email: string, now: Date) =>
  isWithin(trx, lettersPerOutsider, addressDigest(email), now)
