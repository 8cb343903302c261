import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareWithBruteForce } from '../../../bench/brute-force.ts'
import { createRandom } from '../../../demo/random.ts'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { untilBlocked } from '../../../tests/database-locks.ts'
import { createDesigner, createLogo, randomPalette, testPassword } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { chooseBitmaps, findLogos, refreshSuggestions } from './queries.ts'

type Query = InputOf<typeof api.logos.find>

let server: TestServer
let member: Client
beforeAll(async () => {
  server = await startTestServer()
  member = await server.signIn(await createDesigner(server.db))
})
afterAll(() => server.close())

const search = (query: Query) => member.call(api.logos.find, query)
const titles = async (query: Query) => (await search(query)).data.map(l => l.logo)

describe('a search', () => {
  let owner: Awaited<ReturnType<typeof createDesigner>>
  beforeAll(async () => {
    const person = { company: 'Størm & Ægir Studio', first_name: 'Nina', last_name: 'Vålgård', country: 'NO' }
    owner = await createDesigner(server.db, person)
    const logo = (title: string, more: object = {}) =>
      createLogo(server.db, { designer_id: owner.designer_id, title, ...more })
    await logo('Kompass Rosé', {
      keywords: ['sea-faring', 'Nord'],
      logotype: 'Combo',
      client: '100% Wool_Co',
      industry: 'Food & Drink',
    })
    await logo('Anker', {
      description: 'A compass rose for the quay.',
      designer: 'Jo Berg',
      illustrator: 'Ida Lie',
      industry: 'Food',
    })
  })

  test('finds every word anywhere, in any order, without case and accents, the last as a prefix', async () => {
    expect(await titles({ search_text: 'ROSE kompass' })).toEqual(['Kompass Rosé'])
    expect(await titles({ search_text: 'nord far' })).toEqual(['Kompass Rosé'])
    expect(await titles({ search_text: 'nord sea' })).toEqual(['Kompass Rosé'])
    expect(await titles({ search_text: 'compass q' })).toEqual(['Anker'])
    expect(await titles({ search_text: 'comp rose' })).toEqual([])
    for (const search_text of ['ida lie', 'jo ber', 'storm aegir', 'wool_co', 'food drink', 'kompass studio'])
      expect([search_text, (await titles({ search_text })).length > 0]).toEqual([search_text, true])
  })

  test.each(['%', '_', '\\', '&', '!', "'", "' OR 1=1", 'zq & | !', ':*', '(', '~tSymbol', '"', '<->'])(
    'treats %s as text, not as an operator',
    async search_text => {
      expect((await search({ search_text })).count).toBe(0)
    },
  )

  test('filters by company part, person, industry words, client part and country', async () => {
    expect(await titles({ search_design_firm: 'orm & æG' })).toEqual(['Anker', 'Kompass Rosé'])
    expect(await titles({ search_designer: 'nina valg' })).toEqual(['Anker', 'Kompass Rosé'])
    expect(await titles({ search_designer: 'jo berg' })).toEqual(['Anker'])
    expect(await titles({ search_designer: 'ida' })).toEqual([])
    expect(await titles({ search_industry: 'drink food' })).toEqual(['Kompass Rosé'])
    expect(await titles({ search_industry: 'foo' })).toEqual([])
    expect(await titles({ search_client: '0% wool_' })).toEqual(['Kompass Rosé'])
    expect(await titles({ search_client: 'wool%co' })).toEqual([])
    expect(await titles({ filter_country: 'NO', filter_type: 'combo' })).toEqual(['Kompass Rosé'])
  })

  test('finds a text of a thousand characters without a space', async () => {
    const description = '永'.repeat(1000)
    await createLogo(server.db, { title: 'Eternity', description })
    for (const search_text of [description.slice(0, 100), '永永'])
      expect(await titles({ search_text })).toEqual(['Eternity'])
  })

  test('follows a new title and a new company name', async () => {
    const { db } = server
    const { logo_id } = await createLogo(db, { title: 'Before' })
    await db.updateTable('logo').set({ title: 'Zephyrine' }).where('logo_id', '=', logo_id).execute()
    expect(await titles({ search_text: 'zephyrine' })).toEqual(['Zephyrine'])
    const { designer_id } = await createLogo(db, { title: 'Moved' })
    await db
      .updateTable('designer')
      .set({ company: 'Quillfeather' })
      .where('designer_id', '=', designer_id)
      .execute()
    expect(await titles({ search_text: 'quillfeather' })).toEqual(['Moved'])
  })

  test('is for members; an unknown class, type, order or country is refused', async () => {
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    expect((await refusal(server.visit().call(api.logos.find, { search_text: 'x' }))).status).toBe(401)
    expect((await refusal(lapsed.call(api.logos.find, {}))).body.code).toBe('membership_required')
    for (const wrong of [
      { filter_category: 'gold' },
      { filter_type: 'sign' },
      { sort: 'id;drop' },
      { filter_country: 'Norway' },
    ])
      expect((await refusal(search(wrong as never))).status).toBe(400)
  })

  test('returns the corrected spelling it searched, and none when no word is near', async () => {
    await refreshSuggestions(server.db)
    expect(await search({ search_text: 'kompas rosse' })).toMatchObject({
      count: 1,
      corrected_to: 'kompass rose',
    })
    expect(await search({ search_text: 'kompass' })).not.toHaveProperty('corrected_to')
    expect(await search({ search_text: 'xqzzyv' })).toEqual({ data: [], count: 0 })
    expect(await search({ search_text: 'kompas', filter_type: 'symbols' })).toEqual({ data: [], count: 0 })
  })

  test('corrects two swapped letters as one error in words of three letters or more', async () => {
    const { db } = server
    await createLogo(db, { title: 'Fox den' })
    await createLogo(db, { title: 'Ox yoke' })
    await refreshSuggestions(db)
    expect(await search({ search_text: 'fxo' })).toMatchObject({ count: 1, corrected_to: 'fox' })
    expect(await search({ search_text: 'ofx dne' })).toMatchObject({ count: 1, corrected_to: 'fox den' })
    expect(await search({ search_text: 'xo' })).toEqual({ data: [], count: 0 })
  })

  test('suggests names that contain a text, those with a word that begins with it first', async () => {
    await createLogo(server.db, { keywords: ['compass', 'Encompass'], industry: 'Compass makers' })
    await createLogo(server.db, { keywords: ['compass', '100% compass'] })
    await refreshSuggestions(server.db)
    const suggest = (kind: 'keyword' | 'industry' | 'company', text: string) =>
      member.call(api.search.suggestions, { kind, text })
    expect(await suggest('keyword', 'COMP')).toEqual([
      { name: 'compass', logo_ct: 2 },
      { name: '100% compass', logo_ct: 1 },
      { name: 'Encompass', logo_ct: 1 },
    ])
    expect((await suggest('keyword', '%')).map(s => s.name)).toEqual(['100% compass'])
    expect((await suggest('industry', 'makers')).map(s => s.name)).toEqual(['Compass makers'])
    expect((await suggest('company', 'ægir'))[0]).toEqual({ name: 'Størm & Ægir Studio', logo_ct: 2 })
    expect(await suggest('keyword', ' ')).toEqual([])
  })
})

