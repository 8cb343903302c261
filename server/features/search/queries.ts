import { type RawBuilder, sql } from 'kysely'
import type { core } from 'zod/mini'
import type { find } from '../../../shared/api/logos.ts'
import type { Db } from '../../db/connect.ts'
import { offset, type Page, selectLogos } from '../../db/fragments.ts'
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
 * the vocabulary; where every one of them asks for a frequent term, the answer comes from bitmaps, else a rare one
 * leaves few enough logos to look at each.
 */
export async function searchLogos(db: Db, filters: Filters & { sort: Sort }, page: Page, viewer: Viewer) {
  const demands = await listDemands(db, filters)
  const { ids, count } = demands.some(d => d.fits === 0)
    ? { ids: [], count: 0 }
    : demands.every(isFrequent) && !isPartial(filters.search_design_firm) && !isPartial(filters.search_client)
      ? await searchBitmaps(db, demands, filters.sort, page)
      : await searchRows(db, filters, demands, page)
  if (!ids.length) return { data: [], count }
  const data = await selectLogos(db, viewer)
    .where('logo.logo_id', '=', sql<number>`any (${ids})`)
    .orderBy(sql`array_position(${ids}::int[], logo.logo_id)`)
    .execute()
  return { data, count }
}

/** What one filter, or one word of it, asks for: a logo with any of the terms that fit. */
type Demand = {
  kind: 'word' | 'prefix' | 'part'
  wanted: string
  /** How many terms fit. Those with a bitmap are all named, of the others at most `mostNamed`. */
  fits: number
  frequent: string[]
  rare: string[]
  /** How many logos the rare ones have, one counted for each of its terms; an hour old. */
  rare_ct: number
}

const mostNamed = 500
/** So many logos of rare terms are added to bitmaps one by one; more are left to the index. */
const mostAdded = 5000

const isFrequent = (d: Demand) => d.frequent.length > 0 && isNamed(d) && d.rare_ct <= mostAdded
const isNamed = (d: Demand) => d.fits === d.frequent.length + d.rare.length

/** A part that spans words, or is too short to tell words apart, is looked for in the text itself. */
const isPartial = (part: string | undefined) => !!part && !/^[\p{L}\p{N}]{3,}$/u.test(part.trim())

async function listDemands(db: Db, f: Filters): Promise<Demand[]> {
  const words = (text: string | undefined, mark: string, kind: Demand['kind']) =>
    text
      ? sql`select case when word is null or ${kind} = 'prefix' and n < cardinality(words(${text})) then 'word' else ${kind} end,
          coalesce(${mark}::text || word, '')
        from (select) one left join unnest(words(${text})) with ordinality as w (word, n) on true`
      : undefined
  const term = (name: string | undefined) => (name ? sql`select 'word', ${name}::text` : undefined)
  const part = (text: string | undefined, mark: string) =>
    isPartial(text) ? undefined : words(text, mark, 'part')
  const asked = [
    words(f.search_text, '', 'prefix'),
    words(f.search_designer, '~p', 'prefix'),
    words(f.search_industry, '~i', 'word'),
    part(f.search_design_firm, '~f'),
    part(f.search_client, '~n'),
    term(f.filter_type && `~t${logotypes[f.filter_type]}`),
    term(f.filter_country && `~c${f.filter_country}`),
    term(f.filter_category && `~k${f.filter_category}`),
    term('~a'),
  ].filter(part => part !== undefined)
  const { rows } = await sql<Demand>`
    select kind, wanted, coalesce(cardinality(terms), 0) as fits,
      coalesce(frequent, '{}') as frequent, coalesce(rare[:${sql.lit(mostNamed)}], '{}') as rare,
      coalesce(rare_ct, 0) as rare_ct
    from (${sql.join(asked, sql` union all `)}) asked (kind, wanted)
    cross join lateral (
      select array_agg(term) as terms, array_agg(term) filter (where is_frequent) as frequent,
        array_agg(term) filter (where not is_frequent) as rare,
        (sum(logo_ct) filter (where not is_frequent))::int as rare_ct
      from (
        select term, is_frequent, logo_ct from search_term where kind = 'word' and term = wanted
        union all
        select term, is_frequent, logo_ct from search_term
        where kind = 'prefix' and term >= wanted and term < wanted || chr(1114109)
        union all
        select term, is_frequent, logo_ct from search_term
        where kind = 'part' and term like substr(wanted, 1, 2) || '%' || substr(wanted, 3) || '%'
      ) fitting
    ) found`.execute(db)
  return rows
}

