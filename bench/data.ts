import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import sharp from 'sharp'
import { makeDesigner } from '../demo/designer.ts'
import { industries } from '../demo/industries.ts'
import { makeLogo } from '../demo/logo.ts'
import { cities } from '../demo/places.ts'
import { createRandom, type Random } from '../demo/random.ts'
import { connect } from '../server/db/connect.ts'
import { clearOldActivity } from '../server/features/designers/queries.ts'
import { chooseBitmaps, refreshSuggestions } from '../server/features/search/queries.ts'
import { modelVersion } from '../server/lib/look/describe.ts'
import { hashPassword } from '../server/lib/password.ts'
import type { Files } from '../server/outside/files.ts'
import { type DecodedLogo, decodeWholeLogo, storeLogo } from '../server/outside/images.ts'

// Rows in the amounts of the real gallery and of ten times that, for measuring. Deterministic. Loaded by COPY with
// triggers and keys disabled; counts and the activity feed are then computed from the rows in one pass.

export const benchPassword = 'Colophon-2026!'

/** Numbers of followed designers, which decide the cost of Following. Those of the first three designers. */
export const followers = [10, 500, 5000] as const

/**
 * The number of rows of each kind for this many logos. Beyond 400,000 logos a gallery gets more designers, not more
 * logos for each.
 */
export function amounts(logos: number) {
  const deep = Math.min(logos, 400_000)
  const wide = logos - deep
  const rows = (perLogo: number, further: number) => Math.round(deep * perLogo + wide * further)
  return {
    logos,
    designers: Math.max(60, Math.round(logos / 20)),
    likes: rows(12.5, 1.4),
    saves: rows(5, 0.55),
    collections: rows(0.15, 0.15),
    follows: rows(2.5, 0.55),
    comments: rows(1.25, 0.15),
  }
}

type Amounts = ReturnType<typeof amounts>
type Row = (string | number | boolean | null)[]

const seed = 'colophon bench'
const endOfTime = Date.UTC(2026, 10, 1)
const years = 20
/** Words of the gallery, the most frequent first. */
export const vocabulary = makeVocabulary(30_000)

/** Fills the empty, migrated database at `url` as its superuser; pictures go into `files`. `say` gets the progress. */
export async function fillBench(url: string, files: Files, logos: number, say: (line: string) => void) {
  const a = amounts(logos)
  const step = steps(say)
  await loading(url, async client => {
    // A gallery of a test needs fewer: drawing them took most of its time.
    const pictures = await storePictures(files, Math.min(48, Math.ceil(logos / 100)))
    const rebuild = await takeIndexes(client, [
      'designer',
      'logo',
      'logo_like',
      'collection_logo',
      'comment',
      'follow',
      'activity',
      'logo_search',
    ])
    const password = await hashPassword(benchPassword)
    await step(`${a.designers} designers`, () => copyDesigners(client, a, password))
    await step(`${a.logos} logos`, () => copyLogos(client, a, (_, random) => random.pick(pictures)))
    await step('looks', () => copyLooks(client, pictures))
    await step(`${a.likes} likes`, () => copyLikes(client, a))
    await step(`${a.saves} saves`, () => copySaves(client, a))
    await step(`${a.follows} follows`, () => copyFollows(client, a))
    await step(`${a.comments} comments`, () => copyComments(client, a))
    await step('awards', () => fillAwards(client))
    await step('counts', () => computeCounts(client))
    await step('words', () => indexWords(client, a.logos))
    await step('activity', () => computeActivity(client))
    await step('indexes', rebuild)
    await setSequences(client)
    const { db, close } = connect(url, { max: 1, statementTimeout: 0 })
    await step('old activity', () => clearOldActivity(db, new Date(endOfTime)))
    await client.query('vacuum full activity')
    await step('vacuum', () => client.query('vacuum (analyze, freeze)'))
    await step('suggestions', () => refreshSuggestions(db))
    await step('bitmaps', () => chooseBitmaps(db))
    await close()
  })
}

