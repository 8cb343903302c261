import { sql } from 'kysely'
import type { core } from 'zod/mini'
import type { find } from '../../../shared/api/logos.ts'
import { countries } from '../../../shared/rules/countries.ts'
import type { ColorBits } from '../../db/color-index.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { avatarUrl, offset, type Page, selectLogos } from '../../db/fragments.ts'
import { Json, listAsJson } from '../../db/json.ts'
import { prepared } from '../../db/prepared.ts'
import type { Viewer } from '../../viewer.ts'
import { markSign, marks } from './vocabulary.ts'

export type Filters = Pick<
  core.output<(typeof find)['input']>,
  | 'search_text'
  | 'filter_category'
  | 'filter_type'
  | 'search_design_firm'
  | 'search_designer'
  | 'search_industry'
  | 'search_client'
  | 'filter_country'
  | 'palette'
> &
  /** Words of the title, or of the keywords. */
  Partial<Record<'title' | 'keyword', string>> & {
    /** The logos with the colours, by the index of colours. */
    colored?: ColorBits | undefined
  }

/** Patterns for LIKE: every term with a mark, and the terms of likes. */
const [anyMarked, likesMarked] = [sql.lit(`${markSign}%`), sql.lit(`${marks.likes}%`)]

const logotypes = { typographic: 'Typographic', symbols: 'Symbol', combo: 'Combo' } as const

export type Sort = keyof typeof orders

/** Total orders, so that pages neither repeat nor skip. Ids are assigned in the order of uploads. */
const orders = {
  recent: 'logo_id desc',
  oldest: 'logo_id',
  popular: 'like_ct desc, collection_ct desc, logo_id desc',
} as const

/**
 * A page of the logos that match all filters, and their exact number. Each filter becomes clauses over terms of the
 * vocabulary. If every clause has bitmaps, they give the answer; otherwise a rare clause leaves few enough logos to
 * check each.
 */
export async function findLogos(db: Db, filters: Filters & { sort: Sort }, page: Page) {
  return findByClauses(db, await listClauses(db, filters), filters, page)
}

async function findByClauses(
  db: Db,
  clauses: Clause[],
  { sort, colored }: Pick<Filters, 'colored'> & { sort: Sort },
  page: Page,
): Promise<{ ids: number[]; count: number }> {
  if (clauses.some(d => !d.frequent.length && !d.rare.length)) return { ids: [], count: 0 }
  const window = { skip: offset(page), most: page.page_size }
  const [common, rare] = [clauses.filter(isCommon), clauses.filter(d => !isCommon(d))]
  const bitmaps = bitmapsOf(common, colored)
  if (rare.length) return pageOfRare(db, bitmaps, rare, window, sort)
  return sort === 'popular' ? pageByLikes(db, bitmaps, window) : pageById(db, bitmaps, window, sort)
}

/**
 * A page of a search, as `viewer` sees it. If nothing matches the words, the nearest spelling that does is searched
 * and returned.
 */
export async function searchLogos(db: Db, filters: Filters & { sort: Sort }, page: Page, viewer: Viewer) {
  const list = async (found: { ids: number[]; count: number }) => {
    const [answer] = await listFound(db, { ...found, viewer_id: viewer.id })
    return answer!.json
  }
  const found = await findLogos(db, filters, page)
  if (!found.count && filters.search_text) {
    const spelling = await findCorrection(db, filters.search_text)
    const instead = spelling ? await findLogos(db, { ...filters, search_text: spelling }, page) : undefined
    // One more field, before those in the database's JSON.
    if (instead?.count)
      return new Json(withField(await list(instead), `"corrected_to":${JSON.stringify(spelling)}`))
  }
  return new Json(await list(found))
}

const withField = <Text extends string>(json: Text, field: string) => `{${field},${json.slice(1)}` as Text

const listFound = prepared(
  'list-found-logos',
  (db, params: { ids: number[]; count: number; viewer_id: number }) => {
    const rows = selectLogos(db, { id: params.viewer_id })
      .where('logo.logo_id', '=', sql<number>`any (${params.ids}::int[])`)
      .orderBy(sql`array_position(${params.ids}::int[], logo.logo_id)`)
    return listAsJson(rows, sql`${params.count}::int`).compile(db)
  },
)

/** A clause: what one filter, or one word of it, requires, namely a logo with any of the matching terms. */
type Clause = {
  kind: 'word' | 'beginning' | 'part'
  /** The term with its mark; of an infix, a LIKE pattern of its terms. */
  wanted: string
  /** The terms that have a bitmap; an infix with a bitmap of its own has only that one. */
  frequent: string[]
  rare: string[]
  /** The number of logos with the rare terms, counted once per term; up to an hour old. */
  rare_ct: number
}

