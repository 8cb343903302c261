import { type Insertable, sql } from 'kysely'
import type { BookState } from '../../../shared/rules/books.ts'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'
import { isTileShown } from '../tiles/shown.ts'

/** Where somebody sits: of several books the one in judging or border, else the newest. */
export function findSeat(db: Db, designerId: number) {
  return db
    .selectFrom('juror')
    .innerJoin('book', 'book.book_id', 'juror.book_id')
    .where('juror.designer_id', '=', designerId)
    .where('juror.left_at', 'is', null)
    .orderBy(sql`book.state in ('judging', 'border')`, 'desc')
    .orderBy('book.number', 'desc')
    .select([
      'book.book_id',
      'book.slug',
      'book.state',
      'book.border_round',
      'book.judging_at',
      'book.border_at',
      sql<string>`coalesce(nullif(book.title, ''), 'Book ' || book.number)`.as('title'),
      'juror.number',
    ])
    .limit(1)
    .executeTakeFirst()
}
export type Seat = NonNullable<Awaited<ReturnType<typeof findSeat>>>

/** A juror's own progress in a round; `counts` are how often each score was given, without calibration. */
export async function findProgress(db: Db, bookId: number, number: number, round: 1 | 2) {
  const { rows } = await sql<{
    total: number
    scored: number
    skipped: number
    calibration_left: number
    counts: number[]
  }>`
    select count(*) filter (where not is_calibration)::integer as total,
      count(score) filter (where not is_calibration)::integer as scored,
      count(*) filter (where not is_calibration and is_skipped and score is null)::integer as skipped,
      count(*) filter (where is_calibration and score is null)::integer as calibration_left,
      array(select count(score)::integer
        from generate_series(0, ${round === 1 ? 3 : 10}::integer) value
        left join assignment on score = value and book_id = ${bookId} and number = ${number}
          and round = ${round} and not is_calibration and taken_at is null and ${isTileShown}
        group by value order by value) as counts
    from assignment
    where book_id = ${bookId} and number = ${number} and round = ${round} and taken_at is null
      and ${isTileShown}`.execute(db)
  return rows[0]!
}

