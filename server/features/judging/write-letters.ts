import { type Db, transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { enqueueMails } from '../mail/queries.ts'
import { writeResults } from './messages.ts'
import { claimEntrants, noteLetters } from './queries.ts'

/** Letters in one transaction. */
const portion = 200

/**
 * Puts the letters of published books into the outbox, until all are written or `signal` aborts. Each portion is one
 * transaction: after a crash the rest is written, and no letter twice. Returns how many it wrote.
 */
export async function writeResultLetters(
  { db, now, publicUrl }: Pick<Services, 'now' | 'publicUrl'> & { db: Db },
  signal?: AbortSignal,
): Promise<number> {
  let written = 0
  while (!signal?.aborted) {
    const count = await transaction(db, async trx => {
      const entrants = await claimEntrants(trx, portion, now())
      if (!entrants.length) return 0
      await enqueueMails(
        trx,
        entrants.map(entrant => writeResults(entrant, publicUrl)),
      )
      await noteLetters(trx, entrants, now())
      return entrants.length
    })
    if (!count) break
    written += count
  }
  return written
}