/**
 * Fills the empty, migrated database at `url` with designers and logos alone, each logo with a picture of its own. Nothing is
 * to be found out about them: their looks are empty.
 */
export async function fillLogos(
  url: string,
  logos: number,
  pictureOf: (logoId: number) => ShownPicture,
  say: (line: string) => void,
) {
  const a = amounts(logos)
  const step = steps(say)
  await loading(url, async client => {
    const rebuild = await takeIndexes(client, ['designer', 'logo'])
    const password = await hashPassword(benchPassword)
    await step(`${a.designers} designers`, () => copyDesigners(client, a, password))
    await step(`${a.logos} logos`, () => copyLogos(client, a, pictureOf))
    await client.query(
      `insert into logo_look (logo_id, model_version, views) select logo_id, $1, '' from logo`,
      [modelVersion],
    )
    await step('counts', () => computeCounts(client))
    await step('indexes', rebuild)
    await setSequences(client)
    await step('vacuum', () => client.query('vacuum (analyze, freeze)'))
  })
}

/** Runs `work` with a connection for which triggers and keys are disabled. */
async function loading(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url, statement_timeout: 0 })
  await client.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '128MB'`,
    )
    await work(client)
  } finally {
    await client.end()
  }
}

/** Says how long each step took. */
const steps = (say: (line: string) => void) => async (what: string, work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  say(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

const setSequences = (client: pg.Client) =>
  client.query(`select setval(pg_get_serial_sequence('designer', 'designer_id'), max(designer_id)) from designer;
    select setval(pg_get_serial_sequence('logo', 'logo_id'), max(logo_id)) from logo;
    select setval(pg_get_serial_sequence('collection', 'collection_id'), max(collection_id)) from collection`)

// Rows ---------------------------------------------------------------------------------------------------------

function copyDesigners(client: pg.Client, a: Amounts, password: string) {
  const random = createRandom(`${seed} designers`)
  return copyAll(
    client,
    'designer (designer_id, username, email, password_hash, slug, company, first_name, last_name, city, state, country, member_since)',
    function* () {
      for (let id = 1; id <= a.designers; id++) {
        const city = random.chance(0.4) ? random.pick(american) : random.pick(cities)
        const company = `${capital(pickWord(random))} ${random.weighted(firmKinds)}`
        yield [
          id,
          `designer${id}`,
          `designer${id}@example.com`,
          password,
          `designer-${id}`,
          company.trim(),
          capital(pickWord(random)),
          capital(pickWord(random)),
          city.city,
          city.state,
          city.country,
          instant(random.range(0, 0.9)),
        ]
      }
    },
  ).then(() =>
    client.query(`insert into membership_grant (designer_id, source, source_reference, starts_on, ends_on)
      select designer_id, 'admin', 'bench ' || designer_id, current_date - 30, current_date + 335 from designer`),
  )
}

async function copyLogos(
  client: pg.Client,
  a: Amounts,
  pictureOf: (logoId: number, random: Random) => ShownPicture,
) {
  const random = createRandom(`${seed} logos`)
  const shades = createRandom(`${seed} colours`)
  // COPY fires no triggers here; without this number the index of colours would not read the rows.
  await client.query('alter table logo alter colors_xid set default pg_current_xact_id()')
  await copyAll(
    client,
    'logo (logo_id, designer_id, title, description, keywords, designer, client, industry, logotype, upload_date, image, side, ground, is_ranked, palette, colors)',
    function* () {
      for (let id = 1; id <= a.logos; id++) {
        const picture = pictureOf(id, random)
        const keywords = new Set(Array.from({ length: random.int(2, 8) }, () => pickWord(random)))
        yield [
          id,
          1 + random.zipf(a.designers, 0.5),
          `${capital(pickWord(random))} ${pickWord(random)}`,
          random.chance(0.3) ? Array.from({ length: 6 }, () => pickWord(random)).join(' ') : '',
          `{${[...keywords].join(',')}}`,
          `${capital(pickWord(random))} ${capital(pickWord(random))}`,
          `${capital(pickWord(random))} ${random.weighted(clientKinds)}`.trim(),
          random.pick(industries).name,
          random.weighted(logotypes),
          instant((id - 1 + random.next()) / a.logos),
          picture.image,
          picture.side,
          picture.ground,
          random.chance(0.08),
          picture.palette.kind,
          JSON.stringify(
            picture.palette.colors.map(color => ({ ...color, hex: shadeOf(color.hex, shades) })),
          ),
        ]
      }
    },
  )
  await client.query('alter table logo alter colors_xid drop default')
}

/** A colour near another one, so that a gallery of few pictures has as many colours as one of many; a grey stays grey. */
function shadeOf(hex: string, random: Random): string {
  const channels = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
  const isGrey = channels.every(channel => channel === channels[0])
  const shift = random.int(-20, 20)
  const shaded = channels.map(channel => channel + (isGrey ? shift : random.int(-20, 20)))
  return `#${shaded.map(channel => Math.max(0, Math.min(255, channel)).toString(16).padStart(2, '0')).join('')}`
}

