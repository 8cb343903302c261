import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { isTileShown } from '../../tiles/shown.ts'

/** The words of a text in plain letters, with one space around each; the separator of several texts stays. */
const wordsOf = (plain: ReturnType<typeof sql>) =>
  sql<string>`' ' || trim(regexp_replace(${plain}, '[^[:alnum:]' || chr(31) || ']+', ' ', 'g')) || ' '`

/**
 * `found`: which juror of a book may not score which entry, and why; several rows where there are several reasons, of which
 * the one of the lowest `place` counts. Bringing texts into words is what takes time: of equal texts it is done once, and only
 * of those that contain a juror's longest word, its `key`.
 */
const conflictsOf = (bookId: number) => sql`
    jury as materialized (
      select juror.number, juror.designer_id,
        ${wordsOf(sql`plain(designer.first_name || ' ' || designer.last_name)`)} as person,
        ${wordsOf(sql`plain(designer.company)`)} as company
      from juror join designer using (designer_id) where juror.book_id = ${bookId}),
    entered as materialized (
      select logo_id, title, designer_id, concat_ws(' ' || chr(31) || ' ', logo.designer, art_director, creative_director,
        assoc_creative_director, illustrator, photographer) as credits
      from entry join logo using (logo_id) where entry.book_id = ${bookId}),
    named as materialized (
      select (select word from regexp_split_to_table(trim(name), ' ') word order by length(word) desc limit 1) as key
      from jury cross join lateral (values (person), (company)) names (name) where trim(name) <> ''),
    credited as materialized (
      select credits, ${wordsOf(sql`plain`)} as words
      from (select credits, plain(credits) as plain from (select distinct credits from entered) texts offset 0) texts
      where plain ~ (select string_agg(key, '|') from named)),
    owner as materialized (
      select designer_id, ${wordsOf(sql`plain`)} as company
      from (select designer_id, plain(company) as plain from designer
        where designer_id in (select designer_id from entered) offset 0) owners
      where plain ~ (select string_agg(key, '|') from named)),
    found as (
      select logo_id, designer_id as juror_id, 'own' as reason, 1 as place from entered join jury using (designer_id)
      union all
      select logo_id, jury.designer_id, 'company', 2
      from jury join owner using (company) join entered on entered.designer_id = owner.designer_id
      where trim(company) <> ''
      union all
      select logo_id, jury.designer_id, 'credit', 3
      from jury join credited on trim(person) <> '' and position(person in words) > 0
        or trim(company) <> '' and position(company in words) > 0
      join entered using (credits)
      union all
      select logo_id, juror_id, 'declared', 4
      from juror_declaration join entered using (designer_id) where juror_declaration.book_id = ${bookId})`

/**
 * Notes who may not score what: own logos, those that credit the juror or the juror's company as whole words, those of a
 * company with the same name, and those of designers that the juror has declared to know.
 */
export async function insertConflicts(trx: Db, bookId: number): Promise<void> {
  await sql`
    with ${conflictsOf(bookId)}
    insert into juror_conflict (book_id, logo_id, number, reason)
    select distinct on (logo_id, number) ${bookId}::integer, logo_id, number, reason
    from found join jury on jury.designer_id = found.juror_id
    order by logo_id, number, place
    on conflict do nothing`.execute(trx)
}

/** Up to three entries of an open book that fewer than three of its jurors may score; its jury has three or more. */
export async function listCrowdedEntries(db: Db, bookId: number) {
  const { rows } = await sql<{ logo_id: number; title: string }>`
    with ${conflictsOf(bookId)}
    select logo_id, title
    from found join entered using (logo_id)
    where juror_id in (select designer_id from jury)
      -- Entries of the jury itself are withdrawn when the book closes.
      and entered.designer_id not in (select designer_id from jury)
    group by logo_id, title
    having count(distinct juror_id) > (select count(*) from jury) - 3
    order by logo_id limit 3`.execute(db)
  return rows
}

/** Entries of the jury itself are withdrawn. */
export async function withdrawJurorsEntries(trx: Db, bookId: number): Promise<void> {
  await sql`delete from entry using logo, juror
    where entry.book_id = ${bookId} and logo.logo_id = entry.logo_id
      and juror.book_id = entry.book_id and juror.designer_id = logo.designer_id`.execute(trx)
}

/**
 * Disqualifies entries whose logo is hidden. Each is held, and enters the open book, or the next one, once its logo is shown
 * again.
 */
export async function disqualifyHidden(trx: Db, bookId: number, now: Date): Promise<void> {
  await sql`
    with hidden as (
      update entry set disqualified_why = 'The logo was hidden when the book was decided.' from logo
      where entry.book_id = ${bookId} and logo.logo_id = entry.logo_id and hidden_at is not null
        and disqualified_why is null
      returning entry.logo_id)
    insert into held_entry (logo_id, held_at) select logo_id, ${now}::timestamptz from hidden
    on conflict do nothing`.execute(trx)
}

/** Jurors get their numbers, 1 to J by account id. */
export async function numberJurors(trx: Db, bookId: number): Promise<void> {
  await sql`update juror set number = numbered.number
    from (select designer_id, row_number() over (order by designer_id) as number
      from juror where book_id = ${bookId}) numbered
    where juror.book_id = ${bookId} and juror.designer_id = numbered.designer_id`.execute(trx)
}

/** How many tiles of a round wait for a score. */
export async function countUnscored(db: Db, bookId: number, round: 1 | 2): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from assignment
    where book_id = ${bookId} and round = ${round} and not is_calibration and taken_at is null and score is null
      and ${isTileShown}`.execute(db)
  return rows[0]?.count ?? 0
}