/** Up to this many logos of rare terms are added to bitmaps one by one; beyond it the index is used. */
const mostAdded = 20_000

const isCommon = (d: Clause) =>
  d.kind === 'part' || (d.frequent.length > 0 && (d.kind === 'word' || d.rare_ct <= mostAdded))

/** The clause as a tsquery. Quoting is enough: a term's own quotes and backslashes are text. */
const queryOf = (d: Clause) => (d.kind === 'beginning' ? `${quoted(d.wanted)}:*` : quoted(d.wanted))
const quoted = (term: string) => `'${term.replace(/['\\]/g, '\\$&')}'`

type ClauseInput = Record<
  | 'text'
  | 'title'
  | 'keyword'
  | 'designer'
  | 'industry'
  | 'firm'
  | 'client'
  | 'type'
  | 'country'
  | 'class'
  | 'palette',
  string | null
>

function listClauses(db: Db, f: Filters) {
  return clausesOf(db, {
    text: f.search_text || null,
    title: f.title || null,
    keyword: f.keyword || null,
    designer: f.search_designer || null,
    industry: f.search_industry || null,
    firm: f.search_design_firm || null,
    client: f.search_client || null,
    type: f.filter_type ? `${marks.type}${logotypes[f.filter_type]}` : null,
    country: f.filter_country ? `${marks.country}${f.filter_country}` : null,
    class: f.filter_category ? `${marks.class}${f.filter_category}` : null,
    palette: f.palette ? `${marks.palette}${f.palette}` : null,
  })
}

/**
 * Words and prefixes, infixes of names, and terms for enumerated values; without any filter, the term that every logo
 * has. An infix of one word is matched against words of names, any other against whole names.
 */
const clausesOf = prepared('search-clauses', (db, params: ClauseInput) =>
  sql<Clause>`
    with worded as (
      select mark || word as wanted, may_begin and n = cardinality(list) and word <> '' as is_beginning
      from (values ('', ${params.text}::text, true), (${sql.lit(marks.title)}, ${params.title}::text, true),
        (${sql.lit(marks.keyword)}, ${params.keyword}::text, true), (${sql.lit(marks.person)}, ${params.designer}::text, true),
        (${sql.lit(marks.industry)}, ${params.industry}::text, false)) as w (mark, input, may_begin)
      cross join lateral (select words(input) as list) l
      -- Where there is no word in it, none fits.
      cross join lateral unnest(case list when '{}' then array[''] else list end) with ordinality as u (word, n)
      where input is not null),
    part as (
      select mark, name_mark, plain(input) as part, plain(input) ~ '[^[:alnum:]]' as is_name
      from (values (${sql.lit(marks.company)}, ${sql.lit(marks.company_name)}, ${params.firm}::text),
        (${sql.lit(marks.client)}, ${sql.lit(marks.client_name)}, ${params.client}::text)) as p (mark, name_mark, input)
      where input is not null),
    asked (kind, wanted, pattern) as (
      select case when is_beginning then 'beginning' else 'word' end, wanted, case when is_beginning then wanted || '*' end
      from worded
      union all
      select 'part', case when is_name then name_mark else mark end || containing(part),
        case when not is_name then mark || '*' || part || '*' end
      from part
      union all
      select 'word', term, null
      from unnest(array[${params.type}::text, ${params.country}::text, ${params.class}::text,
        ${params.palette}::text]) as term where term is not null),
    every as (
      select kind, wanted, pattern, exists (select from search_term where term = pattern) as has_pattern from asked
      union all select 'word', ${sql.lit(marks.every)}, null, false where not exists (select from asked))
    select kind, wanted, coalesce(frequent, '{}') as frequent, coalesce(rare, '{}') as rare, coalesce(rare_ct, 0) as rare_ct
    from every cross join lateral (
      select array_agg(term) filter (where is_frequent) as frequent,
        array_agg(term) filter (where not is_frequent) as rare,
        (sum(logo_ct) filter (where not is_frequent))::int as rare_ct
      from (
        select term, is_frequent, logo_ct from search_term where kind = 'word' and term = wanted
        union all
        select pattern, true, 0 where has_pattern
        union all
        select term, is_frequent, logo_ct from search_term
        where kind = 'beginning' and not has_pattern
          and term >= wanted and term < wanted || chr(1114109) and not is_pattern
        union all
        select term, is_frequent, logo_ct from search_term
        where kind = 'part' and not has_pattern and term like wanted and not is_pattern
      ) fitting
    ) found`.compile(db),
)

