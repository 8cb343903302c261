import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom } from '../demo/random.ts'
import { connect, type Db } from '../server/db/connect.ts'
import { startPostgres } from '../server/db/postgres.ts'
import { type Filters, findLogos, type Sort } from '../server/features/search/queries.ts'
import { pageSize } from '../shared/rules/limits.ts'
import { cpuOfFamily } from './cpu.ts'
import type { SearchSizeResult } from './results.ts'
import { spreadOf } from './statistics.ts'
import { makeSyntheticGallery, words } from './synthetic-gallery.ts'
import { dataFolder, type PartOptions, postgresSettings } from './system-under-test.ts'

type Search = Filters & { sort: Sort }

/** How often each search is made at each size, in rounds that go through the sizes, so that other work on the machine affects all alike. */
const paces = { full: { rounds: 8, calls: 25 }, quick: { rounds: 1, calls: 3 } }
/** Of a search that is slow, fewer calls are enough. */
const longestRoundMs = 4000

const smaller = [4000, 40_000, 400_000, 4_000_000]
/** The gallery that has the same searches measured beside the synthetic one of its size, where it was made. */
const compared = 400_000

/**
 * The searches of the program on synthetic bitmaps of `logos` logos, and of the smaller sizes in the same run: the ids of a page and the
 * total, without the rows that are shown.
 */
export async function measureSearchSize({ logos, quick, say }: PartOptions): Promise<SearchSizeResult> {
  const galleries: Awaited<ReturnType<typeof openGallery>>[] = []
  try {
    for (const size of [...smaller.filter(each => each < logos), logos]) {
      const folder = join(dataFolder(size), '..', `search-size-${size}`)
      if (!(await isThere(folder))) {
        say(`Making bitmaps of ${size.toLocaleString('en')} logos …`)
        await makeSyntheticGallery(folder, size)
      }
      galleries.push(await openGallery(folder, size, true, say))
    }
    if (logos >= compared && (await isThere(dataFolder(compared))))
      galleries.push(await openGallery(dataFolder(compared), compared, false, say))
    const rows: SearchSizeResult['rows'] = []
    for (const [name, { make, page = 1 }] of Object.entries(searches)) {
      const random = createRandom(`search size ${name}`)
      const draws = Array.from({ length: 50 }, () => make(random))
      const figures = await measure(galleries, draws, page, paces[quick ? 'quick' : 'full'])
      say(
        `${name}: ${figures.map((f, i) => `${galleries[i]!.size} p95 ${f.p95.toFixed(2)} ms, CPU ${(f.cpuUs / 1000).toFixed(2)}`).join('; ')}`,
      )
      rows.push({ name, figures })
    }
    return { galleries: galleries.map(({ size, isSynthetic }) => ({ logos: size, isSynthetic })), rows }
  } finally {
    for (const gallery of galleries) await gallery.close()
  }
}

type Random = ReturnType<typeof createRandom>
const frequent = (random: Random) => random.pick(words.frequent)

/** The names are those of the cases whose searches these are; words are drawn from fewer. */
const searches: Record<string, { make: (random: Random) => Search; page?: number }> = {
  'a frequent word': { make: random => ({ search_text: frequent(random), sort: 'recent' }) },
  'two frequent words': {
    make: random => ({ search_text: random.sample(words.frequent, 2).join(' '), sort: 'recent' }),
  },
  'a word and a type': {
    make: random => ({
      search_text: frequent(random),
      filter_type: random.pick(['typographic', 'symbols', 'combo'] as const),
      sort: 'recent',
    }),
  },
  'a frequent word, popular': { make: random => ({ search_text: frequent(random), sort: 'popular' }) },
  'a frequent word, popular, page 50': {
    make: random => ({ search_text: frequent(random), sort: 'popular' }),
    page: 50,
  },
  'a frequent word, oldest': { make: random => ({ search_text: frequent(random), sort: 'oldest' }) },
  'a middling word': { make: random => ({ search_text: random.pick(words.middling), sort: 'recent' }) },
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function openGallery(folder: string, size: number, isSynthetic: boolean, log: (line: string) => void) {
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: postgresSettings, log })
  const { db, close } = connect(postgres.url, { max: 1, statementTimeout: 0 })
  return {
    size,
    isSynthetic,
    db,
    cpu: () => cpuOfFamily(postgres.pid),
    close: async () => {
      await close()
      await postgres.stop()
    },
  }
}

async function measure(
  galleries: { db: Db; cpu: () => number }[],
  draws: Search[],
  page: number,
  { rounds, calls }: { rounds: number; calls: number },
) {
  const taken = galleries.map(() => ({ took: [] as number[], cpu: 0 }))
  for (let round = -1; round < rounds; round++)
    for (const [i, { db, cpu }] of galleries.entries()) {
      const { took } = taken[i]!
      const before = cpu()
      const began = performance.now()
      const first = Math.max(round, 0) * calls
      let made = 0
      for (; made < calls && (made < 3 || performance.now() - began < longestRoundMs); made++) {
        const from = performance.now()
        await findLogos(db, draws[(first + made) % draws.length]!, { page, page_size: pageSize.search })
        // The first round only warms the cache.
        if (round >= 0) took.push(performance.now() - from)
      }
      if (round >= 0) taken[i]!.cpu += cpu() - before
    }
  return taken.map(({ took, cpu }) => {
    const { n, p50, p95 } = spreadOf(took)
    return { n, p50, p95, cpuUs: cpu / took.length }
  })
}