describe('a quick search', () => {
  let quick: TestServer
  let reader: Client
  const look = (text: string) => reader.call(api.search.quickSearch, { text })
  beforeAll(async () => {
    quick = await startTestServer()
    reader = await quick.signIn(await createDesigner(quick.db))
  })
  afterAll(() => quick.close())

  test('finds logos, designers, keywords and countries, each with its exact count', async () => {
    const { db } = quick
    const person = { first_name: 'Ola', last_name: 'Polheim', country: 'NO', company: 'Nordlys' }
    const polheim = await createDesigner(db, { ...person, avatar: 'a'.repeat(32) })
    const polka = await createDesigner(db, { company: 'Polka Dots', country: 'PL' })
    const others = await createDesigner(db, { company: 'Interpol', country: 'PF' })
    const ids: number[] = []
    for (const owner of [polheim, polka, polka, polka, others, polka])
      ids.push(
        (
          await createLogo(db, {
            designer_id: owner.designer_id,
            title: 'Polaris',
            keywords: ['polar', 'star'],
          })
        ).logo_id,
      )
    await refreshSuggestions(db)
    const expected = {
      logos: ids
        .toReversed()
        .slice(0, 4)
        .map(logo_id => expect.objectContaining({ logo_id, logo: 'Polaris' })),
      count: 6,
      designers: [
        {
          designer_id: polka.designer_id,
          slug: polka.slug,
          company: 'Polka Dots',
          avatar_url: '',
          logo_ct: 4,
        },
        {
          designer_id: polheim.designer_id,
          slug: polheim.slug,
          company: 'Nordlys',
          avatar_url: `/images/${'a'.repeat(32)}-avatar.webp`,
          logo_ct: 1,
        },
      ],
      keywords: [{ name: 'polar', logo_ct: 6 }],
      countries: [
        { code: 'PL', logo_ct: 4 },
        { code: 'PF', logo_ct: 1 },
      ],
    }
    expect(await look('POL')).toEqual(expected)
    // With bitmaps, too; a logo added since the refresh counts at once.
    await chooseBitmaps(db, { least: 1 })
    expect(await look('pól')).toEqual(expected)
    await createLogo(db, { designer_id: polka.designer_id, title: 'Late' })
    const { designers, countries } = await look('pol')
    expect(designers[0]!.logo_ct).toBe(5)
    expect(countries[0]).toEqual({ code: 'PL', logo_ct: 5 })
    expect((await look('french pol')).countries).toEqual([{ code: 'PF', logo_ct: 1 }])
    expect((await look('p')).countries).toEqual([])
  })

  test('shows logos with the text in the title first, then in the keywords, then elsewhere, each by likes', async () => {
    const { db } = quick
    const fan = await createDesigner(db)
    const make = async (
      likes: number,
      logo: { title: string; keywords?: string[]; description?: string },
    ) => {
      const { logo_id } = await createLogo(db, logo)
      const admirers = likes > 1 ? [fan, await createDesigner(db)] : [fan]
      for (const { designer_id } of admirers.slice(0, likes))
        await db.insertInto('logo_like').values({ logo_id, designer_id }).execute()
    }
    await make(2, { title: 'Elsewhere', description: 'A gnu at rest' })
    await make(1, { title: 'Keyword, liked', keywords: ['gnus'] })
    await make(0, { title: 'Keyword', keywords: ['gnu'] })
    const names = async (text: string) => (await look(text)).logos.map(({ logo }) => logo)
    const expectOrder = async () => {
      expect(await names('gnu')).toEqual(['Gnu, liked', 'Gnu', 'Keyword, liked', 'Keyword'])
      expect(await names('gnu liked')).toEqual(['Gnu, liked'])
      expect((await look('gnu')).count).toBe(5)
    }
    expect(await names('gnu')).toEqual(['Keyword, liked', 'Keyword', 'Elsewhere'])
    await make(0, { title: 'Gnu' })
    await make(1, { title: 'Gnu, liked' })
    await expectOrder()
    await refreshSuggestions(db)
    await chooseBitmaps(db, { least: 1 })
    await expectOrder()
  })

  test('omits designers without logos, and closed accounts at once', async () => {
    const { db } = quick
    await createDesigner(db, { company: 'Quarto Empty' })
    const owner = await createDesigner(db, { company: 'Quarto Press' })
    const { designer_id } = owner
    const { logo_id } = await createLogo(db, { designer_id })
    await refreshSuggestions(db)
    const companies = async () => (await look('quarto')).designers.map(d => d.company)
    expect(await companies()).toEqual(['Quarto Press'])
    await db.deleteFrom('logo').where('logo_id', '=', logo_id).execute()
    expect(await companies()).toEqual([])
    const awarded = await createLogo(db, { designer_id })
    const { book_id } = await db
      .insertInto('book')
      .values({ series: 'book', number: 1, state: 'published' })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    await db.insertInto('award').values({ book_id, logo_id: awarded.logo_id }).execute()
    expect(await companies()).toEqual(['Quarto Press'])
    await (await quick.signIn(owner)).call(api.auth.closeAccount, { password: testPassword })
    expect((await reader.call(api.logos.find, { logo_id: awarded.logo_id })).count).toBe(1)
    expect(await companies()).toEqual([])
    await refreshSuggestions(db)
    expect(await companies()).toEqual([])
  })

  test('suggests the six most frequent keywords without a text', async () => {
    const { db } = quick
    for (const [i, name] of ['owl', 'fox', 'bear', 'bird', 'fish', 'lion', 'wolf'].entries())
      for (let n = 0; n < 17 - i; n++) await createLogo(db, { keywords: [name] })
    await refreshSuggestions(db)
    expect(await look(' ')).toEqual({
      logos: [],
      count: 0,
      designers: [],
      keywords: ['owl', 'fox', 'bear', 'bird', 'fish', 'lion'].map((name, i) => ({ name, logo_ct: 17 - i })),
      countries: [],
    })
  })

  test('is for active members', async () => {
    const lapsed = await quick.signIn(await createDesigner(quick.db, { membership: 'lapsed' }))
    expect((await refusal(quick.visit().call(api.search.quickSearch, { text: 'x' }))).status).toBe(401)
    expect((await refusal(lapsed.call(api.search.quickSearch, { text: 'x' }))).body.code).toBe(
      'membership_required',
    )
  })
})

