import { sql } from 'kysely'
import type { core } from 'zod/mini'
import type { find } from '../../../shared/api/logos.ts'
import type { Db } from '../../db/connect.ts'
import { offset, type Page, selectLogos } from '../../db/fragments.ts'
import { Json, listAsJson } from '../../db/json.ts'
import { prepared } from '../../db/prepared.ts'
import type { Viewer } from '../../viewer.ts'

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
>

const logotypes = { typographic: 'Typographic', symbols: 'Symbol', combo: 'Combo' } as const

export type Sort = keyof typeof orders

/** Total orders, so that pages neither repeat nor skip. Ids are given in the order of uploads. */
const orders = {
  recent: 'logo_id desc',
  oldest: 'logo_id',
  popular: 'like_ct desc, collection_ct desc, logo_id desc',
} as const

/**
 * A page of the logos that all the filters let through, and exactly how many do. Each filter asks for some terms of
 * the vocabulary; where every one of them has bitmaps, they are the answer, else a rare one leaves few enough logos to
 * look at each.
 */
export async function findLogos(db: Db, filters: Filters & { sort: Sort }, page: Page) {
  const demands = await listDemands(db, filters)
  if (demands.some(d => !d.frequent.length && !d.rare.length)) return { ids: [], count: 0 }
  const window = { skip: offset(page), most: page.page_size }
  const [common, rare] = [demands.filter(isCommon), demands.filter(d => !isCommon(d))]
  if (rare.length) return pageOfRare(db, bitmapsOf(common), rare, window, filters.sort)
  return filters.sort === 'popular'
    ? pageByLikes(db, bitmapsOf(common), window)
    : pageById(db, bitmapsOf(common), window, filters.sort)
}

/**
 * A page of a search, as `viewer` sees it. When nothing matches the words, the nearest spelling that does is searched,
 * and said.
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
    // A field more, before those that the database wrote.
    if (instead?.count)
      return new Json(withField(await list(instead), `"corrected_to":${JSON.stringify(spelling)}`))
  }
  return new Json(await list(found))
}

const withField = <Text extends string>(json: Text, field: string) => `{${field},${json.slice(1)}` as Text

const listFound = prepared(
  'list-found-logos',
  (db, given: { ids: number[]; count: number; viewer_id: number }) => {
    const rows = selectLogos(db, { id: given.viewer_id })
      .where('logo.logo_id', '=', sql<number>`any (${given.ids}::int[])`)
      .orderBy(sql`array_position(${given.ids}::int[], logo.logo_id)`)
    return listAsJson(rows, sql`${given.count}::int`).compile(db)
  },
)

/** What one filter, or one word of it, asks for: a logo with any of the terms that fit. */
type Demand = {
  kind: 'word' | 'beginning' | 'part'
  /** With its mark; of a part, how the terms look that have it. */
  wanted: string
  /** The terms that have a bitmap; a pattern, where there is one, stands for all of them. */
  frequent: string[]
  rare: string[]
  /** How many logos the rare ones have, one counted for each of its terms; an hour old. */
  rare_ct: number
}

/** So many logos of rare terms are added to bitmaps one by one; more are left to the index. */
const mostAdded = 20_000

const isCommon = (d: Demand) =>
  d.kind === 'part' || (d.frequent.length > 0 && (d.kind === 'word' || d.rare_ct <= mostAdded))

/** As the index of terms is asked. Quoting is all there is to do: a term's own quotes and backslashes are text. */
const queryOf = (d: Demand) => (d.kind === 'beginning' ? `${quoted(d.wanted)}:*` : quoted(d.wanted))
const quoted = (term: string) => `'${term.replace(/['\\]/g, '\\$&')}'`

type Asked = Record<
  'text' | 'designer' | 'industry' | 'firm' | 'client' | 'type' | 'country' | 'class',
  string | null
>

