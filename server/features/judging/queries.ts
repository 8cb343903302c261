import { sql } from 'kysely'
import type { Band } from '../../../shared/rules/books.ts'
import type { Db } from '../../db/connect.ts'
import { type MemberState, stateAt } from '../../db/fragments.ts'
import type { ScoreLine } from './score-chain.ts'

/** The current score of a tile whose entry is still there: the last of its tile, unless the tile was taken away. */
export type CountedRow = {
  logo_id: number
  juror: number
  round: 1 | 2
  score: number
  scored_at: Date
}

/** The scores that count, without calibration. */
export async function listCountedScores(db: Db, bookId: number): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select logo_id, number::integer as juror, round::integer as round, score::integer as score, scored_at
    from assignment join logo using (logo_id)
    where book_id = ${bookId} and not is_calibration and taken_at is null and score is not null
    order by assignment_id`.execute(db)
  return rows
}

/** Entries whose logo is still there, and whether each is disqualified; ascending. */
export async function listStandingEntries(db: Db, bookId: number) {
  const { rows } = await sql<{ logo_id: number; is_disqualified: boolean }>`
    select logo_id, disqualified_why is not null as is_disqualified
    from entry join logo using (logo_id) where book_id = ${bookId} order by logo_id`.execute(db)
  return rows
}

/** Logos that a juror has saved into the border round. */
export async function listSaved(db: Db, bookId: number): Promise<number[]> {
  const { rows } = await sql<{ logo_id: number }>`
    select distinct logo_id from assignment join logo using (logo_id)
    where book_id = ${bookId} and round = 1 and is_saved and taken_at is null`.execute(db)
  return rows.map(row => row.logo_id)
}

export type NewBookResult = {
  logo_id: number
  rank: number | null
  u: number
  v: number
  p: number | null
  band: Band | null
  cross_check: number
}

/** The ranking of the first round: what follows after it keeps these ranks. */
export async function insertFirstRanking(
  trx: Db,
  bookId: number,
  results: readonly NewBookResult[],
): Promise<void> {
  await sql`
    insert into book_result (book_id, logo_id, first_rank, u, v, cross_check)
    select ${bookId}::integer, logo_id, rank, u, v, cross_check
    from ${resultRows(results)}
    on conflict (book_id, logo_id) do update
      set first_rank = excluded.first_rank, u = excluded.u, v = excluded.v, cross_check = excluded.cross_check
    `.execute(trx)
}

/** The final ranking. Without a border round it is that of the first round, too. */
export async function upsertRanking(
  trx: Db,
  bookId: number,
  results: readonly NewBookResult[],
  { isFirst }: { isFirst: boolean },
): Promise<void> {
  await sql`
    insert into book_result (book_id, logo_id, rank, first_rank, u, v, p, band, cross_check)
    select ${bookId}::integer, logo_id, rank, case when ${isFirst}::boolean then rank end, u, v, p, band, cross_check
    from ${resultRows(results)}
    on conflict (book_id, logo_id) do update
      set rank = excluded.rank, first_rank = coalesce(book_result.first_rank, excluded.first_rank), u = excluded.u,
        v = excluded.v, p = excluded.p, band = excluded.band, cross_check = excluded.cross_check`.execute(trx)
}

const resultRows = (results: readonly NewBookResult[]) => sql`
  unnest(${results.map(r => r.logo_id)}::integer[], ${results.map(r => r.rank)}::integer[],
    ${results.map(r => r.u)}::float8[], ${results.map(r => r.v)}::float8[], ${results.map(r => r.p)}::float8[],
    ${results.map(r => r.band)}::smallint[], ${results.map(r => r.cross_check)}::float8[])
  as ranked (logo_id, rank, u, v, p, band, cross_check)`

/** What a new ranking of the entries needs without another fit. */
export async function listRankable(db: Db, bookId: number) {
  const { rows } = await sql<{
    logo_id: number
    is_disqualified: boolean
    u: number
    v: number
    cross_check: number
    threes: number
  }>`
    select entry.logo_id, entry.disqualified_why is not null as is_disqualified,
      book_result.u, book_result.v, book_result.cross_check, coalesce(votes.threes, 0)::integer as threes
    from entry join logo using (logo_id)
    join book_result on book_result.book_id = entry.book_id and book_result.logo_id = entry.logo_id
    left join (
      select logo_id, count(*) as threes from assignment
      where book_id = ${bookId} and round = 1 and score = 3 and not is_calibration and taken_at is null
      group by logo_id) votes on votes.logo_id = entry.logo_id
    where entry.book_id = ${bookId}`.execute(db)
  return rows
}

/** Forgets results of logos that are gone. */
export const deleteGoneResults = (trx: Db, bookId: number) =>
  sql`delete from book_result where book_id = ${bookId}
    and not exists (select 1 from logo where logo.logo_id = book_result.logo_id)`.execute(trx)

/** The entries without a rank come last. */
const unranked = 2 ** 31 - 1

/** Ranked entries of a book with their scores, best first, the disqualified last: those behind `after`, or from `offset` on. */
export async function listResults(
  db: Db,
  bookId: number,
  {
    after,
    offset = 0,
    limit,
  }: { after?: { rank: number | null; logo_id: number } | undefined; offset?: number; limit: number | null },
) {
  const { rows } = await sql<{
    rank: number | null
    logo_id: number
    logo: string
    scores: [number, number, number][]
    u: number
    v: number
    p: number | null
    band: Band | null
    flags: number
    saved_by: number[]
    is_disqualified: 0 | 1
    cross_check: number
  }>`
    with page as (
      select book_result.*, logo.title, (entry.disqualified_why is not null)::integer as is_disqualified
      from book_result join logo using (logo_id) join entry using (book_id, logo_id)
      where book_id = ${bookId} ${after ? sql`and (coalesce(book_result.rank, ${unranked}), logo_id) > (${after.rank ?? unranked}, ${after.logo_id})` : sql``}
      order by book_result.rank nulls last, logo_id offset ${offset} limit ${limit})
    select rank, logo_id, title as logo, u, v, p, band, is_disqualified, cross_check,
      (select count(*)::integer from entry_flag
        where entry_flag.book_id = page.book_id and entry_flag.logo_id = page.logo_id) as flags,
      coalesce(tiles.scores, '[]') as scores, coalesce(tiles.saved_by, '[]') as saved_by
    from page
    left join lateral (
      select json_agg(json_build_array(round, number, score) order by round, number) filter (where score is not null) as scores,
        json_agg(number order by number) filter (where is_saved) as saved_by
      from assignment
      where assignment.book_id = page.book_id and assignment.logo_id = page.logo_id
        and not is_calibration and taken_at is null) tiles on true
    order by rank nulls last, logo_id`.execute(db)
  return rows
}

export async function countResults(db: Db, bookId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from book_result join logo using (logo_id) where book_id = ${bookId}`.execute(db)
  return rows[0]?.count ?? 0
}

