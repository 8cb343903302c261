import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createRandom } from '../demo/random.ts'
import { connect } from '../server/db/connect.ts'
import { unpackSegments } from '../server/features/search/queries.ts'
import { marks } from '../server/features/search/vocabulary.ts'
import { vocabulary } from './data.ts'
import { makeGallery } from './make-gallery.ts'

// What a search reads, and nothing else, in the amounts of a gallery that is too large to be made: bitmaps of random bits. The shares
// are those of the gallery of 400,000 logos, so that the same words find as much in both. Deterministic.

/** The share of logos with each word, and with a word that begins with it. The words are spread over those of the measured cases. */
const frequent = [
  [0.243, 0.256],
  [0.0473, 0.0473],
  [0.042, 0.0479],
  [0.0331, 0.037],
  [0.0233, 0.0297],
  [0.0193, 0.0193],
  [0.0171, 0.0171],
  [0.0145, 0.0203],
  [0.0126, 0.0205],
  [0.0115, 0.0195],
] as const
const middling = [
  [0.00395, 0.0147],
  [0.00322, 0.00322],
  [0.00294, 0.00294],
  [0.0025, 0.00795],
  [0.00221, 0.00384],
  [0.00218, 0.00218],
  [0.002, 0.002],
  [0.00178, 0.00178],
  [0.00169, 0.00169],
  [0.00172, 0.00808],
] as const

/** Every `n`th of the words that are long enough to be searched as words, and short enough to have a pattern. */
const spreadOver = (words: string[], n: number) => {
  const fitting = words.filter(word => word.length > 3 && word.length <= 6)
  return fitting.filter((_, i) => i % Math.ceil(fitting.length / n) === 0)
}
export const words = {
  frequent: spreadOver(vocabulary.slice(0, 80), frequent.length),
  middling: spreadOver(vocabulary.slice(300, 1000), middling.length),
}

const types = { Symbol: 0.451, Combo: 0.329, Typographic: 0.22 }
/** Of the steps of likes, the lowest first. */
const likes = [
  0.77, 0.615, 0.533, 0.474, 0.429, 0.392, 0.362, 0.335, 0.293, 0.259, 0.231, 0.208, 0.188, 0.171, 0.157,
  0.144, 0.133, 0.123, 0.114, 0.106, 0.0927, 0.0812, 0.0718, 0.0636, 0.051, 0.0415, 0.0343, 0.0286, 0.024,
  0.0203, 0.0148, 0.011, 0.00839, 0.00639, 0.00497, 0.00401, 0.00258, 0.00177, 7.82e-4, 3.62e-4, 1.8e-4,
  9.2e-5, 3.5e-5, 1.8e-5, 2.5e-6,
]
/**
 * The number of terms that no search asks for. Without them, PostgreSQL would expect a term to have a large part of the rows, and would read
 * the whole table where it is small.
 */
const othersOf = (logos: number) => (logos > 400_000 ? 200 : 1000)
/** Pages by likes are taken from the logos with the most; at least so many have rows. */
const mostLiked = 400_000

const segmentSize = 16_384
const wordsOfSegment = segmentSize / 32

/** Makes the folder of a gallery of `logos` logos that only searches can be measured on: in minutes, where there are 40 million. */
export async function makeSyntheticGallery(folder: string, logos: number) {
  await makeGallery(folder, async url => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      // Without triggers and foreign keys: there are no designers.
      await client.query('set session_replication_role = replica')
      await fill(client, logos)
      await unpack(url)
      await client.query('vacuum (analyze, freeze)')
    } finally {
      await client.end()
    }
  })
}

async function unpack(url: string) {
  const { db, close } = connect(url, { max: 1, statementTimeout: 0 })
  try {
    await unpackSegments(db)
  } finally {
    await close()
  }
}

async function fill(client: pg.Client, logos: number) {
  const { rows } = await client.query<{ steps: number[] }>('select like_steps() as steps')
  const { steps } = rows[0]!
  const shown: ShownLogo[] = []
  const add = async (name: string, isPattern: boolean, bits: Int32Array) => {
    await copyBits(client, name, bits)
    await client.query(
      'insert into search_term (term, logo_ct, is_frequent, is_pattern) values ($1, $2, true, $3)',
      [name, isPattern ? 1 : countBits(bits), isPattern],
    )
  }
  const every = randomBits(logos, 1, 'every')
  await add(marks.every, false, every)
  for (const [name, share] of Object.entries(types))
    await add(`${marks.type}${name}`, false, randomBits(logos, share, name))
  for (const [kind, shares] of [['frequent', frequent] as const, ['middling', middling] as const])
    for (const [i, [share, begun]] of shares.entries()) {
      const word = words[kind][i]!
      const own = randomBits(logos, share, word)
      await add(word, false, own)
      // Independent bits beside the word's own give together the share of the pattern.
      const further = randomBits(logos, (begun - share) / (1 - share), `further ${word}`)
      await add(
        `${word}*`,
        true,
        merge(own, further, (a, b) => a | b),
      )
    }
  const lowestShown = likes.findLastIndex(share => share * logos >= mostLiked)
  let liked = every
  for (const [i, share] of likes.entries()) {
    // Each step is a part of the one below it.
    liked = merge(liked, randomBits(logos, share / (likes[i - 1] ?? 1), `likes ${i}`), (a, b) => a & b)
    if (i === Math.max(lowestShown, 0)) gather(lowestShown < 0 ? every : liked, shown)
    for (const logo of shown) if (hasBit(liked, logo.id)) logo.likes = steps[i]!
    await add(`${marks.likes}${steps[i]}`, false, liked)
  }
  await insertLogos(client, shown)
  const others = othersOf(logos)
  await client.query(
    `insert into search_segment (term, seg, packed)
     select ${pg.escapeLiteral(marks.title)} || 'other' || t, s,
       set_bit(set_bit(set_bit(0::bit(16384), (s * 7919 + t) % 16384, 1), (s + t * 104729) % 16384, 1), (s * 31 + t * 7) % 16384, 1)
     from generate_series(1, $1::int) t cross join generate_series(0, $2::int) s`,
    [others, segmentsOf(logos) - 1],
  )
  await client.query(
    `insert into search_term (term, logo_ct, is_frequent)
     select ${pg.escapeLiteral(marks.title)} || 'other' || t, $2, true from generate_series(1, $1::int) t`,
    [others, 3 * segmentsOf(logos)],
  )
  await client.query('update total_merged set logo_ct = $1', [logos])
}