function listDemands(db: Db, f: Filters) {
  return demandsOf(db, {
    text: f.search_text || null,
    designer: f.search_designer || null,
    industry: f.search_industry || null,
    firm: f.search_design_firm || null,
    client: f.search_client || null,
    type: f.filter_type ? `~t${logotypes[f.filter_type]}` : null,
    country: f.filter_country ? `~c${f.filter_country}` : null,
    class: f.filter_category ? `~k${f.filter_category}` : null,
  })
}

/**
 * Words and their beginnings, parts of names, and the terms that stand for a value; with nothing asked, the term that
 * every logo has. A part within a word is looked for among the words of names, any other among whole names.
 */
const demandsOf = prepared('search-demands', (db, given: Asked) =>
  sql<Demand>`
    with worded as (
      select mark || word as wanted, may_begin and n = cardinality(list) and word <> '' as is_beginning
      from (values ('', ${given.text}::text, true), ('~p', ${given.designer}::text, true),
        ('~i', ${given.industry}::text, false)) as w (mark, input, may_begin)
      cross join lateral (select words(input) as list) l
      -- Where there is no word in it, none fits.
      cross join lateral unnest(case list when '{}' then array[''] else list end) with ordinality as u (word, n)
      where input is not null),
    part as (
      select mark, plain(input) as part, plain(input) ~ '[^[:alnum:]]' as is_name
      from (values ('f', ${given.firm}::text), ('n', ${given.client}::text)) as p (mark, input)
      where input is not null),
    asked (kind, wanted, pattern) as (
      select case when is_beginning then 'beginning' else 'word' end, wanted, case when is_beginning then wanted || '*' end
      from worded
      union all
      select 'part', '~' || case when is_name then upper(mark) else mark end || containing(part),
        case when not is_name then '~' || mark || '*' || part || '*' end
      from part
      union all
      select 'word', term, null
      from unnest(array[${given.type}::text, ${given.country}::text, ${given.class}::text]) as term where term is not null),
    every as (
      select kind, wanted, pattern, exists (select from search_term where term = pattern) as has_pattern from asked
      union all select 'word', '~a', null, false where not exists (select from asked))
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

/** Of each demand that bitmaps answer: its terms that have one, and the rare ones beside them. */
type Bitmaps = {
  demand_ct: number
  demands: number[]
  terms: string[]
  rare_demands: number[]
  rare_terms: string[]
}

function bitmapsOf(common: Demand[]): Bitmaps {
  const terms = common.flatMap((d, i) => d.frequent.map(term => [i, term] as const))
  const rare = common.flatMap((d, i) => d.rare.map(term => [i, term] as const))
  return {
    demand_ct: common.length,
    demands: terms.map(t => t[0]),
    terms: terms.map(t => t[1]),
    rare_demands: rare.map(r => r[0]),
    rare_terms: rare.map(r => r[1]),
  }
}

/**
 * The logos that all the demands let through, as bits by segment: an OR within a demand, an AND across them. Values are
 * hidden in `(select …)`, here and below, so that one plan looks as cheap as one for each: planning costs as much as a search.
 */
const matching = (given: Bitmaps, segments = sql`true`) => sql`
  select seg, bit_and(bits) as bits from (
    select demand, seg, bit_or(bits) as bits from (
      select demand, seg, bits
      from unnest((select ${given.demands}::int[]), (select ${given.terms}::text[])) as t (demand, term)
      join search_bitmap using (term) where ${segments}
      union all
      select demand, seg, bits
      from (select distinct demand from unnest((select ${given.rare_demands}::int[])) as r (demand)) r
      cross join lateral segments_of(array(
        select logo_id from unnest((select ${given.rare_demands}::int[]), (select ${given.rare_terms}::text[])) as t (of_demand, term)
        cross join lateral (select logo_id from logo_search where words @@ term_query(term) offset 0) l
        where of_demand = demand))
    ) each group by demand, seg
  ) every group by seg having count(*) >= ${given.demand_ct}::int`

/** What part of the whole order is wanted. */
type Window = { skip: number; most: number }

const segmentsById = (name: string, direction: 'asc' | 'desc') =>
  prepared(name, (db, given: Bitmaps & Window) =>
    sql<{ seg: number; before: number; count: number; bits: Buffer | null }>`
      select seg, (upto - n)::int as before, total::int as count, case when is_wanted then bit_send(bits) end as bits
      from (
        select *, upto > ${given.skip}::int and upto - n < ${given.skip}::int + ${given.most}::int as is_wanted
        from (
          select seg, bits, n, sum(n) over (order by seg ${sql.raw(direction)}) as upto, sum(n) over () as total
          from (select seg, bits, bit_count(bits) as n from (${matching(given)}) m) counted
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
 * The logos among which a page by likes is: those with so many likes or more, down to the step that covers the page,
 * without those of a step that lies wholly before it. The steps are walked downwards, beginning where a page's first logo
 * is expected from the shares that all logos have: each step that is looked at costs as much as finding what matches.
 *
 * PostgreSQL unpacks bits each time that it looks into them: so the matches are unpacked once (`<< 0`), and each step's
 * kept. Few are left in the end: only those sixteenths of a segment are sent that have some, numbered, one behind the other.
 */
const segmentsByLikes = prepared('search-popular', (db, given: Bitmaps & Window) =>
  sql<{ skipped: number; count: number; parts: number[] | null; bits: Buffer | null }>`
    with recursive matched as materialized (select seg, bits << 0 as bits from (${matching(given)}) m),
    whole as materialized (select coalesce(sum(bit_count(bits)), 0)::int as n from matched),
    step as materialized (
      select i, term, logo_ct from unnest(like_steps()) with ordinality as s (likes, i)
      join search_term on term = '~l' || likes),
    start as (
      select coalesce(
        (select min(i) from step, total
         where step.logo_ct * n::float8 / greatest(total.logo_ct, 1)
           < case when ${given.skip}::int = 0 then 2.0 * ${given.most}::int else 0.9 * ${given.skip}::int end)
          -- Nothing lies before the first page: the step above it is not needed.
          - (${given.skip}::int = 0)::int,
        (select max(i) from step), 0) as i
      from whole where n > ${given.skip}::int),
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
      where last.n < ${given.skip}::int + ${given.most}::int and last.i > 0),
    walked as (select i, sum(n)::int as n from walk group by i),
    edge as materialized (
      -- A step whose bitmap is still to be made has none, and those above it more: the nearest is the one with the most.
      select low.i as lowest, above.i as above, coalesce(above.n, 0) as skipped
      from (select min(i) as i from walked) low
      left join (
        select i, n from walked where n between 0 and ${given.skip}::int order by n desc, i limit 1) above on true)
    select (select n from whole) as count, (select skipped from edge) as skipped,
      array_agg(seg * 16 + n) as parts, string_agg(bit_send(part), '') as bits
    from (
      -- Whatever is in the higher step is in the lower one, too.
      select low.seg, low.bits # coalesce(high.bits, 0::bit(16384)) as bits
      from edge join walk low on low.i = lowest left join walk high on high.i = above and high.seg = low.seg
      offset 0) page
    cross join lateral (
      select n, substring(page.bits from n * 1024 + 1 for 1024) as part from generate_series(0, 15) n offset 0) p
    where bit_count(part) > 0`.compile(db),
)

const orderByLikes = prepared('search-by-likes', (db, given: Window & { ids: number[] }) =>
  sql<{ logo_id: number }>`
    select logo_id from logo where logo_id = any (${given.ids}::int[]) order by ${sql.raw(orders.popular)}
    limit (select ${given.most}::int) offset (select ${given.skip}::int)`.compile(db),
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

/** As many logos as a bitmap's segment holds, and a sixteenth. */
const [segmentSize, partSize] = [16_384, 1024]

/** The ids that some bits stand for, in ascending order; the bits as PostgreSQL sends them, behind their number. */
function idsOf(first: number, sent: Buffer): number[] {
  const ids: number[] = []
  for (let i = 4; i < sent.length; i += 4)
    for (let word = sent.readInt32BE(i), bit: number; word; word &= ~(1 << (31 - bit))) {
      bit = Math.clz32(word)
      ids.push(first + (i - 4) * 8 + bit)
    }
  return ids
}

/** By the index of terms: the few logos that the rare ones leave are looked at one by one. */
const amongRare = (sort: Sort) =>
  prepared(`search-rare-${sort}`, (db, given: Bitmaps & Window & { query: string }) =>
    sql<{ ids: number[]; count: number }>`
      with candidate as materialized (
        select logo_id, logo_id / 16384 as seg from logo_search where words @@ (select ${given.query}::tsquery)),
      found as materialized (
        select logo_id from candidate
        left join (${matching(given, sql`seg = any (array(select distinct seg from candidate))`)}) matched using (seg)
        where ${given.demand_ct}::int = 0 or get_bit(bits, logo_id % 16384) = 1)
      select (select count(*)::int from found) as count, array(
        select logo_id from found ${sort === 'popular' ? sql`join logo using (logo_id)` : sql``}
        order by ${sql.raw(orders[sort])} limit (select ${given.most}::int) offset (select ${given.skip}::int)) as ids`.compile(
      db,
    ),
  )

const rareInOrder = {
  recent: amongRare('recent'),
  oldest: amongRare('oldest'),
  popular: amongRare('popular'),
}

async function pageOfRare(db: Db, bitmaps: Bitmaps, rare: Demand[], window: Window, sort: Sort) {
  const query = rare.map(queryOf).join(' & ')
  const [found] = await rareInOrder[sort](db, { ...bitmaps, ...window, query })
  return found!
}

/**
 * The text with every unknown word replaced by the nearest known one (at most two letters apart, one in short words;
 * the more frequent wins), or undefined when nothing near is known or every word is.
 */
export async function findCorrection(db: Db, text: string): Promise<string | undefined> {
  const rows = await spellings(db, { text })
  if (rows.every(r => r.known) || rows.some(r => !r.known && !r.near)) return undefined
  return rows.map(r => (r.known ? r.word : r.near)).join(' ')
}

const spellings = prepared('search-spellings', (db, given: { text: string }) =>
  sql<{ word: string; known: boolean; near: string | null }>`
    select word, known, case when not known then (
      select term from search_term
      where term % word and term not like '~%' and not is_pattern and logo_ct > 0
        and levenshtein_less_equal(term, word, 2) <= case when length(word) < 5 then 1 else 2 end
      order by levenshtein(term, word), logo_ct desc, term limit 1) end as near
    from unnest(words((select ${given.text}::text))) with ordinality as w (word, n)
    cross join lateral (select exists (select 1 from search_term where term = word
      or (n = cardinality(words(${given.text}::text)) and term >= word and term < word || chr(1114109))) as known) k
    where length(word) <= 50
    order by n`.compile(db),
)

const suggested = 8

/** Names of a kind that contain the text (a word that begins with it first), by how many logos bear them. */
export async function listSuggestions(
  db: Db,
  kind: 'keyword' | 'company' | 'industry' | 'client',
  text: string,
) {
  const list = (begins: boolean, most: number) =>
    db
      .selectFrom('suggestion')
      .where('kind', '=', kind)
      .where(sql<boolean>`plain like containing(${text}::text)`)
      .where(
        sql<boolean>`(plain ~ ('(^|[^[:alnum:]])' || regexp_replace(plain(${text}::text), '[^[:alnum:]]', '.', 'g'))) = ${sql.lit(begins)}`,
      )
      .select(['name', 'logo_ct'])
      .$narrowType<{ name: string; logo_ct: number }>()
      .orderBy('logo_ct', 'desc')
      .orderBy('name')
      .limit(most)
      .execute()
  const first = await list(true, suggested)
  return first.length < suggested ? [...first, ...(await list(false, suggested - first.length))] : first
}

/** A word that logos can be found by. */
export type Term = { term: string; logo_ct: number; is_frequent: boolean }

/** So many logos at most of rare words, and of each two frequent ones. */
const [mostRare, mostOfPair] = [300, 50]

/** The newest logos that have one of the words, where those are rare, or two of them; the rarest words count first. */
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

// By the index of words: PostgreSQL, which does not know them when it plans, would look through all logos for so few. Thus + 0.
const segmentsSharing = prepared(
  'search-sharing',
  (db, given: { first: string[]; second: string[]; query: string }) =>
    sql<{ ids: number[]; seg: number; bits: Buffer | null; newer: number }>`
      select null as ids, seg, bit_send(bits) as bits, newer
      from unnest((select ${given.first}::text[]), (select ${given.second}::text[])) as pair (first, second)
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
      select array(select logo_id from logo_search where words @@ (select ${given.query}::tsquery)
        order by logo_id + 0 desc limit ${sql.lit(mostRare)}), null, null, null
      where (select ${given.query}::text) <> ''`.compile(db),
)

/** Brings suggestions and the words' counts up to the present. Searches go on meanwhile. Takes seconds where there are many logos. */
export async function refreshSuggestions(db: Db) {
  await sql`refresh materialized view concurrently suggestion`.execute(db)
  await sql`
    update search_term set logo_ct = n from (
      select term, coalesce(ndoc, 0) as n from search_term left join ts_stat('select words from logo_search') on word = term
      where not is_pattern and term not like '~l%'
      union all
      select term, sum(bit_count(bits))::int from search_bitmap where term like '~l%' group by term
    ) counted where counted.term = search_term.term and logo_ct <> n`.execute(db)
}

/**
 * Makes the bitmaps that are missing and drops those no longer needed, by the counts of the last refresh: a pattern whose
 * rarer terms have `least` logos together gets one, and a term that every 4,000th logo has (a tenth of `least` to all of it),
 * too; and keeps it down to half. Each takes up to seconds; `signal` ends it between two.
 */
export async function chooseBitmaps(
  db: Db,
  { least = 1000, signal }: { least?: number; signal?: AbortSignal } = {},
) {
  await sql`
    delete from search_bitmap
    where not exists (select from search_term known where known.term = search_bitmap.term and is_frequent)`.execute(
    db,
  )
  const { logo_ct } = await db.selectFrom('total').select('logo_ct').executeTakeFirstOrThrow()
  const leastOfTerm = Math.ceil(Math.min(Math.max(logo_ct / 4000, least / 10), least))
  const patterns = sql`
    select pattern as term, sum(logo_ct) as n from search_term cross join lateral patterns_of(term) as pattern
    where not is_pattern and logo_ct < ${least} group by 1`
  const { rows } = await sql<{ term: string; is_pattern: boolean }>`
    with missing as (
      select term, false as is_pattern from search_term
      where not is_frequent and logo_ct >= ${leastOfTerm} and term not like '~l%'
      union all
      select '~l' || step, false from unnest(like_steps()) step
      where exists (select 1 from search_term where term = '~a' and logo_ct >= ${least})
      union all
      select term, true from (${patterns}) p where n >= ${least})
    select term, is_pattern from missing
    where not exists (select 1 from search_term known where known.term = missing.term and is_frequent)
    order by is_pattern, length(term) desc`.execute(db)
  for (const { term, is_pattern } of rows) {
    if (signal?.aborted) return
    await sql`select make_bitmap(${term}, ${is_pattern})`.execute(db)
  }
  // Their bits stay until the next time: a search may just have read that there are some.
  await sql`
    with needed as materialized (${patterns} having sum(logo_ct) >= ${Math.ceil(least / 2)}),
    dropped as (
      update search_term set is_frequent = false
      where is_frequent and not is_pattern and term not like '~l%' and logo_ct < ${Math.ceil(leastOfTerm / 2)})
    delete from search_term where is_pattern and term not in (select term from needed)`.execute(db)
}