type ChainedScore = ScoreLine & { hash: string }

/** A part of the score chain: up to `limit` lines after line `after`. */
export async function listScoreChain(
  db: Db,
  bookId: number,
  after: number,
  limit: number,
): Promise<ChainedScore[]> {
  const { rows } = await sql<ChainedScore>`
    select n, logo_id, number::integer as juror, round::integer as round, score::integer as score, scored_at, kept_at, hash
    from score where book_id = ${bookId} and n > ${after} order by n limit ${limit}`.execute(db)
  return rows
}

/** Search indexes each logo whose standing changes: so many in one statement stay far below its timeout. */
const logosAtOnce = 250

/** Gives the awards to the first `places` ranks. */
export async function insertAwards(trx: Db, bookId: number, places: number): Promise<void> {
  for (let rank = 0; rank < places; rank += logosAtOnce) {
    const { numAffectedRows = 0n } = await sql`
      insert into award (book_id, logo_id)
      select book_id, logo_id from book_result join logo using (logo_id)
      where book_id = ${bookId} and rank > ${rank} and rank <= least(${rank + logosAtOnce}::integer, ${places}::integer)
      on conflict do nothing`.execute(trx)
    if (!numAffectedRows) return
  }
}

/** Marks as Jury-Ranked what was kept past the first cut: ranks 1 … 2K of the first round, and every saved entry. */
export async function markRanked(trx: Db, bookId: number, places: number): Promise<void> {
  const { rows } = await sql<{ logo_id: number }>`
    select logo_id from book_result join logo using (logo_id)
    where book_id = ${bookId} and rank is not null and not is_ranked
      and (first_rank <= 2 * ${places}::integer or exists (
        select 1 from assignment where assignment.book_id = book_result.book_id
          and assignment.logo_id = book_result.logo_id and is_saved and taken_at is null))
    order by logo_id`.execute(trx)
  for (let i = 0; i < rows.length; i += logosAtOnce) {
    const ids = rows.slice(i, i + logosAtOnce).map(row => row.logo_id)
    await sql`update logo set is_ranked = true where logo_id = any(${ids}::integer[])`.execute(trx)
  }
}