/** From the bitmaps: a term for each demand, or several and a few rare ones; ANDed segment by segment. */
async function searchBitmaps(db: Db, demands: Demand[], sort: Sort, page: Page) {
  const terms = demands.flatMap((d, i) => d.frequent.map(term => [i, term] as const))
  const rare = demands.flatMap((d, i) => (d.rare.length ? [[i, anyOf(d.rare)] as const] : []))
  const rareBits = rare.length
    ? sql`union all select demand, logo_id / 16384, one_bit(logo_id)
        from unnest(${rare.map(r => r[0])}::int[], ${rare.map(r => r[1])}::text[]) as r (demand, query)
        join logo_search on words @@ query::tsquery`
    : sql``
  const matched = sql`
    select seg, bit_and(bits) as bits from (
      select demand, seg, bit_or(bits) as bits from (
        select demand, seg, bits
        from unnest(${terms.map(t => t[0])}::int[], ${terms.map(t => t[1])}::text[]) as t (demand, term)
        join search_bitmap using (term)
        ${rareBits}
      ) each group by demand, seg
    ) every group by seg having count(*) = ${demands.length}`
  return sort === 'popular' ? pageByLikes(db, matched, page) : pageById(db, matched, sort, page)
}

async function pageById(db: Db, matched: RawBuilder<unknown>, sort: 'recent' | 'oldest', page: Page) {
  const [from, direction] = [offset(page), sql.raw(sort === 'recent' ? 'desc' : 'asc')]
  const { rows } = await sql<{ seg: number; before: number; count: number; bits: string | null }>`
    select seg, (upto - n)::int as before, total::int as count,
      case when upto > ${from} and upto - n < ${from + page.page_size} then bits end as bits
    from (
      select seg, bits, n, sum(n) over (order by seg ${direction}) as upto, sum(n) over () as total
      from (select seg, bits, bit_count(bits) as n from (${matched}) m) counted
    ) running
    where upto > ${from} and upto - n < ${from + page.page_size} or upto = total
    order by seg ${direction}`.execute(db)
  const ids = rows.filter(r => r.bits !== null).flatMap(r => idsOf(r.seg, r.bits!))
  if (sort === 'recent') ids.sort((a, b) => b - a)
  else ids.sort((a, b) => a - b)
  const first = rows.find(r => r.bits !== null)
  const start = from - (first?.before ?? 0)
  return { ids: ids.slice(start, start + page.page_size), count: rows[0]?.count ?? 0 }
}

/** Only those logos are put in order that have as many likes as the page's last one, or a few less. */
async function pageByLikes(db: Db, matched: RawBuilder<unknown>, page: Page) {
  const until = offset(page) + page.page_size
  const { rows } = await sql<{ seg: number; bits: string; count: number }>`
    with matched as materialized (${matched}),
    step as (
      select substr(term, 3)::int as likes, sum(bit_count(matched.bits & b.bits)) as n
      from matched join search_bitmap b using (seg) where term like '~l%' group by term),
    chosen as (select max(likes) as likes from step where n >= ${until})
    select matched.seg, case when chosen.likes is null then matched.bits else matched.bits & b.bits end as bits,
      (sum(bit_count(matched.bits)) over ())::int as count
    from chosen cross join matched
    left join search_bitmap b on b.seg = matched.seg and b.term = '~l' || chosen.likes`.execute(db)
  const candidates = rows.flatMap(r => (r.bits ? idsOf(r.seg, r.bits) : []))
  const ordered = await sql<{ logo_id: number }>`
    select logo_id from logo where logo_id = any (${candidates})
    order by ${sql.raw(orders.popular)} limit ${page.page_size} offset ${offset(page)}`.execute(db)
  return { ids: ordered.rows.map(r => r.logo_id), count: rows[0]?.count ?? 0 }
}

/** The ids that a segment's bits stand for, in ascending order. */
function idsOf(seg: number, bits: string): number[] {
  const ids: number[] = []
  for (let n = bits.indexOf('1'); n !== -1; n = bits.indexOf('1', n + 1)) ids.push(seg * segmentSize + n)
  return ids
}

/** As many logos as a bitmap's segment holds. */
const segmentSize = 16_384