function copyLooks(client: pg.Client, pictures: Picture[]) {
  return client.query(
    `insert into logo_look (logo_id, model_version, views)
     select logo_id, $1, views from logo join unnest($2::text[], $3::bytea[]) as picture (image, views) using (image)`,
    [modelVersion, pictures.map(picture => picture.image), pictures.map(picture => picture.look)],
  )
}

const copyLikes = (client: pg.Client, a: Amounts) =>
  copyPairs(client, 'logo_like (logo_id, designer_id, created_at)', 'likes', a.logos, a.designers, a.likes)

async function copySaves(client: pg.Client, a: Amounts) {
  const random = createRandom(`${seed} collections`)
  await copyAll(client, 'collection (collection_id, designer_id, name, is_public, created_at)', function* () {
    for (let id = 1; id <= a.collections; id++)
      yield [
        id,
        1 + ((id * 7919) % a.designers),
        `${capital(pickWord(random))} marks`,
        random.chance(0.8),
        instant(random.next()),
      ]
  })
  await copyPairs(
    client,
    'collection_logo (collection_id, logo_id, created_at)',
    'saves',
    a.collections,
    a.logos,
    a.saves,
  )
}

function copyFollows(client: pg.Client, a: Amounts) {
  const random = createRandom(`${seed} follows`)
  const mean = a.follows / a.designers
  return copyAll(client, 'follow (follower_id, followed_id, created_at)', function* () {
    for (let id = 1; id <= a.designers; id++) {
      const many = Math.min(followers[id - 1] ?? spread(random, mean), a.designers - 1)
      // A stride that never returns to its start.
      for (const other of stride(random, a.designers, many + 1))
        if (other + 1 !== id) yield [id, other + 1, instant(random.next())]
    }
  })
}

function copyComments(client: pg.Client, a: Amounts) {
  const random = createRandom(`${seed} comments`)
  return copyAll(client, 'comment (logo_id, designer_id, comment, created_at)', function* () {
    for (let n = 0; n < a.comments; n++)
      yield [
        random.int(1, a.logos),
        random.int(1, a.designers),
        Array.from({ length: random.int(2, 12) }, () => pickWord(random)).join(' '),
        instant(random.next()),
      ]
  })
}

/** `total` different pairs, spread unevenly over the first column. */
function copyPairs(
  client: pg.Client,
  target: string,
  label: string,
  left: number,
  right: number,
  total: number,
) {
  const random = createRandom(`${seed} ${label}`)
  return copyAll(client, target, function* () {
    for (let id = 1; id <= left; id++)
      for (const other of stride(random, right, Math.min(spread(random, total / left), right)))
        yield [id, other + 1, instant(random.next())]
  })
}