/** Notes that every entrant gets a letter. */
export async function insertLettersToWrite(trx: Db, bookId: number): Promise<void> {
  await sql`insert into result_letter (book_id, designer_id)
    select distinct book_id, designer_id from entry join logo using (logo_id) where book_id = ${bookId}
    on conflict do nothing`.execute(trx)
}

/** An entrant whose letter is to be written, with the results of each logo: selected ones first, then by rank. */
export type Entrant = {
  book_id: number
  designer_id: number
  email: string
  first_name: string
  is_closed: boolean
  /** Changing a logo needs a membership that runs, and no suspension. */
  state: MemberState
  slug: string
  title: string
  series: string
  number: number
  /** Logos that the jury ranked, and those of them that it selected. */
  entry_ct: number
  selected_ct: number
  /** The open book that the entrant's uploads enter. */
  next_book: { number: number } | null
  logos: EnteredLogo[]
}

export type EnteredLogo = {
  logo_id: number
  logo: string
  /** Null once staff have removed the logo. */
  image: string | null
  is_hidden: boolean
  is_in: boolean
  band: Band | null
  has_vector: boolean
}

/** Takes up to `most` entrants whose letter is not written yet, so that no other process has them until the end. */
export async function claimEntrants(trx: Db, most: number, now: Date): Promise<Entrant[]> {
  const { rows } = await sql<Entrant>`
    with claimed as materialized (
      select book_id, designer_id from result_letter where written_at is null
      order by book_id, designer_id limit ${most} for update skip locked)
    select book_id, designer_id, designer.email, designer.first_name, designer.closed_at is not null as is_closed,
      ${stateAt(now)} as state,
      book.slug, book.title, book.series, book.number, ranked.entry_ct, awarded.selected_ct, next.book as next_book,
      own.logos
    from claimed join designer using (designer_id) left join membership using (designer_id) join book using (book_id)
    join (
      select book_id, count(rank)::integer as entry_ct from book_result
      where book_id in (select book_id from claimed) group by book_id) ranked using (book_id)
    join (
      select claimed.book_id, count(award.logo_id)::integer as selected_ct
      from (select distinct book_id from claimed) claimed left join award on award.book_id = claimed.book_id
      group by claimed.book_id) awarded using (book_id)
    left join lateral (
      select json_build_object('number', open.number) as book from book open
      where open.state = 'open' and (open.closes_at is null or open.closes_at > ${now}) and not exists (
        select 1 from juror where juror.book_id = open.book_id and juror.designer_id = claimed.designer_id)) next on true
    join lateral (
      select coalesce(json_agg(json_build_object('logo_id', logo.logo_id, 'logo', logo.title,
        'image', case when logo.removed_at is null then logo.image end, 'is_hidden', logo.hidden_at is not null,
        'band', book_result.band, 'is_in', award.logo_id is not null,
        'has_vector', exists (select from vector where vector.logo_id = logo.logo_id))
        order by award.logo_id is null, book_result.rank nulls last, logo.logo_id), '[]') as logos
      from logo join entry using (logo_id)
      left join book_result on book_result.book_id = entry.book_id and book_result.logo_id = logo.logo_id
      left join award on award.book_id = entry.book_id and award.logo_id = logo.logo_id
      where logo.designer_id = claimed.designer_id and entry.book_id = claimed.book_id) own on true`.execute(
    trx,
  )
  return rows
}

export async function noteLetters(trx: Db, entrants: readonly Entrant[], now: Date): Promise<void> {
  await sql`update result_letter set written_at = ${now}
    from unnest(${entrants.map(e => e.book_id)}::integer[], ${entrants.map(e => e.designer_id)}::integer[])
      as written (book_id, designer_id)
    where result_letter.book_id = written.book_id and result_letter.designer_id = written.designer_id`.execute(
    trx,
  )
}