describe('all filters combined', () => {
  const random = createRandom('search')
  const vocabulary = [
    'rose',
    'rosette',
    'compass',
    'comet',
    'wave',
    'wavelet',
    'fox',
    'foxglove',
    'bell',
    'harbour',
  ]
  const companies = ['Bell & Fox', "Hárbour O'Fice", '100% Comet\\Works_', 'Rosette']
  let wall: TestServer

  beforeAll(async () => {
    wall = await startTestServer()
    const { db } = wall
    // So that they lie in several segments of a bitmap, at their starts and ends.
    await sql`alter table logo alter column logo_id set increment by 151`.execute(db)
    const { book_id } = await db
      .insertInto('book')
      .values({ series: 'book', number: 1, state: 'published' })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    const owners = []
    for (const [i, company] of companies.entries()) {
      owners.push(
        await createDesigner(db, {
          company,
          country: ['SE', 'US', 'C2', 'US'][i]!,
          first_name: 'Kim',
          last_name: vocabulary[i]!,
        }),
      )
    }
    const likers = owners.map(o => o.designer_id)
    const days = Array.from({ length: 240 }, () => random.int(1, 40)).sort((a, b) => a - b)
    for (const day of days) {
      const { logo_id } = await createLogo(db, {
        designer_id: random.pick(owners).designer_id,
        title: random.sample(vocabulary, random.int(1, 2)).join(' '),
        keywords: random.sample(vocabulary, random.int(0, 3)),
        client: random.chance(0.5) ? random.sample(vocabulary, random.int(1, 2)).join(' & ') : '',
        industry: random.sample(['Food', 'Drink', 'Music'], random.int(0, 2)).join(' & '),
        designer: random.chance(0.3) ? random.pick(vocabulary) : '',
        logotype: random.pick(['Symbol', 'Typographic', 'Combo'] as const),
        is_ranked: random.chance(0.3),
        ...randomPalette(random),
        upload_date: new Date(Date.UTC(2020, 0, day)),
      })
      if (random.chance(0.2)) await db.insertInto('award').values({ book_id, logo_id }).execute()
      for (const designer_id of random.sample(likers, random.int(0, 4)))
        await db.insertInto('logo_like').values({ designer_id, logo_id }).execute()
    }
    const { collection_id } = await db
      .insertInto('collection')
      .values({ designer_id: likers[1]!, name: 'Some' })
      .returning('collection_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('follow')
      .values(likers.slice(1).map(followed_id => ({ follower_id: likers[0]!, followed_id })))
      .execute()
    const rows = await db.selectFrom('logo').select('logo_id').execute()
    for (const { logo_id } of random.sample(rows, 80))
      await db.insertInto('collection_logo').values({ collection_id, logo_id }).execute()
  })
  afterAll(() => wall.close())

  async function expectExact(queries: number) {
    const { compared, found, differing } = await compareWithBruteForce(wall.db, {
      queries,
      seed: random.next(),
    })
    expect(differing).toEqual([])
    expect(compared).toBeGreaterThan(queries)
    expect(found).toBeGreaterThan(queries / 3)
  }

  test('give exactly the logos, order and count of plain SQL, on 300 random searches and the feeds', {
    timeout: 120_000,
  }, async () => {
    await expectExact(300)
  })

  test('give the same from bitmaps, for every share of the terms that has one, and after every change', {
    timeout: 120_000,
  }, async () => {
    const { db } = wall
    for (const least of [100, 30, 1]) {
      await chooseBitmaps(db, { least })
      await expectExact(150)
    }
    const ids = (await db.selectFrom('logo').select('logo_id').orderBy('logo_id').execute()).map(
      r => r.logo_id,
    )
    const [first, second] = await db
      .selectFrom('designer')
      .select('designer_id')
      .orderBy('designer_id')
      .execute()
    // Half of the segments in the form of dense ones, which so small a gallery has none of.
    await sql`
      update search_segment set plain = packed << 0, packed = null
      where packed is not null and hashtext(term) % 2 = 0`.execute(db)
    await expectExact(80)
    for (let i = 0; i < 60; i++) {
      const logo_id = random.pick(ids)
      const logo = db.updateTable('logo').where('logo_id', '=', logo_id)
      await random.pick([
        () => logo.set({ title: random.pick(vocabulary) }).execute(),
        () => logo.set({ keywords: random.sample(vocabulary, 2), client: random.pick(vocabulary) }).execute(),
        () => logo.set({ is_ranked: random.chance(0.5), logotype: 'Combo' }).execute(),
        () => logo.set(randomPalette(random)).execute(),
        () => db.deleteFrom('logo_like').where('logo_id', '=', logo_id).execute(),
        () => createLogo(db, { designer_id: second!.designer_id, title: random.pick(vocabulary) }),
        () =>
          db
            .insertInto('logo_like')
            .values({ designer_id: first!.designer_id, logo_id })
            .onConflict(c => c.doNothing())
            .execute(),
        () => db.deleteFrom('collection_logo').where('logo_id', '=', logo_id).execute(),
        () => db.deleteFrom('award').where('logo_id', '=', logo_id).execute(),
        async () => {
          await db.deleteFrom('award').where('logo_id', '=', logo_id).execute()
          await db.deleteFrom('logo').where('logo_id', '=', logo_id).execute()
          ids.splice(ids.indexOf(logo_id), 1)
        },
      ])()
    }
    await db
      .updateTable('designer')
      .set({ country: 'US' })
      .where('designer_id', '=', first!.designer_id)
      .execute()
    await expectExact(150)
    await db.updateTable('book').set({ state: 'ratified' }).execute()
    await expectExact(80)
    // An unused term loses its bitmap, and nothing else changes.
    await refreshSuggestions(db)
    await chooseBitmaps(db, { least: 120 })
    await expectExact(150)
  })
})

test('a moderately frequent word and an infix of four letters have bitmaps, small where they have few bits', async () => {
  const own = await startTestServer()
  try {
    const { db } = own
    for (const company of ['Restful', 'Restless', 'Forest']) {
      const { designer_id } = await createDesigner(db, { company })
      await createLogo(db, { designer_id, title: 'Acorn' })
    }
    await createLogo(db, { title: 'Beech' })
    await refreshSuggestions(db)
    const readBitmaps = async () => {
      const { rows } = await sql`
        select term, bit_count(bits)::int as logo_ct, pg_column_size(bits) < 100 as is_small from search_bitmap
        where term in ('acorn', 'beech', '~f*rest*') order by term`.execute(db)
      return rows
    }
    const [acorn, beech, part] = [
      { term: 'acorn', logo_ct: 3, is_small: true },
      { term: 'beech', logo_ct: 1, is_small: true },
      { term: '~f*rest*', logo_ct: 3, is_small: true },
    ]
    await chooseBitmaps(db, { least: 30 })
    expect(await readBitmaps()).toEqual([acorn])
    await chooseBitmaps(db, { least: 2 })
    expect(await readBitmaps()).toEqual([acorn, beech, part])
    const { count } = await findLogos(
      db,
      { search_design_firm: 'rest', sort: 'popular' },
      { page: 1, page_size: 9 },
    )
    expect(count).toBe(3)
  } finally {
    await own.close()
  }
})

test('a segment with many bits and those of likes are stored uncompressed, and keep that form when bits change', async () => {
  const own = await startTestServer()
  try {
    const { db } = own
    const { logo_id } = await createLogo(db)
    await sql`
      insert into search_term (term, logo_ct, is_frequent) values ('dense', 1000, true), ('sparse', 1000, true), ('~l1', 1, true)`.execute(
      db,
    )
    await sql`
      insert into search_segment (term, seg, packed)
      select term, 0, bit_or(set_bit(0::bit(16384), n * (n + 1) / 2 % 16384, 1))
      from (values ('dense', 400), ('sparse', 40), ('~l1', 1)) t (term, most) cross join generate_series(2, most + 1) n
      group by term`.execute(db)
    const forms = async () => {
      const { rows } = await sql<{ term: string }>`
        select term, plain is not null as is_plain, pg_column_size(bits) as size, bit_count(bits)::int as n
        from search_segment join search_bitmap using (term, seg)
        where term in ('dense', 'sparse', '~l1') order by term`.execute(db)
      return rows
    }
    const packed = expect.toSatisfy((size: number) => size < 900)
    await chooseBitmaps(db)
    const [dense, sparse, liked] = [
      { term: 'dense', is_plain: true, size: 2056, n: 400 },
      { term: 'sparse', is_plain: false, size: packed, n: 40 },
      { term: '~l1', is_plain: true, size: 2056, n: 1 },
    ]
    expect(await forms()).toEqual([dense, sparse, liked])
    await sql`
      select change_bits('{dense,dense,sparse,~l1}', array[3, ${logo_id}::int, ${logo_id}, ${logo_id}], '{f,t,t,t}')`.execute(
      db,
    )
    expect(await forms()).toEqual([dense, { ...sparse, n: 41 }, { ...liked, n: 2 }])
    const { rows } = await sql`
      select get_bit(bits, 3) as former, get_bit(bits, ${logo_id}::int) as new from search_bitmap where term = 'dense'`.execute(
      db,
    )
    expect(rows).toEqual([{ former: 0, new: 1 }])
  } finally {
    await own.close()
  }
})

test('likes made while the bitmaps of likes are built count in the popular order', async () => {
  const own = await startTestServer()
  try {
    const { db } = own
    const likers = await Promise.all([1, 2, 3].map(() => createDesigner(db)))
    const [a, b, c] = [await createLogo(db), await createLogo(db), await createLogo(db)]
    const like = (one: typeof db, logo_id: number, from: number, to: number) =>
      one
        .insertInto('logo_like')
        .values(likers.slice(from, to).map(({ designer_id }) => ({ designer_id, logo_id })))
        .execute()
    const makeBitmap = (term: string) => sql`select make_bitmap(${term}, false)`.execute(db)
    await like(db, b.logo_id, 0, 2)
    await like(db, c.logo_id, 0, 2)
    await refreshSuggestions(db)
    await makeBitmap('~l3')
    // A like that is not committed yet while the bitmap is being made.
    let making: Promise<unknown> | undefined
    await db.transaction().execute(async one => {
      await like(one, a.logo_id, 0, 1)
      making = makeBitmap('~l1')
      await untilBlocked(db, making)
    })
    await making
    await makeBitmap('~l2')
    await chooseBitmaps(db, { least: 1, signal: AbortSignal.abort() })
    expect(
      await db.selectFrom('search_bitmap').select('term').where('term', 'not like', '~l%').execute(),
    ).toEqual([])
    await like(db, a.logo_id, 1, 3)
    await chooseBitmaps(db, { least: 1 })
    const { rows } =
      await sql`select term, bit_count(bits)::int as n from search_bitmap where term ~ '^~l[123]$' order by 1`.execute(
        db,
      )
    expect(rows).toEqual([
      { term: '~l1', n: 3 },
      { term: '~l2', n: 3 },
      { term: '~l3', n: 1 },
    ])
    const pageOf = async (page: number) =>
      (await findLogos(db, { sort: 'popular' }, { page, page_size: 2 })).ids
    expect([await pageOf(1), await pageOf(2)]).toEqual([[a.logo_id, c.logo_id], [b.logo_id]])
  } finally {
    await own.close()
  }
})

test('popular pages are contiguous also while only some bitmaps of likes exist', async () => {
  const own = await startTestServer()
  try {
    const { db } = own
    const likers = await Promise.all([1, 2, 3].map(() => createDesigner(db)))
    const ids = []
    for (let i = 0; i < 6; i++) ids.push((await createLogo(db)).logo_id)
    for (const { designer_id } of likers)
      await db
        .insertInto('logo_like')
        .values(ids.slice(0, 2).map(logo_id => ({ designer_id, logo_id })))
        .execute()
    for (const term of ['~a', '~l3']) await sql`select make_bitmap(${term}, false)`.execute(db)
    const pages = []
    for (const page of [1, 2])
      pages.push((await findLogos(db, { sort: 'popular' }, { page, page_size: 3 })).ids)
    const [first, second, ...unliked] = ids
    expect(pages.flat()).toEqual([second, first, ...unliked.reverse()])
  } finally {
    await own.close()
  }
})
