import { sql } from 'kysely'
import { drawTriples } from '../../../../shared/judging/draw.ts'
import { deriveSeed } from '../../../../shared/judging/hashes.ts'
import type { Randomness } from '../../../../shared/judging/stream.ts'
import type { Db } from '../../../db/connect.ts'
import { HttpError } from '../../../http/errors.ts'
import { chooseCalibration } from '../../judging/calibration.ts'
import { nodeDigest } from '../../judging/node-digest.ts'
import { orderTiles } from '../../judging/order.ts'
import { insertTiles, type NewTile } from '../../tiles/queries.ts'
import { type BookRow, listConflicts, listEntries, listJurors } from '../queries.ts'

/**
 * Draws the jurors of every entry and the order of every juror's tiles, and writes both. The seed is made from what was
 * published before: the commitment's secret, the hashes of closing and the beacon.
 */
export async function drawBook(trx: Db, book: BookRow, context: { beacon?: string | undefined }) {
  const { book_id, secret, commitment, entries_hash, inputs_hash } = book
  if (!secret || !commitment || !entries_hash || !inputs_hash)
    throw new Error(`${book.slug} was not closed here`)
  if (book.beacon_source && !context.beacon)
    throw new HttpError(409, `The public value is missing: ${book.beacon_source}.`)
  // A value whose source was not named beforehand could have been chosen.
  const beacon = book.beacon_source ? (context.beacon ?? '') : ''
  const seed = await deriveSeed(nodeDigest, {
    secret: Uint8Array.from(secret),
    entriesHash: entries_hash,
    inputsHash: inputs_hash,
    beacon,
  })
  const randomness = { digest: nodeDigest, seed }
  const jurors = await listJurors(trx, book_id)
  const draw = await drawTriples(randomness, {
    logoIds: await listEntries(trx, book_id),
    jurorCount: jurors.length,
    conflicts: await listConflicts(trx, book_id),
  })
  const designers = await listDesigners(trx, book_id)
  const calibration = await chooseLastBooks(trx, randomness)
  const tiles: NewTile[] = []
  for (let number = 1; number <= jurors.length; number++) {
    const own = jurors[number - 1]?.designer_id
    const first = calibration.filter(logo => logo.designer_id !== own)
    const drawn = draw.assignments
      .filter(({ jurors }) => jurors.includes(number))
      // A logo deleted since closing has no designer.
      .map(({ logo_id }) => ({ logo_id, designer_id: designers.get(logo_id) ?? -logo_id }))
    const ordered = await orderTiles(randomness, number, drawn)
    for (const [i, { logo_id }] of [...first, ...ordered].entries())
      tiles.push({ number, logo_id, round: 1, position: i + 1, is_calibration: i < first.length })
  }
  await insertTiles(trx, book_id, inDrawOrder(tiles, draw.order))
  // Until autovacuum has run, the planner would assume an empty table.
  await sql`analyze assignment`.execute(trx)
  await trx.insertInto('score_chain').values({ book_id, n: 0, hash: commitment }).execute()
  return { beacon, seed: Buffer.from(seed) }
}

/** Calibration first, then by the order of entries: so `assignment_id` says nothing of when a logo was uploaded. */
function inDrawOrder(tiles: NewTile[], order: readonly number[]) {
  const positions = new Map(order.map((logo_id, i) => [logo_id, i]))
  const positionOf = (tile: NewTile) => (tile.is_calibration ? -1 : (positions.get(tile.logo_id) ?? 0))
  return tiles.sort((a, b) => positionOf(a) - positionOf(b) || a.number - b.number)
}

async function listDesigners(trx: Db, bookId: number) {
  const rows = await trx
    .selectFrom('entry')
    .innerJoin('logo', 'logo.logo_id', 'entry.logo_id')
    .where('entry.book_id', '=', bookId)
    .select(['logo.logo_id', 'logo.designer_id'])
    .execute()
  return new Map(rows.map(row => [row.logo_id, row.designer_id]))
}

/** The calibration tiles: logos of the last published book, in their order; none where there is no such book. */
async function chooseLastBooks(trx: Db, randomness: Randomness) {
  const entries = await trx
    .selectFrom('entry')
    .innerJoin('logo', 'logo.logo_id', 'entry.logo_id')
    .where('entry.book_id', '=', eb =>
      eb
        .selectFrom('book')
        .where('series', '=', 'book')
        .where('state', '=', 'published')
        .orderBy('number', 'desc')
        .limit(1)
        .select('book_id'),
    )
    .select([
      'logo.logo_id',
      'logo.designer_id',
      sql<boolean>`exists (select 1 from award
        where award.book_id = entry.book_id and award.logo_id = entry.logo_id)`.as('is_awarded'),
    ])
    .execute()
  const idsOf = (isAwarded: boolean) =>
    entries.filter(entry => entry.is_awarded === isAwarded).map(entry => entry.logo_id)
  const chosen = await chooseCalibration(randomness, { awarded: idsOf(true), others: idsOf(false) })
  const byId = new Map(entries.map(entry => [entry.logo_id, entry]))
  return chosen.flatMap(logo_id => byId.get(logo_id) ?? [])
}
