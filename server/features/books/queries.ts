import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { offset, type Page, selectLogos } from '../../db/fragments.ts'
import type { Database } from '../../db/types.ts'
import { containing } from '../../lib/like.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Viewer } from '../../viewer.ts'

/** A book without a title has its series and number. */
const titleOf = () => sql<string>`coalesce(nullif(book.title, ''), case book.series
  when 'book' then ${`${siteWords().series_name} `}::text || book.number
  when 'master-book' then 'Master Book ' || book.number else 'Textbook ' || book.number end)`

/** What every list says of a book. */
const selectSummaries = (db: Db) =>
  db.selectFrom('book').select([
    'book.book_id',
    'book.slug',
    titleOf().as('title'),
    'book.series',
    'book.number',
    'book.state',
    'book.closes_at',
    'book.results_by',
    'book.published_on',
    'book.places',
    sql<number>`(select count(*) from entry where entry.book_id = book.book_id
        and not exists (select from logo where logo.logo_id = entry.logo_id and hidden_at is not null))`.as(
      'entry_ct',
    ),
  ])

/** Every book: the competition's newest first, then textbooks, then the Master Library by volume. */
export function listBooks(db: Db, viewerId: number) {
  return selectSummaries(db)
    .select([
      'book.authors',
      'book.published_month as published',
      'book.pages',
      'book.blurb',
      'book.ink',
      'book.paper',
      'book.buy_url',
      sql<
        0 | 1
      >`(book.state = 'published' and book.commitment is not null and book.reliability is not null)::int`.as(
        'has_reliability',
      ),
      sql<0 | 1>`(book.commitment is not null)::int`.as('has_draw'),
      sql<number>`(select count(*) from entry join logo using (logo_id)
        where entry.book_id = book.book_id and logo.designer_id = ${viewerId} and hidden_at is null)`.as(
        'own_entry_ct',
      ),
    ])
    .orderBy(sql`array_position(array['book', 'textbook', 'master-book'], book.series)`)
    .orderBy(sql`case book.series when 'book' then -book.number else book.number end`)
    .execute()
}

const selectAwards = (db: Db, slug: string) =>
  db
    .selectFrom('award')
    .innerJoin('book', 'book.book_id', 'award.book_id')
    .innerJoin('logo as awarded', 'awarded.logo_id', 'award.logo_id')
    .where('awarded.hidden_at', 'is', null)
    .where('book.slug', '=', slug)
    .where('book.state', '=', 'published')

/** The logos in a published book, in the order of their uploads. */
export const listWinners = (db: Db, slug: string, viewer: Viewer, page: Page) =>
  selectLogos(db, viewer)
    .where('logo.logo_id', 'in', selectAwards(db, slug).select('award.logo_id'))
    .orderBy('logo.logo_id')
    .limit(page.page_size)
    .offset(offset(page))
    .execute()

