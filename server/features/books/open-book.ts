import { createHash, randomBytes } from 'node:crypto'
import type { core } from 'zod/mini'
import type { open } from '../../../shared/api/desk/books.ts'
import { daysToResults } from '../../../shared/rules/books.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { enterHeld, findBook, findOpenBook } from './queries.ts'

type Input = core.output<(typeof open)['input']>

/** A secret for the draw, and its hash, which is published at once. */
export function makeCommitment(now: Date) {
  const secret = randomBytes(32)
  return { secret, commitment: createHash('sha256').update(secret).digest('hex'), committed_at: now }
}

const resultsAfter = (closes: Date) => new Date(closes.getTime() + daysToResults * dayMs)

/** Refuses dates that contradict each other. */
export function checkDates(dates: {
  closes_at: Date
  results_by: Date
  beacon_source: string | null
  beacon_at: Date | null
}) {
  const { closes_at, results_by, beacon_source, beacon_at } = dates
  if (results_by < closes_at) throw invalid('results_by', 'The results can’t be due before the deadline.')
  if (beacon_at && !beacon_source) throw invalid('beacon_source', 'Say which public value it will be.')
  if (beacon_at && beacon_at <= closes_at)
    throw invalid(
      'beacon_at',
      'The public value must come after the deadline, so that no one knows it before.',
    )
}

/** Opens a book and commits to the secret of its draw. Idempotent for the same input. */
export async function openBook({ db, now }: Pick<Services, 'db' | 'now'>, input: Input, actor: Actor) {
  const { why, ...facts } = input
  const values = {
    ...facts,
    results_by: facts.results_by ?? resultsAfter(facts.closes_at),
    border_round: facts.border_round === 1,
    beacon_source: facts.beacon_source ?? null,
    beacon_at: facts.beacon_at ?? null,
  }
  const slug = `${input.series}-${input.number}`
  const wasThere = await findBook(db, slug)
  if (wasThere?.state === 'open' && isSame(wasThere, values)) return slug
  if (input.closes_at <= now()) throw invalid('closes_at', 'The deadline must be in the future.')
  checkDates(values)
  await transaction(db, async trx => {
    const added = await trx
      .insertInto('book')
      .values({ ...values, ...makeCommitment(now()) })
      .onConflict(c => c.doNothing())
      .returning('book_id')
      .executeTakeFirst()
    if (!added) throw await refusal(trx, slug)
    await enterHeld(trx)
    const act = { what: 'books.open', kind: 'book', id: added.book_id, after: values, why } as const
    await recordAct(trx, actor, act, now())
  })
  return slug
}

function isSame<Values extends object>(row: Record<keyof Values, unknown>, values: Values) {
  const keys = Object.keys(values) as (keyof Values)[]
  return keys.every(key => JSON.stringify(row[key]) === JSON.stringify(values[key]))
}

async function refusal(db: Db, slug: string) {
  const there = await findBook(db, slug)
  if (there) return new HttpError(409, `${there.shown_title} already exists.`)
  const open = await findOpenBook(db)
  return new HttpError(409, `Another book is open. Close ${open?.slug ?? 'it'} first.`)
}
