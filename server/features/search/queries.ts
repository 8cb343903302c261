import { sql } from 'kysely'
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

/** The logos that all the filters let through: serves a page and its count alike. */
function matching(db: Db, f: Filters) {
  const words = sql.ref('logo_search.words')
  return db
    .selectFrom('logo')
    .innerJoin('designer as owner', 'owner.designer_id', 'logo.designer_id')
    .innerJoin('logo_search', 'logo_search.logo_id', 'logo.logo_id')
    .$if(!!f.search_text, q => q.where(sql<boolean>`${words} @@ every_word(${f.search_text})`))
    .$if(!!f.search_designer, q => q.where(sql<boolean>`${words} @@ every_word(${f.search_designer}, '~p')`))
    .$if(!!f.search_industry, q =>
      q.where(sql<boolean>`${words} @@ every_word(${f.search_industry}, '~i', false)`),
    )
    .$if(!!f.search_design_firm, q => q.where(contains('owner.company', f.search_design_firm!)))
    .$if(!!f.search_client, q => q.where(contains('logo.client', f.search_client!)))
    .$if(!!f.filter_country, q => q.where('owner.country', '=', f.filter_country!))
    .$if(!!f.filter_type, q => q.where('logo.logotype', '=', logotypes[f.filter_type!]))
    .$if(f.filter_category === 'ranked', q => q.where('logo.is_ranked', '=', true))
    .$if(f.filter_category === 'collections', q => q.where('logo.collection_ct', '>', 0))
    .$if(f.filter_category === 'books', q =>
      q.where(sql<boolean>`exists (select 1 from award join book using (book_id)
        where award.logo_id = logo.logo_id and book.state = 'published')`),
    )
}

/** Substring without case and accents; `%`, `_` and `\` stand for themselves. */
const contains = (column: string, part: string) =>
  sql<boolean>`plain(${sql.ref(column)}) like '%' || replace(replace(replace(plain(${part}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`

/** Total orders: ties end at the id, so that pages neither repeat nor skip. */
const orders = {
  recent: ['logo.upload_date desc', 'logo.logo_id desc'],
  oldest: ['logo.upload_date', 'logo.logo_id'],
  popular: ['logo.like_ct desc', 'logo.collection_ct desc', 'logo.upload_date desc', 'logo.logo_id desc'],
} as const

/** A page of the logos that match. Ids are paged before rows are filled. */
export async function listMatchingLogos(
  db: Db,
  filters: Filters & { sort: keyof typeof orders },
  page: Page,
  viewer: Viewer,
) {
  const order = sql.raw(orders[filters.sort].join(', '))
  const ids = matching(db, filters)
    .select('logo.logo_id')
    .orderBy(sql`${order}`)
    .limit(page.page_size)
    .offset(offset(page))
  return selectLogos(db, viewer).where('logo.logo_id', 'in', ids).orderBy(sql`${order}`).execute()
}

/** Exactly how many match. */
export async function countMatchingLogos(db: Db, filters: Filters) {
  const { n } = await matching(db, filters)
    .select(e => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/**
 * The text with every unknown word replaced by the nearest known one (at most two letters apart, one in short words;
 * the more frequent wins), or undefined when nothing near is known or every word is.
 */
export async function findCorrection(db: Db, text: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string; known: boolean; near: string | null }>`
    select word, exists (select 1 from search_word known where known.word = w.word
        or (n = cardinality(words(${text})) and known.word like w.word || '%')) as known,
      (select near.word from search_word near
       where near.word % w.word and levenshtein(near.word, w.word) <= case when length(w.word) < 5 then 1 else 2 end
       order by levenshtein(near.word, w.word), near.logo_ct desc, near.word limit 1) as near
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

/** Brings suggestions and spelling up to the present words. Searches go on meanwhile. */
export async function refreshSuggestions(db: Db) {
  await sql`refresh materialized view concurrently search_word`.execute(db)
  await sql`refresh materialized view concurrently suggestion`.execute(db)
}
