import { isDeepStrictEqual } from 'node:util'
import { differenceCiede2000 } from 'culori'
import { type RawBuilder, sql } from 'kysely'
import { createRandom, type Random } from '../demo/random.ts'
import { makeColorIndex } from '../server/db/color-index.ts'
import type { Db } from '../server/db/connect.ts'
import { listFollowingLogos, listFreshLogos } from '../server/features/logos/queries.ts'
import { type Filters, findLogos, type Sort } from '../server/features/search/queries.ts'
import { paletteKinds } from '../shared/rules/palette.ts'
import { searchClasses, searchSorts, searchTypes } from '../shared/rules/search.ts'

// Compares the answers of search and feeds with plain SQL that looks at the texts and colours of every logo: no index of
// words or colours, no bitmap, no counter, and a second implementation of each filter.

export type Comparison = {
  compared: number
  /** How many had results. */
  found: number
  differing: { what: unknown; expected: Found; got: Found }[]
}

type Found = { ids: number[]; count: number }
type Page = { page: number; page_size: number }

/**
 * Compares the total and one page of random searches, and of a feed for every fifth of them. The searches are made
 * from the words of random logos, so that most of them have results. All are read from one snapshot, so that jobs of the running
 * program, which write palettes and counts, change no answer between the two.
 */
export async function compareWithBruteForce(
  db: Db,
  options: { queries: number; seed: string | number },
): Promise<Comparison> {
  const random = createRandom(`brute force ${options.seed}`)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async one => {
      await gatherTexts(one)
      const samples = await takeSamples(one, random)
      const index = makeColorIndex()
      const comparison: Comparison = { compared: 0, found: 0, differing: [] }
      const compare = (what: unknown, expected: Found, got: Found) => {
        comparison.compared++
        if (expected.count) comparison.found++
        if (!isDeepStrictEqual(expected, got)) comparison.differing.push({ what, expected, got })
      }
      for (let i = 0; i < options.queries; i++) {
        const query = makeQuery(random, random.pick(samples))
        const page = { page: random.pick([1, 1, 2, 3, 50]), page_size: random.pick([10, 30, 100]) }
        const asked = makeColors(random, random.pick(samples))
        const colored = asked && (await index.find(one, asked.color, asked.color_within))
        const expected = await search(one, query, page, asked)
        compare({ ...query, ...asked, ...page }, expected, await findLogos(one, { ...query, colored }, page))
        if (i % 5 === 0) {
          const { designer_id } = random.pick(samples)
          compare({ fresh: page }, ...(await compareFresh(one, page)))
          compare({ following: page, designer_id }, ...(await compareFollowing(one, designer_id, page)))
        }
      }
      return comparison
    })
}

type Sample = Record<'everything' | 'people' | 'industry' | 'company' | 'client' | 'country', string> & {
  designer_id: number
  hexes: string[]
}

/** The texts as they are compared: without case and accents, and words with a space on either side of each. */
async function gatherTexts(db: Db) {
  const spaced = (...texts: string[]) =>
    sql.raw(
      `' ' || regexp_replace(plain(concat_ws(' ', ${texts.join(', ')})), '[^[:alnum:]]+', ' ', 'g') || ' '`,
    )
  const keywords = `array_to_string(keywords, ' '), array_to_string(keywords2, ' ')`
  const credits =
    'logo.designer, art_director, creative_director, assoc_creative_director, illustrator, photographer'
  await sql`
    create temp table brute_logo on commit drop as
    select logo_id, designer_id, upload_date, logo.like_ct, logo.collection_ct, logotype, is_ranked, country,
      ${spaced('title', keywords, 'description', credits, 'client', 'industry', 'company')} as everything,
      ${spaced('company', 'first_name', 'last_name', 'logo.designer')} as people, ${spaced('industry')} as industry,
      plain(company) as company, plain(client) as client, palette,
      array(select value ->> 'hex' from jsonb_array_elements(colors)) as hexes,
      exists (select from award join book using (book_id)
        where award.logo_id = logo.logo_id and state = 'published') as is_awarded
    from logo join designer using (designer_id)
    where hidden_at is null`.execute(db)
}

async function takeSamples(db: Db, random: Random) {
  const { rows } = await sql<Sample>`
    select everything, people, industry, company, client, country, designer_id, hexes from brute_logo
    order by md5(logo_id || ${String(random.next())}) limit 500`.execute(db)
  return rows
}