/** How many logos are in a published book. */
export async function countWinners(db: Db, slug: string) {
  const { n } = await selectAwards(db, slug)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The winners of a book with their vector originals, in the order of their uploads; of a logo without one, nulls. */
export const listWinnersVectors = (db: Db, bookId: number) =>
  db
    .selectFrom('award')
    .innerJoin('logo', 'logo.logo_id', 'award.logo_id')
    .innerJoin('designer', 'designer.designer_id', 'logo.designer_id')
    .leftJoin('vector', 'vector.logo_id', 'logo.logo_id')
    .where('award.book_id', '=', bookId)
    .where('logo.hidden_at', 'is', null)
    .select(['logo.logo_id', 'logo.title as logo', 'designer.company', 'vector.filename', 'vector.file'])
    .orderBy('logo.logo_id')
    .execute()

/** Books as the chair lists them. */
const selectAdminBooks = (db: Db) =>
  selectSummaries(db).select([
    sql<0 | 1>`book.border_round::int`.as('border_round'),
    'book.beacon_source',
    'book.beacon_at',
    'book.closed_at',
  ])

const hasWords = (q: string) =>
  sql<boolean>`concat_ws(' ', ${titleOf()}, book.slug, book.authors, book.state) ilike ${containing(q)}`

const adminOrders = () => ({
  /** Unpublished books first. */
  work: [sql`book.state = 'published'`, sql`book.series`, sql`book.number desc`],
  newest: [sql`coalesce(book.published_on, book.closes_at::date) desc nulls last`, sql`book.book_id desc`],
  oldest: [sql`coalesce(book.published_on, book.closes_at::date) nulls last`, sql`book.book_id`],
  name: [sql`lower(${titleOf()})`, sql`book.book_id`],
  'name-down': [sql`lower(${titleOf()}) desc`, sql`book.book_id`],
})

/** A page of the chair's list. */
export const listAdminBooks = (
  db: Db,
  {
    q,
    sort = 'work',
    ...page
  }: Page & { q?: string | undefined; sort?: keyof ReturnType<typeof adminOrders> | undefined },
) =>
  selectAdminBooks(db)
    .$if(!!q, query => query.where(hasWords(q ?? '')))
    .$call(query => adminOrders()[sort].reduce((ordered, by) => ordered.orderBy(by), query))
    .limit(page.page_size)
    .offset(offset(page))
    .execute()

export async function countAdminBooks(db: Db, { q }: { q?: string | undefined }): Promise<number> {
  const { n } = await db
    .selectFrom('book')
    .$if(!!q, query => query.where(hasWords(q ?? '')))
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The number of the next judged book, and whether one is open. */
export const findNextBook = (db: Db) =>
  db
    .selectFrom('book')
    .select([
      sql<number>`(coalesce(max(number) filter (where series = 'book'), 0) + 1)::integer`.as('next_number'),
      sql<0 | 1>`coalesce(max((state = 'open')::integer), 0)`.as('has_open'),
    ])
    .executeTakeFirstOrThrow()

export const findAdminBook = (db: Db, slug: string) =>
  selectAdminBooks(db).where('book.slug', '=', slug).executeTakeFirst()

const wholeBook = [
  'book.book_id',
  'book.slug',
  'book.series',
  'book.number',
  'book.state',
  'book.title',
  'book.authors',
  'book.published_month',
  'book.pages',
  'book.blurb',
  'book.ink',
  'book.paper',
  'book.buy_url',
  'book.places',
  'book.closes_at',
  'book.results_by',
  'book.border_round',
  'book.beacon_source',
  'book.beacon_at',
  'book.secret',
  'book.commitment',
  'book.closed_at',
  'book.entries_hash',
  'book.inputs_hash',
  'book.beacon',
  'book.seed',
  'book.judging_at',
  'book.border_at',
  'book.ratified_at',
  'book.published_at',
  'book.reliability',
  'book.severities',
  'book.late_round',
  'book.committed_at',
] as const

/** The whole row of a book. */
export const findBook = (db: Db, slug: string) =>
  db
    .selectFrom('book')
    .select([...wholeBook, titleOf().as('shown_title')])
    .where('slug', '=', slug)
    .executeTakeFirst()
export type BookRow = NonNullable<Awaited<ReturnType<typeof findBook>>>

/** How lists name a book. */
export const findBookById = (db: Db, bookId: number) =>
  db
    .selectFrom('book')
    .select(['slug', titleOf().as('title')])
    .where('book_id', '=', bookId)
    .executeTakeFirstOrThrow()

/** The whole row of a book, locked until the transaction ends: uploads, scores and steps wait. */
export const lockBook = (trx: Db, slug: string) =>
  trx
    .selectFrom('book')
    .select([...wholeBook, titleOf().as('shown_title')])
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst()

/** Books whose jury is at work. */
export const listRunningBooks = (db: Db) =>
  db
    .selectFrom('book')
    .select(['book_id', 'slug', 'state', 'judging_at', 'border_at', titleOf().as('shown_title')])
    .where('state', 'in', ['judging', 'border'])
    .orderBy('book_id')
    .execute()

/** Books that should have closed, or whose results should be out, with the moment that has passed, the earliest first. */
export const listBooksPastDate = (db: Db, now: Date) =>
  db
    .selectFrom('book')
    .where(
      sql<boolean>`((state = 'open' and closes_at < ${now}::timestamptz)
        or (state in ('closed', 'judging', 'border', 'ratified') and results_by < ${now}::timestamptz))`,
    )
    .select(['slug', 'state', titleOf().as('shown_title')])
    .select(sql<Date>`case state when 'open' then closes_at else results_by end`.as('passed_at'))
    .orderBy('passed_at')
    .orderBy('book_id')
    .execute()

/** Logo ids that were entered, ascending. */
export async function listEntries(db: Db, bookId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('entry')
    .where('book_id', '=', bookId)
    .orderBy('logo_id')
    .select('logo_id')
    .execute()
  return rows.map(row => row.logo_id)
}

/** Jurors in the order of their numbers, also those who have left. */
export function listJurors(db: Db, bookId: number) {
  return db
    .selectFrom('juror')
    .innerJoin('designer', 'designer.designer_id', 'juror.designer_id')
    .where('book_id', '=', bookId)
    .orderBy('juror.designer_id')
    .select([
      'juror.designer_id',
      'juror.number',
      'juror.left_at',
      'designer.username',
      'designer.company',
      'designer.email',
      'designer.role',
      'designer.closed_at',
    ])
    .execute()
}

/** `[logo_id, juror number]` that stood when the book was closed, by logo, then number. */
export async function listConflicts(db: Db, bookId: number): Promise<[number, number][]> {
  const rows = await db
    .selectFrom('juror_conflict')
    .where('book_id', '=', bookId)
    .where('reason', '<>', 'known')
    .orderBy('logo_id')
    .orderBy('number')
    .select(['logo_id', 'number'])
    .execute()
  return rows.map(row => [row.logo_id, row.number])
}

/** `[logo_id, [juror numbers]]` as a round was drawn, by logo. */
export async function listPanels(db: Db, bookId: number, round: 1 | 2): Promise<[number, number[]][]> {
  const rows = await db
    .selectFrom('assignment')
    .where('book_id', '=', bookId)
    .where('round', '=', round)
    .where('is_drawn', '=', true)
    .where('is_calibration', '=', false)
    .groupBy('logo_id')
    .orderBy('logo_id')
    .select(['logo_id', sql<number[]>`array_agg(number::integer order by number)`.as('numbers')])
    .execute()
  return rows.map(row => [row.logo_id, row.numbers])
}

/** `[logo_id, from, to]` after the draw, in order of time. */
export async function listMoved(db: Db, bookId: number): Promise<[number, number, number][]> {
  const rows = await db
    .selectFrom('tile_move')
    .where('book_id', '=', bookId)
    .orderBy('tile_move_id')
    .select(['logo_id', 'from_number', 'to_number'])
    .execute()
  return rows.map(row => [row.logo_id, row.from_number, row.to_number])
}

/** The hash of the last line of a book's score chain; the commitment before the first line. */
export async function findLastScoreHash(db: Db, bookId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('score_chain')
    .where('book_id', '=', bookId)
    .select('hash')
    .executeTakeFirst()
  return row?.hash
}

/** The book that takes uploads, and until when. */
export function findOpenBook(db: Db) {
  return db
    .selectFrom('book')
    .where('state', '=', 'open')
    .select(['book_id', 'slug', 'series', 'number', 'closes_at'])
    .executeTakeFirst()
}

/** Enters logos for the open book whose entries were held while they were hidden. Without an open book they stay held. */
export async function enterHeld(trx: Db): Promise<void> {
  await sql`
    with open as (select book_id from book where state = 'open' for share),
    held as (
      delete from held_entry using open, logo
      where logo.logo_id = held_entry.logo_id and logo.hidden_at is null
      returning open.book_id, held_entry.logo_id)
    insert into entry (book_id, logo_id) select book_id, logo_id from held on conflict do nothing`.execute(
    trx,
  )
}

/** Adds a book that is out already; undefined if there is one of this series and number. */
export async function insertPublishedBook(
  trx: Db,
  book: Omit<Insertable<Database['book']>, 'state'>,
): Promise<number | undefined> {
  const added = await trx
    .insertInto('book')
    .values({ ...book, state: 'published' })
    .onConflict(c => c.columns(['series', 'number']).doNothing())
    .returning('book_id')
    .executeTakeFirst()
  return added?.book_id
}