/** By the index of terms: the logos that fit all demands are looked at one by one. */
async function searchRows(db: Db, f: Filters & { sort: Sort }, demands: Demand[], page: Page) {
  const query = demands
    .filter(d => d.kind !== 'part' || isNamed(d))
    .map(d => (d.kind === 'prefix' ? `'${d.wanted}':*` : `(${anyOf([...d.frequent, ...d.rare])})`))
    .join(' & ')
  const isUnnamed = (mark: string) => demands.some(d => d.wanted.startsWith(mark) && !isNamed(d))
  const parts = [
    isPartial(f.search_design_firm) || isUnnamed('~f')
      ? contains('designer.company', f.search_design_firm!)
      : undefined,
    isPartial(f.search_client) || isUnnamed('~n') ? contains('logo.client', f.search_client!) : undefined,
  ].filter(part => part !== undefined)
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with matched as materialized (
      select logo_search.logo_id from logo_search
      ${parts.length ? sql`join logo using (logo_id) join designer using (designer_id)` : sql``}
      where ${sql.join([sql`words @@ ${query}::tsquery`, ...parts], sql` and `)})
    select (select count(*)::int from matched) as count, array(
      select logo_id from matched ${f.sort === 'popular' ? sql`join logo using (logo_id)` : sql``}
      order by ${sql.raw(orders[f.sort])} limit ${page.page_size} offset ${offset(page)}) as ids`.execute(db)
  return rows[0]!
}

/** Terms hold letters, digits and marks only, so quoting them is all there is to do. */
const anyOf = (terms: string[]) => terms.map(term => `'${term}'`).join(' | ')

/** Substring without case and accents; `%`, `_` and `\` stand for themselves. */
const contains = (column: string, part: string) =>
  sql<boolean>`plain(${sql.ref(column)}) like '%' || replace(replace(replace(plain(${part}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`

/**
 * The text with every unknown word replaced by the nearest known one (at most two letters apart, one in short words;
 * the more frequent wins), or undefined when nothing near is known or every word is.
 */
export async function findCorrection(db: Db, text: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string; known: boolean; near: string | null }>`
    select word, exists (select 1 from search_term known where known.term = w.word
        or (n = cardinality(words(${text})) and known.term >= w.word and known.term < w.word || chr(1114109))) as known,
      (select near.term from search_term near
       where near.term % w.word and near.term not like '~%' and near.logo_ct > 0
         and levenshtein(near.term, w.word) <= case when length(w.word) < 5 then 1 else 2 end
       order by levenshtein(near.term, w.word), near.logo_ct desc, near.term limit 1) as near
    from unnest(words(${text})) with ordinality as w (word, n)
    where length(word) <= 50
    order by n`.execute(db)
  if (rows.every(r => r.known) || rows.some(r => !r.known && !r.near)) return undefined
  return rows.map(r => (r.known ? r.word : r.near)).join(' ')
}

/** Names of a kind that contain the text (a word that begins with it first), by how many logos bear them. */
export async function listSuggestions(
  db: Db,
  kind: 'keyword' | 'company' | 'industry' | 'client',
  text: string,
) {
  return db
    .selectFrom('suggestion')
    .where('kind', '=', kind)
    .where(contains('suggestion.plain', text))
    .select(['name', 'logo_ct'])
    .$narrowType<{ name: string; logo_ct: number }>()
    .orderBy(
      sql`(plain ~ ('(^|[^[:alnum:]])' || regexp_replace(plain(${text}), '[^[:alnum:]]', '.', 'g'))) desc`,
    )
    .orderBy('logo_ct', 'desc')
    .orderBy('name')
    .limit(8)
    .execute()
}

/** Brings suggestions and the words' counts up to the present. Searches go on meanwhile. Takes seconds where there are many logos. */
export async function refreshSuggestions(db: Db) {
  await sql`refresh materialized view concurrently suggestion`.execute(db)
  await sql`
    update search_term set logo_ct = coalesce(ndoc, 0)
    from search_term other left join ts_stat('select words from logo_search') on word = other.term
    where search_term.term = other.term and search_term.logo_ct <> coalesce(ndoc, 0)`.execute(db)
}

/**
 * Makes the bitmaps that are missing and drops those no longer needed, by the counts of the last refresh: a term that
 * `least` logos have gets one (unless said: every 400th logo, 1,000 to 10,000 of them), and keeps it down to half.
 */
export async function chooseBitmaps(db: Db, least?: number) {
  const { logo_ct } = await db.selectFrom('total').select('logo_ct').executeTakeFirstOrThrow()
  const enough = least ?? Math.round(Math.min(Math.max(logo_ct / 400, 1000), 10_000))
  const { rows } = await sql<{ term: string }>`
    select term from search_term where not is_frequent and logo_ct >= ${enough} and term not like '~l%'
    union all
    select '~l' || step from unnest(like_steps()) step
    where exists (select 1 from search_term where term = '~a' and logo_ct >= ${enough})
      and not exists (select 1 from search_term where term = '~l' || step and is_frequent)`.execute(db)
  for (const { term } of rows) await sql`select make_bitmap(${term})`.execute(db)
  await sql`
    with dropped as (
      update search_term set is_frequent = false
      where is_frequent and term not like '~l%' and logo_ct < ${Math.ceil(enough / 2)} returning term)
    delete from search_bitmap using dropped where search_bitmap.term = dropped.term`.execute(db)
}