/** The terms of each clause that bitmaps answer: those with a bitmap, and the rare ones beside them; and the bits of colours, which are a clause. */
type Bitmaps = {
  clause_ct: number
  clauses: number[]
  terms: string[]
  rare_clauses: number[]
  rare_terms: string[]
  colored_segs: number[]
  colored_bits: Buffer | []
}

function bitmapsOf(common: Clause[], colored: ColorBits | undefined): Bitmaps {
  const terms = common.flatMap((d, i) => d.frequent.map(term => [i, term] as const))
  const rare = common.flatMap((d, i) => d.rare.map(term => [i, term] as const))
  return {
    clause_ct: common.length + (colored ? 1 : 0),
    clauses: terms.map(t => t[0]),
    terms: terms.map(t => t[1]),
    rare_clauses: rare.map(r => r[0]),
    rare_terms: rare.map(r => r[1]),
    colored_segs: colored?.segs ?? [],
    colored_bits: colored?.bits ?? [],
  }
}

/** True of every row of `search_fresh`; its pages are kept when it has been emptied (`vacuum_truncate`), and only an index leads past them. */
const byIndex = sql`search_fresh.logo_id > 0`

/**
 * The logos that match all clauses, as bits by segment: OR within a clause, AND across clauses. Values are hidden in
 * `(select …)`, here and below, so that PostgreSQL keeps a generic plan: planning costs as much as a search.
 */
const matchingBitmaps = (params: Bitmaps, segments = sql`true`) => sql`
  select seg, bit_and(bits) as bits from (
    select clause, seg, bit_or(bits) as bits from (
      select clause, seg, bits
      from unnest((select ${params.clauses}::int[]), (select ${params.terms}::text[])) as t (clause, term)
      join search_bitmap using (term) where ${segments}
      union all
      select clause, logo_id / 16384, one_bit(logo_id)
      from unnest((select ${params.clauses}::int[]), (select ${params.terms}::text[])) as t (clause, term)
      join search_fresh on term = any (search_fresh.terms) and ${byIndex}
      union all
      select clause, seg, bits
      from (select distinct clause from unnest((select ${params.rare_clauses}::int[])) as r (clause)) r
      cross join lateral segments_of(array(
        select logo_id from unnest((select ${params.rare_clauses}::int[]), (select ${params.rare_terms}::text[])) as t (of_clause, term)
        cross join lateral (select logo_id from logo_search where words @@ term_query(term) offset 0) l
        where of_clause = clause))
      union all
      select -1, seg, bits
      from unnest((select ${params.colored_segs}::int[]), (select ${params.colored_bits}::bit(16384)[])) as c (seg, bits)
    ) each group by clause, seg
  ) every group by seg having count(*) >= ${params.clause_ct}::int`

/** The requested part of the whole order. */
type Window = { skip: number; most: number }

const segmentsById = (name: string, direction: 'asc' | 'desc') =>
  prepared(name, (db, params: Bitmaps & Window) =>
    sql<{ seg: number; before: number; count: number; bits: Buffer | null }>`
      select seg, (upto - n)::int as before, total::int as count, case when is_wanted then bit_send(bits) end as bits
      from (
        select *, upto > ${params.skip}::int and upto - n < ${params.skip}::int + ${params.most}::int as is_wanted
        from (
          select seg, bits, n, sum(n) over (order by seg ${sql.raw(direction)}) as upto, sum(n) over () as total
          from (select seg, bits, bit_count(bits) as n from (${matchingBitmaps(params)}) m offset 0) counted
        ) running
      ) marked
      where is_wanted or upto = total
      order by seg ${sql.raw(direction)}`.compile(db),
  )

const segmentsInOrder = {
  recent: segmentsById('search-recent', 'desc'),
  oldest: segmentsById('search-oldest', 'asc'),
}

async function pageById(db: Db, bitmaps: Bitmaps, window: Window, sort: 'recent' | 'oldest') {
  const rows = await segmentsInOrder[sort](db, { ...bitmaps, ...window })
  const wanted = rows.filter(r => r.bits !== null)
  const ids = wanted.flatMap(r => {
    const ascending = idsOf(r.seg * segmentSize, r.bits!)
    return sort === 'recent' ? ascending.reverse() : ascending
  })
  const start = window.skip - (wanted[0]?.before ?? 0)
  return { ids: ids.slice(start, start + window.most), count: rows[0]?.count ?? 0 }
}