type ShownLogo = { id: number; likes: number }

const segmentsOf = (logos: number) => Math.ceil(logos / segmentSize)

/** Bits of which `share` are set, at random; none beyond `logos`. */
function randomBits(logos: number, share: number, label: string): Int32Array {
  const bits = new Int32Array(segmentsOf(logos) * wordsOfSegment)
  const next = randomWords(label)
  // A bit is set where the random number that its draws spell in binary is below the share; so 32 are drawn at once.
  const digits = Array.from({ length: 24 }, (_, i) => Math.floor(share * 2 ** (24 - i)) & 1)
  for (let i = 0; i < bits.length; i++) {
    let word = share === 1 ? -1 : 0
    if (share < 1) for (const digit of digits) word = digit ? word | next() : word & next()
    bits[i] = word
  }
  for (let id = logos; id < segmentsOf(logos) * segmentSize; id++) bits[id >> 5]! &= ~maskOf(id)
  return bits
}

/** Random words of 32 bits (xorshift128): createRandom() gives fractions, which cost more. */
function randomWords(label: string) {
  const seed = createRandom(`synthetic ${label}`)
  let [a, b, c, d] = [1, 2, 3, 4].map(() => seed.int(1, 2 ** 31 - 1)) as [number, number, number, number]
  return () => {
    const t = a ^ (a << 11)
    a = b
    b = c
    c = d
    d = d ^ (d >>> 19) ^ t ^ (t >>> 8)
    return d
  }
}

/** PostgreSQL counts bits from the most significant one. */
const maskOf = (id: number) => 1 << (31 - (id & 31))
const hasBit = (bits: Int32Array, id: number) => (bits[id >> 5]! & maskOf(id)) !== 0

const merge = (a: Int32Array, b: Int32Array, by: (a: number, b: number) => number) =>
  a.map((word, i) => by(word, b[i]!))

function countBits(bits: Int32Array): number {
  let count = 0
  for (let word of bits) for (; word; word &= word - 1) count++
  return count
}

function gather(bits: Int32Array, shown: ShownLogo[]) {
  for (let id = 0; id < bits.length * 32; id++) if (hasBit(bits, id)) shown.push({ id, likes: 0 })
}

/** As binary COPY takes rows: the number of fields, then each with its length. */
async function copyBits(client: pg.Client, term: string, bits: Int32Array) {
  const name = Buffer.from(term)
  function* rows() {
    yield Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
    for (let seg = 0; seg * wordsOfSegment < bits.length; seg++) {
      const words = bits.subarray(seg * wordsOfSegment, (seg + 1) * wordsOfSegment)
      if (words.every(word => word === 0)) continue
      const row = Buffer.alloc(2 + 4 + name.length + 8 + 8 + segmentSize / 8)
      let at = row.writeInt16BE(3)
      at = row.writeInt32BE(name.length, at)
      at += name.copy(row, at)
      for (const number of [4, seg, 4 + segmentSize / 8, segmentSize]) at = row.writeInt32BE(number, at)
      for (const word of words) at = row.writeInt32BE(word, at)
      yield row
    }
    yield Buffer.from([0xff, 0xff])
  }
  const target = client.query(copyFrom('copy search_segment (term, seg, packed) from stdin (format binary)'))
  await pipeline(Readable.from(rows()), target)
}

async function insertLogos(client: pg.Client, shown: ShownLogo[]) {
  const atOnce = 20_000
  for (let from = 0; from < shown.length; from += atOnce) {
    const some = shown.slice(from, from + atOnce)
    // About as wide as a row of the gallery.
    await client.query(
      `insert into logo (logo_id, designer_id, title, description, keywords, logotype, image, side, like_ct, collection_ct)
       select id, id % 1000, 'A synthetic logo', repeat('x', 100), '{one,two,three,four}', 'Symbol', md5(id::text), 900, likes, id % 7
       from unnest($1::int[], $2::int[]) as s (id, likes)`,
      [some.map(logo => logo.id), some.map(logo => logo.likes)],
    )
  }
}