export async function countSaves(db: Db, bookId: number, number: number): Promise<number> {
  const { count } = await db
    .selectFrom('assignment')
    .where('book_id', '=', bookId)
    .where('number', '=', number)
    .where('is_saved', '=', true)
    .where('taken_at', 'is', null)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function listDeclared(db: Db, bookId: number, jurorId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('juror_declaration')
    .where('book_id', '=', bookId)
    .where('juror_id', '=', jurorId)
    .orderBy('designer_id')
    .select('designer_id')
    .execute()
  return rows.map(row => row.designer_id)
}

/** Replaces what a juror has declared for a book: the designers they know. Needs a transaction. */
export async function replaceDeclared(
  trx: Db,
  bookId: number,
  jurorId: number,
  designerIds: readonly number[],
): Promise<void> {
  await trx
    .deleteFrom('juror_declaration')
    .where('book_id', '=', bookId)
    .where('juror_id', '=', jurorId)
    .execute()
  const rows = designerIds.map(designer_id => ({ book_id: bookId, juror_id: jurorId, designer_id }))
  if (rows.length) await trx.insertInto('juror_declaration').values(rows).execute()
}

/** Which of these accounts exist and are not closed. */
export async function listOpenAccounts(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('designer')
    .where('designer_id', 'in', ids.length ? ids : [0])
    .where('closed_at', 'is', null)
    .select('designer_id')
    .execute()
  return rows.map(row => row.designer_id)
}

/** How often each score, from 0 to 3, was given in the first round of the last book published here; none yet: nothing. */
export async function listEarlierScores(db: Db): Promise<number[]> {
  const { rows } = await sql<{ value: number; count: number }>`
    select value, count(score)::integer as count
    from generate_series(0, 3) value
    left join assignment on score = value and round = 1 and not is_calibration and taken_at is null
      and book_id = (select book_id from book where state = 'published' and judging_at is not null
        order by number desc limit 1)
    group by value order by value`.execute(db)
  return rows.map(row => row.count)
}

export type TileRow = {
  assignment_id: number
  position: number
  logo_id: number
  image: string
  logo: string
  industry: string
  score: number | null
  is_saved: 0 | 1
  is_skipped: 0 | 1
  is_calibration: 0 | 1
}

type Wanted = { from: 'next' | 'skipped' | 'scored'; after: number | undefined; most: number }

const conditions = {
  next: sql`score is null`,
  skipped: sql`score is null and is_skipped`,
  scored: sql`score is not null`,
}
const orders = {
  next: sql`is_skipped, position`,
  skipped: sql`is_skipped, position`,
  scored: sql`scored_at desc, position desc`,
}

/** A juror's tiles of a round, from the first one or from behind position `after`, and how many there are in all. */
export async function listTiles(
  db: Db,
  seat: { book_id: number; number: number; round: 1 | 2 },
  { from, after, most }: Wanted,
) {
  const ofSeat = sql`book_id = ${seat.book_id} and number = ${seat.number} and round = ${seat.round}`
  const own = sql`${ofSeat} and taken_at is null and ${conditions[from]} and ${isTileShown}`
  const behind = {
    next: sql`(is_skipped or position > ${after})`,
    skipped: sql`position > ${after}`,
    scored: sql`(scored_at, position) < (
      select scored_at, position from assignment where ${ofSeat} and position = ${after})`,
  }
  const rest = after === undefined ? own : sql`${own} and ${behind[from]}`
  const { rows } = await sql<TileRow>`
    select assignment_id, position, logo.logo_id, logo.image, logo.title as logo, logo.industry, score,
      is_saved::int, is_skipped::int, is_calibration::int
    from (select * from assignment where ${rest} order by ${orders[from]} limit ${most}) tile
    join logo using (logo_id)
    order by ${orders[from]}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*) from assignment where ${own}`.execute(db)
  return { rows, count: counted.rows[0]!.count }
}

/** Locks a book's score chain: appends are serialised, with each other and with the book's steps. */
export async function lockChain(trx: Db, bookId: number) {
  const { rows } = await sql<{ state: BookState; n: number; hash: string }>`
    select book.state, score_chain.n, score_chain.hash
    from book join score_chain using (book_id)
    where book_id = ${bookId} for share of book for update of score_chain`.execute(trx)
  return rows[0]
}

/** What these keys of a juror were answered. */
export function listAnswered(trx: Db, designerId: number, keys: readonly string[]) {
  return trx
    .selectFrom('score_key')
    .where('designer_id', '=', designerId)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .select(['key', 'error'])
    .execute()
}

/** Tiles by id that are a juror's own, of every book and round, also those taken away. */
export function listOwnTiles(trx: Db, designerId: number, ids: readonly number[]) {
  return trx
    .selectFrom('assignment')
    .innerJoin('juror', join =>
      join.onRef('juror.book_id', '=', 'assignment.book_id').onRef('juror.number', '=', 'assignment.number'),
    )
    .where('juror.designer_id', '=', designerId)
    .where('assignment_id', '=', sql<number>`any(${ids}::integer[])`)
    .select([
      'assignment_id',
      'assignment.book_id',
      'assignment.number',
      'logo_id',
      'round',
      'is_calibration',
      'is_saved',
      'is_skipped',
      'taken_at',
      'score',
      'scored_at',
      // Deleting a logo takes its tiles away.
      sql<boolean>`not exists (select from logo where logo.logo_id = assignment.logo_id)`.as('is_withdrawn'),
    ])
    .execute()
}
export type OwnTile = Awaited<ReturnType<typeof listOwnTiles>>[number]

export type NewScore = {
  n: number
  assignment_id: number
  logo_id: number
  score: number
  scored_at: Date
  hash: string
}

/** Writes a batch of scores in one statement: the score chain, the current score of each tile and the answer to each key. */
export async function insertScores(
  trx: Db,
  seat: { book_id: number; number: number; designer_id: number; round: 1 | 2 },
  batch: {
    lines: readonly NewScore[]
    /** The current score of each tile that has a new one. */
    counting: readonly { assignment_id: number; score: number; scored_at: Date }[]
    answers: readonly { key: string; error: string | null }[]
    kept_at: Date
  },
): Promise<void> {
  const { lines, counting, answers, kept_at } = batch
  const last = lines.at(-1)
  await sql`
    with appended as (
      insert into score (book_id, n, assignment_id, logo_id, number, round, score, scored_at, kept_at, hash)
      select ${seat.book_id}::integer, n, assignment_id, logo_id, ${seat.number}::smallint, ${seat.round}::smallint, score,
        scored_at, ${kept_at}::timestamptz, hash
      from unnest(${lines.map(l => l.n)}::integer[], ${lines.map(l => l.assignment_id)}::integer[],
        ${lines.map(l => l.logo_id)}::integer[], ${lines.map(l => l.score)}::smallint[],
        ${lines.map(l => l.scored_at)}::timestamptz[], ${lines.map(l => l.hash)}::text[])
        as line (n, assignment_id, logo_id, score, scored_at, hash)),
    counted as (
      update assignment set score = newest.score, scored_at = newest.scored_at, is_skipped = false
      from unnest(${counting.map(c => c.assignment_id)}::integer[], ${counting.map(c => c.score)}::smallint[],
        ${counting.map(c => c.scored_at)}::timestamptz[]) as newest (assignment_id, score, scored_at)
      where assignment.assignment_id = newest.assignment_id),
    answered as (
      insert into score_key (designer_id, key, error)
      select ${seat.designer_id}::integer, key, error
      from unnest(${answers.map(a => a.key)}::text[], ${answers.map(a => a.error)}::text[]) as answer (key, error)
      on conflict do nothing)
    update score_chain set n = ${last?.n ?? 0}, hash = ${last?.hash ?? ''}
    where book_id = ${seat.book_id} and ${last !== undefined}`.execute(trx)
}

export async function setTile(
  trx: Db,
  assignmentId: number,
  changes: { is_saved?: boolean; is_skipped?: boolean; taken_at?: Date },
): Promise<void> {
  await trx.updateTable('assignment').set(changes).where('assignment_id', '=', assignmentId).execute()
}

/** Records that a juror may not score an entry; once. */
export async function insertConflict(
  trx: Db,
  conflict: Insertable<Database['juror_conflict']>,
): Promise<void> {
  await trx
    .insertInto('juror_conflict')
    .values(conflict)
    .onConflict(c => c.doNothing())
    .execute()
}

/** A juror's flag on an entry; a second one replaces the first. */
export async function setFlag(db: Db, flag: Insertable<Database['entry_flag']>): Promise<void> {
  const { reason, text, at } = flag
  await db
    .insertInto('entry_flag')
    .values(flag)
    .onConflict(c => c.columns(['book_id', 'logo_id', 'number']).doUpdateSet({ reason, text, at }))
    .execute()
}

/** The picture of a logo on the bench of a book, for its jurors, a chair or an administrator. */
export async function findBenchPicture(db: Db, viewerId: number, bookId: number, logoId: number) {
  const row = await db
    .selectFrom('logo')
    .where('logo_id', '=', logoId)
    .where(({ exists, selectFrom, or }) =>
      or([
        exists(
          selectFrom('juror')
            .where('logo.hidden_at', 'is', null)
            .where('juror.book_id', '=', bookId)
            .where('juror.designer_id', '=', viewerId)
            .where('juror.left_at', 'is', null)
            .select('juror.book_id'),
        ),
        exists(
          selectFrom('designer')
            .where('designer.designer_id', '=', viewerId)
            .where('designer.role', 'in', ['chair', 'admin'])
            .select('designer.designer_id'),
        ),
      ]),
    )
    .select('image')
    .executeTakeFirst()
  return row?.image
}