/**
 * The logos that a page ordered by likes is taken from: those with at least as many likes as the step that covers the
 * page, without steps wholly before it. Steps are walked downwards, beginning where the page's first logo is expected
 * from the distribution over all logos, because each step that is checked costs as much as the match itself.
 * PostgreSQL decompresses bits of rarer words each time it reads them, so the matches are decompressed once (`<< 0`),
 * and each step's result is kept. Few are left in the end: only non-empty sixteenths of a segment are sent, each with its
 * number.
 */
const segmentsByLikes = prepared('search-popular', (db, params: Bitmaps & Window) =>
  sql<{ skipped: number; count: number; parts: number[] | null; bits: Buffer | null }>`
    with recursive matched as materialized (select seg, bits << 0 as bits from (${matchingBitmaps(params)}) m),
    whole as materialized (select coalesce(sum(bit_count(bits)), 0)::int as n from matched),
    step as materialized (
      select i, term, logo_ct from unnest(like_steps()) with ordinality as s (likes, i)
      join search_term on term = ${sql.lit(marks.likes)} || likes),
    start as (
      select coalesce(
        (select min(i) from step, total
         where step.logo_ct * n::float8 / greatest(total.logo_ct, 1)
           < case when ${params.skip}::int = 0 then 2.0 * ${params.most}::int else 0.9 * ${params.skip}::int end)
          -- Nothing lies before the first page: the step above it is not needed.
          - (${params.skip}::int = 0)::int,
        (select max(i) from step), 0) as i
      from whole where n > ${params.skip}::int),
    walk (i, n, seg, bits) as (
      select i + 1, -1, null::int, null::bit(16384) from start
      union all
      select last.i - 1, coalesce(bit_count(bits), 0)::int, seg, bits
      from (select i, sum(n) over () as n from walk limit 1) last
      cross join lateral (
        select seg, (case when last.i = 1 then matched.bits else matched.bits & liked.bits end)::bit(16384) as bits
        from matched left join (
          -- As a whole, in one go: PostgreSQL, which expects few segments to match, would look each of them up. Thus offset 0.
          select seg, bits from search_bitmap where term = (select term from step where step.i = last.i - 1) offset 0
        ) liked using (seg)
        offset 0) stepped
      where last.n < ${params.skip}::int + ${params.most}::int and last.i > 0),
    walked as (select i, sum(n)::int as n from walk group by i),
    edge as materialized (
      -- A step whose bitmap is still to be made has none, and those above it more: the nearest is the one with the most.
      select low.i as lowest, above.i as above, coalesce(above.n, 0) as skipped
      from (select min(i) as i from walked) low
      left join (
        select i, n from walked where n between 0 and ${params.skip}::int order by n desc, i limit 1) above on true)
    select (select n from whole) as count, (select skipped from edge) as skipped,
      array_agg(seg * 16 + n) as parts, string_agg(bit_send(part), '') as bits
    from (
      -- Each logo of the higher step is in the lower one, too.
      select low.seg, low.bits # coalesce(high.bits, 0::bit(16384)) as bits
      from edge join walk low on low.i = lowest left join walk high on high.i = above and high.seg = low.seg
      offset 0) page
    cross join lateral (
      select n, substring(page.bits from n * 1024 + 1 for 1024) as part from generate_series(0, 15) n offset 0) p
    -- Most segments of a large gallery have none of a page, and dividing one costs as much as making it.
    where bit_count(page.bits) > 0 and bit_count(part) > 0`.compile(db),
)

const orderByLikes = prepared('search-by-likes', (db, params: Window & { ids: number[] }) =>
  sql<{ logo_id: number }>`
    select logo_id from logo where logo_id = any (${params.ids}::int[]) order by ${sql.raw(orders.popular)}
    limit (select ${params.most}::int) offset (select ${params.skip}::int)`.compile(db),
)

async function pageByLikes(db: Db, bitmaps: Bitmaps, window: Window) {
  const [found] = await segmentsByLikes(db, { ...bitmaps, ...window })
  const { skipped, count, parts, bits } = found!
  if (!parts || !bits) return { ids: [], count }
  const sent = bits.length / parts.length
  const ids = parts.flatMap((part, i) => idsOf(part * partSize, bits.subarray(i * sent, (i + 1) * sent)))
  const ordered = await orderByLikes(db, { ids, skip: window.skip - skipped, most: window.most })
  return { ids: ordered.map(r => r.logo_id), count }
}

/** The number of logos in a bitmap's segment, and in a sixteenth. */
const [segmentSize, partSize] = [16_384, 1024]

/** The ids of set bits, ascending; PostgreSQL sends the bits after their length. */
function idsOf(first: number, sent: Buffer): number[] {
  const ids: number[] = []
  for (let i = 4; i < sent.length; i += 4)
    for (let word = sent.readInt32BE(i), bit: number; word; word &= ~(1 << (31 - bit))) {
      bit = Math.clz32(word)
      ids.push(first + (i - 4) * 8 + bit)
    }
  return ids
}

