import type { Db } from '../../db/connect.ts'
import { isWithin } from '../../http/limits.ts'
import { addressDigest } from './messages.ts'

const lettersPerOutsider = { name: 'report:letters', most: 3, seconds: 86_400 }

/** Whether an address without an account gets another letter today: anyone can type it. Counts the letter. */
export const mayWriteToOutsider = (db: Db, email: string, now: Date) =>
  isWithin(db, lettersPerOutsider, addressDigest(email), now)
