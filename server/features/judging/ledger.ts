import { createHash } from 'node:crypto'

// The ledger of scores: every score ever kept, each line hashed with the one before it. Its last hash is published.

export type LedgerLine = {
  n: number
  logo_id: number
  juror: number
  round: 1 | 2
  score: number
  scored_at: Date
  kept_at: Date
}

export const formatLedgerLine = ({ n, logo_id, juror, round, score, scored_at, kept_at }: LedgerLine) =>
  [n, logo_id, juror, round, score, scored_at.toISOString(), kept_at.toISOString()].join(',')

/** `before`: the hash of the line before in hexadecimal, for the first line the book's commitment. */
export const hashLedgerLine = (before: string, line: string) =>
  createHash('sha256').update(`${before}\n${line}`).digest('hex')
