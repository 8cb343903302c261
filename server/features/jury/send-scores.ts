import type { core } from 'zod/mini'
import type { sendScores as call } from '../../../shared/api/jury.ts'
import { highestScore, roundOf } from '../../../shared/rules/books.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { formatScoreLine, hashScoreLine } from '../judging/score-chain.ts'
import {
  insertScores,
  listAnswered,
  listOwnTiles,
  lockChain,
  type NewScore,
  type OwnTile,
  type Seat,
} from './queries.ts'
import { type Refusal, refusalText, refuse, whyTaken } from './refusals.ts'

type Sent = core.output<(typeof call)['input']>['scores'][number]
type Answer = { key: string; state: 'kept' | 'refused'; error?: string }

/**
 * Keeps a batch of scores, or none of it where one is malformed or on somebody else's tile. A key counts once, however
 * often and in parallel it is sent: a later call finds its answer, behind the lock of the book's score chain.
 */
export async function sendScores(
  { db, now }: Pick<Services, 'db' | 'now'>,
  seat: Seat,
  designerId: number,
  sent: readonly Sent[],
): Promise<Answer[]> {
  const first = new Map<string, Sent>()
  for (const score of sent) if (!first.has(score.key)) first.set(score.key, score)
  const answers = await transaction(db, async trx => {
    const chain = await lockChain(trx, seat.book_id)
    const existing = await listAnswered(trx, designerId, [...first.keys()])
    const answers = new Map(existing.map(({ key, error }) => [key, error]))
    const fresh = [...first.values()].filter(score => !answers.has(score.key))
    if (!fresh.length) return answers
    const tiles = await requireOwnTiles(trx, designerId, fresh)
    const judged = fresh.map(score => judge(score, tiles, seat, chain && roundOf(chain.state)))
    if (judged.every(each => each.refusal === 'ended')) throw refuse('ended')
    for (const { score, refusal } of judged) answers.set(score.key, refusal && refusalText[refusal])
    const keys = judged.map(({ score: { key } }) => ({ key, error: answers.get(key) ?? null }))
    await keep(trx, { ...seat, designer_id: designerId }, chain, judged, { answers: keys, kept_at: now() })
    return answers
  })
  return sent.map(({ key }) => {
    const error = answers.get(key)
    return error ? { key, state: 'refused' as const, error } : { key, state: 'kept' as const }
  })
}

/** Refuses the whole call for input that the bench never sends. */
async function requireOwnTiles(trx: Db, designerId: number, fresh: readonly Sent[]) {
  const rows = await listOwnTiles(trx, designerId, [...new Set(fresh.map(score => score.assignment_id))])
  const tiles = new Map(rows.map(row => [row.assignment_id, row]))
  for (const { assignment_id, score } of fresh) {
    const tile = tiles.get(assignment_id)
    if (!tile) throw new HttpError(404, 'Tile not found')
    const highest = highestScore[tile.round === 1 ? 'first' : 'border']
    if (!Number.isInteger(score) || score < 0 || score > highest)
      throw invalid('score', `A score is a whole number from 0 to ${highest}.`)
  }
  return tiles
}

type Judged = { score: Sent; tile: OwnTile; refusal: Refusal | null }

function judge(score: Sent, tiles: Map<number, OwnTile>, seat: Seat, round: 1 | 2 | undefined): Judged {
  const tile = tiles.get(score.assignment_id)
  if (!tile) throw new Error('The tile was found a moment ago')
  const isOpen = tile.book_id === seat.book_id && tile.round === round
  return { score, tile, refusal: !isOpen ? 'ended' : tile.taken_at ? whyTaken(tile) : null }
}

async function keep(
  trx: Db,
  seat: Seat & { designer_id: number },
  chain: { n: number; hash: string } | undefined,
  judged: readonly Judged[],
  { answers, kept_at }: { answers: { key: string; error: string | null }[]; kept_at: Date },
) {
  const kept = judged.filter(each => each.refusal === null)
  const round = kept[0]?.tile.round ?? 1
  const number = seat.number ?? 0
  let { n, hash } = chain ?? { n: 0, hash: '' }
  const lines: NewScore[] = []
  const counting = new Map<number, { assignment_id: number; score: number; scored_at: Date }>()
  for (const { score, tile } of kept) {
    // Capped at the arrival: with a clock that is ahead, a score would stay the latest for ever.
    const scored_at = new Date(Math.min(Date.parse(score.scored_at), kept_at.getTime()))
    const line = { assignment_id: tile.assignment_id, logo_id: tile.logo_id, score: score.score, scored_at }
    if (!tile.is_calibration) {
      n++
      hash = hashScoreLine(hash, formatScoreLine({ ...line, n, juror: number, round, kept_at }))
      lines.push({ ...line, n, hash })
    }
    const before = counting.get(tile.assignment_id)?.scored_at ?? tile.scored_at
    if (!before || scored_at >= before) counting.set(tile.assignment_id, line)
  }
  await insertScores(
    trx,
    { ...seat, number, round },
    { lines, counting: [...counting.values()], answers, kept_at },
  )
}
