import { createHash } from 'node:crypto'

// The score chain: every score that was accepted, each line hashed with the one before it. Its last hash is published.

export type ScoreLine = {
  n: number
  logo_id: number
  juror: number
  round: 1 | 2
  score: number
  scored_at: Date
  kept_at: Date
}

export const formatScoreLine = ({ n, logo_id, juror, round, score, scored_at, kept_at }: ScoreLine) =>
  [n, logo_id, juror, round, score, scored_at.toISOString(), kept_at.toISOString()].join(',')

/** `before`: the hash of the line before in hexadecimal, for the first line the book's commitment. */
export const hashScoreLine = (before: string, line: string) =>
  createHash('sha256').update(`${before}\n${line}`).digest('hex')