function makeQuery(random: Random, from: Sample): Filters & { sort: Sort } {
  const maybe = <T>(probability: number, make: () => T) => (random.chance(probability) ? make() : undefined)
  const wordsOf = (text: string) => text.split(' ').filter(Boolean)
  const shortened = (text: string) => (random.chance(0.5) ? text : text.slice(0, random.int(1, text.length)))
  const some = (text: string, most: number) => {
    const words = wordsOf(text)
    return random.sample(words, Math.min(words.length, random.int(1, most))).join(' ')
  }
  const part = (text: string) => {
    const from = random.int(0, Math.max(0, text.length - 1))
    return text.slice(from, from + random.pick([1, 2, 3, 4, 6, 100])).trim()
  }
  const names = <Name extends string>(of: Record<Name, string>) => Object.keys(of) as Name[]
  const query = {
    search_text: maybe(0.6, () => shortened(some(from.everything, 3))),
    search_designer: maybe(0.15, () => shortened(some(from.people, 2))),
    search_industry: maybe(0.15, () => some(from.industry, 2)),
    search_design_firm: maybe(0.15, () => part(from.company)),
    search_client: maybe(0.15, () => part(from.client)),
    filter_country: maybe(0.15, () => from.country || 'US'),
    filter_type: maybe(0.25, () => random.pick(names(searchTypes))),
    filter_category: maybe(0.25, () => random.pick(names(searchClasses))),
    palette: maybe(0.15, () => random.pick(names(paletteKinds))),
  }
  const input = Object.entries(query).filter(([, value]) => value)
  return { ...(Object.fromEntries(input) as Filters), sort: random.pick(names(searchSorts)) }
}

type Colors = { color: string[]; color_within: number }

/** Half of the searches ask for colours: some of a logo's own, or any. */
function makeColors(random: Random, { hexes }: Sample): Colors | undefined {
  if (random.chance(0.5)) return
  const any = () => random.int(0, 0xffffff).toString(16).padStart(6, '0')
  const own = random.sample(hexes, Math.min(hexes.length, random.int(1, 3))).map(hex => hex.slice(1))
  const color = own.length && random.chance(0.7) ? own : [any()]
  return { color, color_within: random.pick([0, 5, 10, 25, 25, 40, 70, 100]) }
}

const difference = differenceCiede2000()

/** The colours of any logo that are near, by another implementation of CIEDE2000. */
async function listNear(db: Db, color: string, within: number) {
  const { rows } = await sql<{ hex: string }>`select distinct unnest(hexes) as hex from brute_logo`.execute(
    db,
  )
  return rows.filter(({ hex }) => difference(hex, `#${color}`) <= within).map(({ hex }) => hex)
}

const orders = {
  recent: sql`upload_date desc, logo_id desc`,
  oldest: sql`upload_date, logo_id`,
  popular: sql`like_ct desc, collection_ct desc, upload_date desc, logo_id desc`,
}

async function search(db: Db, q: Filters & { sort: Sort }, page: Page, asked?: Colors) {
  const near = await Promise.all((asked?.color ?? []).map(color => listNear(db, color, asked!.color_within)))
  const conditions = [
    ...near.map(hexes => sql`hexes && ${hexes}::text[]`),
    q.palette && sql`palette = ${q.palette}`,
    q.search_text && everyWord(q.search_text, 'everything', true),
    q.search_designer && everyWord(q.search_designer, 'people', true),
    q.search_industry && everyWord(q.search_industry, 'industry', false),
    q.search_design_firm && sql`position(plain(${q.search_design_firm}) in company) > 0`,
    q.search_client && sql`position(plain(${q.search_client}) in client) > 0`,
    q.filter_country && sql`country = ${q.filter_country}`,
    q.filter_type &&
      sql`logotype = ${{ symbols: 'Symbol', typographic: 'Typographic', combo: 'Combo' }[q.filter_type]}`,
    q.filter_category &&
      { books: sql`is_awarded`, ranked: sql`is_ranked`, collections: sql`collection_ct > 0` }[
        q.filter_category
      ],
  ].filter(condition => condition !== undefined && condition !== '')
  return list(
    db,
    sql`brute_logo where ${sql.join([sql`true`, ...conditions], sql` and `)}`,
    orders[q.sort],
    page,
  )
}

/** Letters and digits form words, separated by any other characters; there must be at least one word. */
function everyWord(text: string, column: string, lastMayBegin: boolean) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (!words.length) return sql`false`
  const each = words.map((word, i) => {
    const end = lastMayBegin && i === words.length - 1 ? '' : ' '
    return sql`position(' ' || plain(${word}) || ${end} in ${sql.ref(column)}) > 0`
  })
  return sql.join(each, sql` and `)
}

/** A page of rows and the total count. */
async function list(
  db: Db,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  page: Page,
): Promise<Found> {
  const { rows } = await sql<Found>`
    with every as materialized (select logo_id, upload_date, like_ct, collection_ct from ${from})
    select (select count(*)::int from every) as count, array(
      select logo_id from every order by ${order}
      limit ${page.page_size} offset ${(page.page - 1) * page.page_size}) as ids`.execute(db)
  return { ids: rows[0]!.ids, count: rows[0]!.count }
}

async function compareFresh(db: Db, page: Page) {
  const expected = await list(db, sql`brute_logo`, orders.recent, page)
  const got = await listFreshLogos(db, page, { id: 0, role: 'member', isActive: true })
  return [expected, foundIn(got.text)] as const
}

async function compareFollowing(db: Db, designerId: number, page: Page) {
  const followed = sql`brute_logo
    where designer_id in (select followed_id from follow where follower_id = ${designerId})`
  const got = await listFollowingLogos(db, page, { id: designerId, role: 'member', isActive: true })
  return [await list(db, followed, orders.recent, page), foundIn(got.text)] as const
}

function foundIn(json: string): Found {
  const { data, count } = JSON.parse(json) as { data: { logo_id: number }[]; count: number }
  return { ids: data.map(logo => logo.logo_id), count }
}