function fillAwards(client: pg.Client) {
  return client.query(`
    insert into book (series, number, state, published_on)
    select 'book', n, 'published', date '2008-01-01' + n * 500 from generate_series(1, 13) n
    union all select 'book', 14, 'open', null
    union all select 'master-book', n, 'published', date '2012-01-01' + n * 1000 from generate_series(1, 4) n;
    insert into award (book_id, logo_id)
    select book.book_id, logo_id from logo join book on book.number = 1 + logo_id % 13 and book.series = 'book'
    where is_ranked and logo_id % 3 = 0`)
}

async function indexWords(client: pg.Client, logos: number) {
  for (let from = 1; from <= logos; from += 20_000)
    await client.query(
      'select index_logos(array(select logo_id from logo where logo_id >= $1 and logo_id < $2))',
      [from, from + 20_000],
    )
}

const computeCounts = (client: pg.Client) =>
  client.query(`
    create temp table logo_counts as
      select logo_id, coalesce(l.n, 0) l, coalesce(s.n, 0) s, coalesce(c.n, 0) c from logo
      left join (select logo_id, count(*)::int n from logo_like group by 1) l using (logo_id)
      left join (select logo_id, count(*)::int n from collection_logo group by 1) s using (logo_id)
      left join (select logo_id, count(*)::int n from comment group by 1) c using (logo_id);
    update logo set like_ct = l, collection_ct = s, comment_ct = c from logo_counts where logo_counts.logo_id = logo.logo_id;
    update collection set logo_ct = n
    from (select collection_id, count(*)::int n from collection_logo group by 1) c where c.collection_id = collection.collection_id;
    update designer set logo_ct = d.logo, award_ct = d.award, like_ct = d.liked, follower_ct = d.follower,
      following_ct = d.following, collection_ct = d.collection, public_collection_ct = d.public
    from (
      select designer_id, coalesce(logo.n, 0) logo, coalesce(award.n, 0) award, coalesce(liked.n, 0) liked, coalesce(follower.n, 0) follower,
        coalesce(following.n, 0) following, coalesce(collection.n, 0) collection, coalesce(collection.p, 0) public
      from designer
      left join (select designer_id, count(*)::int n from logo group by 1) logo using (designer_id)
      left join (select designer_id, count(*)::int n from award join logo using (logo_id) group by 1) award using (designer_id)
      left join (select designer_id, count(*)::int n from logo_like group by 1) liked using (designer_id)
      left join (select followed_id designer_id, count(*)::int n from follow group by 1) follower using (designer_id)
      left join (select follower_id designer_id, count(*)::int n from follow group by 1) following using (designer_id)
      left join (select designer_id, count(*)::int n, (count(*) filter (where is_public))::int p from collection group by 1) collection using (designer_id)
    ) d where d.designer_id = designer.designer_id;
    update total_merged set logo_ct = (select count(*) from logo);
    insert into upload_week_merged (week, logo_ct) select week_of(upload_date), count(*)::int from logo group by 1`)

const computeActivity = (client: pg.Client) =>
  client.query(`
    insert into activity (designer_id, actor_id, type, logo_id, created_at)
    select logo.designer_id, logo_like.designer_id, 'like', logo_id, created_at
    from logo_like join logo using (logo_id) where logo.designer_id <> logo_like.designer_id;
    insert into activity (designer_id, actor_id, type, logo_id, collection_id, created_at)
    select logo.designer_id, collection.designer_id, 'save', logo_id, collection_id, collection_logo.created_at
    from collection_logo join collection using (collection_id) join logo using (logo_id)
    where is_public and logo.designer_id <> collection.designer_id;
    insert into activity (designer_id, actor_id, type, logo_id, comment_id, created_at)
    select logo.designer_id, comment.designer_id, 'comment', logo_id, comment_id, created_at
    from comment join logo using (logo_id) where logo.designer_id <> comment.designer_id;
    insert into activity (designer_id, actor_id, type, created_at)
    select followed_id, follower_id, 'follow', created_at from follow`)

// Pictures -----------------------------------------------------------------------------------------------------