/** Finds the few logos with the rare terms by the index, and checks each against the bitmaps. */
const amongRare = (sort: Sort) =>
  prepared(`search-rare-${sort}`, (db, params: Bitmaps & Window & { query: string }) =>
    sql<{ ids: number[]; count: number }>`
      with candidate as materialized (
        select logo_id, logo_id / 16384 as seg from logo_search where words @@ (select ${params.query}::tsquery)),
      found as materialized (
        select logo_id from candidate
        left join (${matchingBitmaps(params, sql`seg = any (array(select distinct seg from candidate))`)}) matched using (seg)
        where ${params.clause_ct}::int = 0 or get_bit(bits, logo_id % 16384) = 1)
      select (select count(*)::int from found) as count, array(
        select logo_id from found ${sort === 'popular' ? sql`join logo using (logo_id)` : sql``}
        order by ${sql.raw(orders[sort])} limit (select ${params.most}::int) offset (select ${params.skip}::int)) as ids`.compile(
      db,
    ),
  )

const rareInOrder = {
  recent: amongRare('recent'),
  oldest: amongRare('oldest'),
  popular: amongRare('popular'),
}

async function pageOfRare(db: Db, bitmaps: Bitmaps, rare: Clause[], window: Window, sort: Sort) {
  const query = rare.map(queryOf).join(' & ')
  const [found] = await rareInOrder[sort](db, { ...bitmaps, ...window, query })
  return found!
}

/**
 * The text with every unknown word replaced by the nearest known one (at most two edits, one in short words; the more
 * frequent wins), or undefined if nothing near is known or every word is.
 */
export async function findCorrection(db: Db, text: string): Promise<string | undefined> {
  const rows = await spellings(db, { text })
  if (rows.every(r => r.known) || rows.some(r => !r.known && !r.near)) return undefined
  return rows.map(r => (r.known ? r.word : r.near)).join(' ')
}

const spellings = prepared('search-spellings', (db, params: { text: string }) =>
  sql<{ word: string; known: boolean; near: string | null }>`
    select word, known, case when not known then (
      select term from (
        select term, logo_ct, levenshtein(term, word) as edits from search_term
        where term % word and term not like ${anyMarked} and not is_pattern and logo_ct > 0
          and levenshtein_less_equal(term, word, 2) <= case when length(word) < 5 then 1 else 2 end
        union all
        -- Two neighbours swapped are one edit. Such terms are looked up: a short one shares too few trigrams with its word.
        select term, logo_ct, 1
        from generate_series(1, length(word) - 1) i
        join search_term on term = left(word, i - 1) || substr(word, i + 1, 1) || substr(word, i, 1) || substr(word, i + 2)
        where length(word) >= 3 and not is_pattern and logo_ct > 0
      ) nearby
      order by edits, logo_ct desc, term limit 1) end as near
    from unnest(words((select ${params.text}::text))) with ordinality as w (word, n)
    cross join lateral (select exists (select 1 from search_term where term = word
      or (n = cardinality(words(${params.text}::text)) and term >= word and term < word || chr(1114109))) as known) k
    where length(word) <= 50
    order by n`.compile(db),
)

const suggested = 8

/** Names of a kind that contain the text, those with a word that begins with it first, by their number of logos. */
export async function listSuggestions(
  db: Db,
  kind: 'keyword' | 'company' | 'industry' | 'client',
  text: string,
  most = suggested,
) {
  const list = (begins: boolean, limit: number) =>
    db
      .selectFrom('suggestion')
      .where('kind', '=', kind)
      .where(sql<boolean>`plain like containing(${text}::text)`)
      .where(sql<boolean>`words ${sql.raw(begins ? 'like' : 'not like')} beginning_word(${text}::text)`)
      .select(['name', 'logo_ct'])
      .$narrowType<{ name: string; logo_ct: number }>()
      .orderBy('logo_ct', 'desc')
      .orderBy('name')
      .limit(limit)
      .execute()
  const first = await list(true, most)
  return first.length < most ? [...first, ...(await list(false, most - first.length))] : first
}

/** Enough that all swatches are among them; each stands for a part of the RGB cube. */
const mostFrequentColors = 600
/** The newest logos whose colours are offered before any have been counted. */
const newestCounted = 500

/** The colours that most logos have, `#rrggbb`, as they were counted last; in a gallery that has just begun, those of its newest logos. */
export async function listFrequentColors(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('suggested_color')
    .select('hex')
    .$narrowType<{ hex: string }>()
    .orderBy('logo_ct', 'desc')
    .orderBy('cell')
    .limit(mostFrequentColors)
    .execute()
  return (rows.length ? rows : await listNewestColors(db)).map(row => row.hex)
}