type ShownPicture = Pick<DecodedLogo, 'image' | 'side' | 'ground' | 'palette'>
type Picture = ShownPicture & Pick<DecodedLogo, 'look'>

async function storePictures(files: Files, count: number): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (let i = 0; i < count; i++) {
    const picture = await decodeWholeLogo(await drawPicture(seed, i))
    await storeLogo(files, picture)
    pictures.push(picture)
  }
  return pictures
}

/** The `index`th picture of a series, as a designer would upload it. */
export function drawPicture(series: string, index: number): Promise<Buffer> {
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const { svg } = makeLogo(series, index, makeDesigner(series, index))
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).png({ compressionLevel: 1 }).toBuffer()
}

// Tools --------------------------------------------------------------------------------------------------------

/** Drops the tables' indexes that no key needs. Returns a function that builds them again, each in one pass. */
async function takeIndexes(client: pg.Client, tables: string[]) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid::regclass::text = any ($1) and not indisunique`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

async function copyAll(client: pg.Client, target: string, rows: () => Generator<Row>) {
  await pipeline(Readable.from(chunks(rows())), client.query(copyFrom(`copy ${target} from stdin`)))
}

function* chunks(rows: Generator<Row>) {
  let text = ''
  for (const row of rows) {
    text += `${row.map(value => (value === null ? '\\N' : String(value))).join('\t')}\n`
    if (text.length > 65_536) {
      yield text
      text = ''
    }
  }
  yield text
}

/** An instant in the twenty years, given as a share of them. */
const instant = (share: number) => new Date(endOfTime - (1 - share) * years * 31_556_952_000).toISOString()

/** A whole number with a long-tailed distribution: mostly far below the mean, sometimes far above it. */
const spread = (random: Random, mean: number) =>
  Math.floor((mean * Math.log(1 - random.next()) ** 2) / 2 + random.next())

/** `count` different numbers below `size`, without keeping a set of them. */
function* stride(random: Random, size: number, count: number) {
  const step = primes.find(prime => size % prime !== 0 && random.chance(0.5)) ?? 1
  let at = random.int(0, size - 1)
  for (let i = 0; i < count; i++) {
    yield at
    at = (at + step) % size
  }
}

const primes = [104_729, 15_485_863, 7919, 1_299_709, 611_953]
const american = cities.filter(city => city.country === 'US')
const firmKinds = [
  ['Studio', 20],
  ['Design', 18],
  ['& Co', 8],
  ['Works', 6],
  ['Creative', 10],
  ['', 38],
] as const
const clientKinds = [
  ['Bank', 5],
  ['Coffee', 6],
  ['Group', 10],
  ['Foundation', 4],
  ['', 75],
] as const
const logotypes = [
  ['Symbol', 45],
  ['Combo', 33],
  ['Typographic', 22],
] as const

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)
const pickWord = (random: Random) => vocabulary[random.zipf(vocabulary.length, 0.8)]!

/** Pronounceable words without repeats, short ones first, as in a language. */
function makeVocabulary(size: number) {
  const random = createRandom(`${seed} words`)
  const words = new Set<string>()
  const onsets = [
    'b',
    'br',
    'c',
    'cl',
    'd',
    'f',
    'fl',
    'g',
    'h',
    'k',
    'l',
    'm',
    'n',
    'p',
    'pr',
    'r',
    's',
    'st',
    't',
    'tr',
    'v',
    'w',
  ]
  const nuclei = ['a', 'e', 'i', 'o', 'u', 'ea', 'oo', 'ai']
  const codas = ['', '', 'n', 'r', 'l', 's', 't', 'm', 'ck', 'nd']
  while (words.size < size) {
    const syllables = 1 + Math.floor(words.size / (size / 3)) + random.int(0, 1)
    words.add(
      Array.from(
        { length: syllables },
        () => random.pick(onsets) + random.pick(nuclei) + random.pick(codas),
      ).join(''),
    )
  }
  return [...words]
}