async function listNewestColors(db: Db) {
  const newest = db
    .selectFrom('logo')
    .where('hidden_at', 'is', null)
    .where('colors', 'is not', null)
    .select('colors')
    .orderBy('logo_id', 'desc')
    .limit(newestCounted)
  return db
    .selectFrom(newest.as('newest'))
    .innerJoinLateral(
      sql<{ value: { hex: string } }>`jsonb_array_elements(newest.colors)`.as('color'),
      join => join.onTrue(),
    )
    .select(sql<string>`color.value ->> 'hex'`.as('hex'))
    .groupBy('hex')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('hex')
    .limit(mostFrequentColors)
    .execute()
}

/** The number of results of each kind in a quick search; keywords without a text are suggestions to begin with. */
const quick = { logos: 4, designers: 3, keywords: 4, countries: 3, subjects: 6 }

/**
 * The results of a quick search while typing. Logos and names are looked for side by side, so that a keystroke holds two
 * connections, but for a shorter time. Logos cost as much as a search. Names are found by trigrams or in the order of their
 * counts: the one that is estimated cheaper.
 */
export async function findQuickly(db: Db, text: string) {
  if (text === '') {
    const keywords = await listSuggestions(db, 'keyword', text, quick.subjects)
    return { logos: [], count: 0, designers: [], keywords, countries: [] }
  }
  const [found, names] = await Promise.all([findBest(db, text), findNames(db, text)])
  return { ...found, ...names }
}

async function findNames(db: Db, text: string) {
  const keywords = await listSuggestions(db, 'keyword', text, quick.keywords)
  const designers = await listDesignersNamed(db, text)
  const codes = codesOfCountries(text)
  const countries = codes.length ? await countByCountry(db, { codes }) : []
  return { keywords, designers, countries }
}

/**
 * Logos with the text in their title, then those with it in their keywords, then all others; each by their likes. The
 * number is counted with the newest first, which is the cheapest order.
 */
async function findBest(db: Db, text: string) {
  const page = { page: 1, page_size: quick.logos }
  const clauses = await listClauses(db, { title: text, keyword: text, search_text: text })
  const inKind = (mark: string) => clauses.filter(d => d.wanted.startsWith(mark))
  const anywhere = clauses.filter(d => !d.wanted.startsWith(markSign))
  const { count } = await findByClauses(db, anywhere, { sort: 'recent' }, page)
  const ids = new Set<number>()
  for (const where of [inKind(marks.title), inKind(marks.keyword), anywhere]) {
    if (ids.size >= Math.min(quick.logos, count)) break
    for (const id of (await findByClauses(db, where, { sort: 'popular' }, page)).ids) ids.add(id)
  }
  const logos = ids.size ? await listThumbnails(db, { ids: [...ids].slice(0, quick.logos) }) : []
  return { logos, count }
}

const listThumbnails = prepared('quick-search-logos', (db, params: { ids: number[] }) =>
  db
    .selectFrom('logo')
    .where('logo_id', '=', sql<number>`any (${params.ids}::int[])`)
    .where('hidden_at', 'is', null)
    .orderBy(sql`array_position(${params.ids}::int[], logo_id)`)
    .select(['logo_id', 'title as logo', 'image', 'ground'])
    .compile(),
)

/** Designers with a word in company or name that begins with the text, those with most logos first. */
function listDesignersNamed(db: Db, text: string) {
  const named = db
    .selectFrom('designer_suggestion')
    .select(['designer_id', 'logo_ct'])
    .where(sql<boolean>`words like beginning_word(${text}::text)`)
    .where(sql<boolean>`words(${text}::text) <> '{}'`)
    .orderBy('logo_ct', 'desc')
    .orderBy('designer_id')
    // More than are shown: some may have been closed, or have lost their logos, since the last refresh.
    .limit(10 * quick.designers)
  return db
    .selectFrom(named.as('named'))
    .innerJoin('designer', 'designer.designer_id', 'named.designer_id')
    .where('closed_at', 'is', null)
    .where('designer.logo_ct', '>', 0)
    .orderBy('named.logo_ct', 'desc')
    .orderBy('named.designer_id')
    .limit(quick.designers)
    .select(['designer.designer_id', 'slug', 'company', avatarUrl('designer').as('avatar_url')])
    .select('designer.logo_ct')
    .execute()
}

const simple = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** A country's name in lower case after a space, so that a prefix of each word can be found. */
const countryNames = countries.map(({ code, name }) => ({
  code,
  words: ` ${simple(name).replace(/[^a-z]+/g, ' ')}`,
}))

/** Countries with a word that begins with the text; a single letter would match too many. */
function codesOfCountries(text: string): string[] {
  const words = simple(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  return words.length < 2 ? [] : countryNames.filter(c => c.words.includes(` ${words}`)).map(c => c.code)
}

/** The exact number of logos by country, as a search by country counts them, most first. */
const countByCountry = prepared('quick-search-countries', (db, params: { codes: string[] }) =>
  sql<{ code: string; logo_ct: number }>`
    select code, n as logo_ct from unnest((select ${params.codes}::text[])) as code
    join search_term on term = ${sql.lit(marks.country)} || code
    cross join lateral (
      select case when is_frequent
        then (select coalesce(sum(bit_count(bits)), 0)::int from search_bitmap b where b.term = search_term.term)
          + (select count(*)::int from search_fresh where search_term.term = any (terms) and ${byIndex})
        else (select count(*)::int from logo_search where words @@ term_query(search_term.term)) end as n) counted
    where n > 0 order by n desc, code limit ${sql.lit(quick.countries)}`.compile(db),
)

/** A word of the vocabulary. */
export type Term = { term: string; logo_ct: number; is_frequent: boolean }

/** The limit on candidates for each rare word, and for each two frequent ones. */
const [mostRare, mostOfPair] = [300, 50]

/** The newest logos that have one of the rare words, or two of the frequent ones; the rarest words count first. */
export async function listSharing(db: Db, rarestFirst: Term[]): Promise<number[]> {
  let logos = 0
  const rare = rarestFirst.filter(t => {
    logos += t.logo_ct
    return logos <= 2 * mostRare
  })
  const other = rarestFirst.slice(rare.length, rare.length + 4)
  const pairs = other.flatMap((a, i) => other.slice(i + 1).map(b => [a, b] as const))
  if (other[0] && (other[0].is_frequent || other.length === 1)) pairs.push([other[0], other[0]])
  const [frequent, mixed] = [pairs.filter(isFrequentPair), pairs.filter(pair => !isFrequentPair(pair))]
  const rows = await segmentsSharing(db, {
    first: frequent.map(([a]) => a.term),
    second: frequent.map(([, b]) => b.term),
    query: [
      ...rare.map(t => quoted(t.term)),
      ...mixed.map(([a, b]) => `${quoted(a.term)} & ${quoted(b.term)}`),
    ].join(' | '),
  })
  return rows.flatMap(r =>
    r.bits
      ? idsOf(r.seg * segmentSize, r.bits)
          .reverse()
          .slice(0, mostOfPair - r.newer)
      : r.ids,
  )
}

const isFrequentPair = (pair: readonly [Term, Term]) => pair.every(t => t.is_frequent)

// `+ 0` forces the index of words: without it PostgreSQL, which does not know the words when it plans, would scan all
// logos for so few.
const segmentsSharing = prepared(
  'search-sharing',
  (db, params: { first: string[]; second: string[]; query: string }) =>
    sql<{ ids: number[]; seg: number; bits: Buffer | null; newer: number }>`
      select null as ids, seg, bit_send(bits) as bits, newer
      from unnest((select ${params.first}::text[]), (select ${params.second}::text[])) as pair (first, second)
      cross join lateral (
        select seg, bits, n, (sum(n) over (order by seg desc) - n)::int as newer
        from (
          select seg, shared.bits, bit_count(shared.bits) as n
          from search_bitmap a join search_bitmap b using (seg)
          -- Once, and not again for their number. Thus offset 0.
          cross join lateral (select a.bits & b.bits as bits offset 0) shared
          where a.term = first and b.term = second) counted
      ) running
      where n > 0 and newer < ${sql.lit(mostOfPair)}
      union all
      select array(select logo_id from search_fresh
        where ${byIndex} and exists (select from unnest((select ${params.first}::text[]), (select ${params.second}::text[])) as pair (first, second)
          where first = any (terms) and second = any (terms))
        order by logo_id desc limit ${sql.lit(mostRare)}), null, null, null
      union all
      select array(select logo_id from logo_search where words @@ (select ${params.query}::tsquery)
        order by logo_id + 0 desc limit ${sql.lit(mostRare)}), null, null, null
      where (select ${params.query}::text) <> ''`.compile(db),
)

/** Refreshes suggestions and the words' counts. Does not block searches. Takes seconds in a large gallery. */
export async function refreshSuggestions(db: Db) {
  await sql`refresh materialized view concurrently suggestion`.execute(db)
  await sql`refresh materialized view concurrently designer_suggestion`.execute(db)
  await sql`refresh materialized view concurrently suggested_color`.execute(db)
  await sql`
    update search_term set logo_ct = n from (
      select term, coalesce(ndoc, 0) as n from search_term left join ts_stat('select words from logo_search') on word = term
      where not is_pattern and term not like ${likesMarked}
      union all
      select term, sum(bit_count(bits))::int from search_bitmap where term like ${likesMarked} group by term
    ) counted where counted.term = search_term.term and logo_ct <> n`.execute(db)
}

/**
 * Merges the counts of uploads and the bits of up to `most` of them, oldest first; returns how many logos that were.
 * Gives up after 200 ms of waiting for a lock, well before PostgreSQL looks for a deadlock: the transaction it waits for
 * has precedence.
 */
export const mergeUploads = (db: Db, most: number): Promise<number> =>
  transaction(db, async trx => {
    await sql`set local lock_timeout = '200ms'`.execute(trx)
    const { rows } = await sql<{ merged: number }>`select merge_uploads(${most}) as merged`.execute(trx)
    return rows[0]!.merged
  })

/**
 * Makes missing bitmaps and drops unneeded ones, by the counts of the last refresh. A pattern whose rarer terms have
 * `least` logos together gets one, and so does a term that every 4,000th logo has (between a tenth of `least` and all
 * of it); both are kept down to half of that. Each takes up to seconds; `signal` ends it between two.
 */
export async function chooseBitmaps(
  db: Db,
  { least = 1000, signal }: { least?: number; signal?: AbortSignal } = {},
) {
  await sql`
    delete from search_segment
    where not exists (select from search_term known where known.term = search_segment.term and is_frequent)`.execute(
    db,
  )
  const { logo_ct } = await db
    .selectFrom('total')
    .select('logo_ct')
    .$narrowType<{ logo_ct: number }>()
    .executeTakeFirstOrThrow()
  const leastOfTerm = Math.ceil(Math.min(Math.max(logo_ct / 4000, least / 10), least))
  const patterns = sql`
    select pattern as term, sum(logo_ct) as n from search_term cross join lateral patterns_of(term) as pattern
    where not is_pattern and logo_ct < ${least} group by 1`
  const { rows } = await sql<{ term: string; is_pattern: boolean }>`
    with missing as (
      select term, false as is_pattern from search_term
      where not is_frequent and logo_ct >= ${leastOfTerm} and term not like ${likesMarked}
      union all
      select ${sql.lit(marks.likes)} || step, false from unnest(like_steps()) step
      where exists (select 1 from search_term where term = ${sql.lit(marks.every)} and logo_ct >= ${least})
      union all
      select term, true from (${patterns}) p where n >= ${least})
    select term, is_pattern from missing
    where not exists (select 1 from search_term known where known.term = missing.term and is_frequent)
    order by is_pattern, length(term) desc`.execute(db)
  for (const { term, is_pattern } of rows) {
    if (signal?.aborted) return
    await sql`select make_bitmap(${term}, ${is_pattern})`.execute(db)
  }
  // Their bits stay until the next run, because a search may just have read that they exist.
  await sql`
    with needed as materialized (${patterns} having sum(logo_ct) >= ${Math.ceil(least / 2)}),
    dropped as (
      update search_term set is_frequent = false
      where is_frequent and not is_pattern and term not like ${likesMarked} and logo_ct < ${Math.ceil(leastOfTerm / 2)})
    delete from search_term where is_pattern and term not in (select term from needed)`.execute(db)
  await unpackSegments(db, signal)
}

/** The compressed size in bytes of a segment with some 220 bits at random places; runs of bits take less. */
const leastUnpacked = 512

/**
 * Stores segments with many bits uncompressed, and all of likes: they are few, and a popular search reads nothing as
 * often. `<< 0` decompresses; a value that is only copied stays compressed in any column. A segment keeps this form, even
 * with fewer bits, until its bitmap is made again.
 */
export async function unpackSegments(db: Db, signal?: AbortSignal) {
  const unpackable = sql`packed is not null and (pg_column_size(packed) >= ${leastUnpacked} or term like ${likesMarked})`
  const { rows } = await sql<{ term: string }>`
    select distinct term from search_segment where ${unpackable}`.execute(db)
  for (const { term } of rows) {
    if (signal?.aborted) return
    await sql`
      update search_segment set plain = packed << 0, packed = null
      -- Locked in the order of all writers.
      from (select seg from search_segment where term = ${term} and ${unpackable} order by seg for update) found
      where term = ${term} and search_segment.seg = found.seg`.execute(db)
  }
}
