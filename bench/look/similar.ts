import {
  type ChangeName,
  changedFile,
  changes,
  isMark,
  original,
  pixelsOf,
  type Random,
  randomFrom,
} from '../../scripts/look/draw.ts'
import { type Icon, iconifyIcons, isForFitting, simpleIcons } from '../../scripts/look/icons.ts'
import { describedSide, describeLogo, describeWays, searchedSide } from '../../server/lib/look/describe.ts'
import { ScanIndex } from '../../server/lib/look/scan-index.ts'
import { readPicture } from '../../server/outside/images.ts'
import type { Hits, LookResult } from '../results.ts'
import { PHashIndex } from './phash.ts'
import { describeChange } from './report.ts'
import {
  compareQuickly,
  compareWithOnePass,
  enlarge,
  type Searched,
  timeSearches,
  timeStart,
  timeUpload,
} from './time.ts'

// How often a changed logo finds its original, and what a comparison costs. The seeds are not those that the projection was
// fitted with, and no brand that was fitted is searched for; all others stand in the way.

const goals: Partial<Record<ChangeName, Hits>> = {
  jpeg: [92, 98],
  scale: [92, 98],
  recolour: [92, 98],
  'one-colour': [92, 98],
  invert: [92, 98],
  mirror: [93, 99],
  'turned 90°': [93, 99],
  rotation: [88, 98],
  outline: [80, 93],
  wordmark: [90, 95],
  badge: [90, 95],
}
type Say = (line: string) => void

/** Other than what the projection was fitted with. */
const seed = 8101

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map(item => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

/** `queries`: how many logos are changed in each way. `logos`: how many the timed index holds. */
export async function benchSimilar({
  queries,
  logos,
  say,
}: {
  queries: number
  logos: number
  say: Say
}): Promise<Omit<LookResult, 'colors'>> {
  const icons = [...(await simpleIcons()), ...(await iconifyIcons('logos'))]
  const others = [
    ...(await iconifyIcons('devicon')),
    ...(await iconifyIcons('ph')),
    ...(await iconifyIcons('tabler')),
  ]
  const corpus = [...icons, ...others]
  const { index, hashes, describeMs } = await describeAll(corpus, say)
  const chosen = shuffled(
    icons.filter(icon => !isForFitting(icon)),
    randomFrom(seed),
  ).slice(0, queries)
  const random = randomFrom(seed + 1)
  const searched: Searched[] = []
  const rows: LookResult['changes'] = []
  const keep = (row: LookResult['changes'][number]) => {
    rows.push(row)
    say(describeChange(row))
  }
  for (const name of Object.keys(changes) as ChangeName[]) {
    const tried = name === 'wordmark' || name === 'badge' ? chosen.filter(isMark) : chosen
    const ours = [0, 0]
    const theirs = [0, 0]
    for (const [place, icon] of tried.entries()) {
      // As the product does: each picture in all its ways.
      const file = await changedFile(icon, name, random)
      const large = await readPicture(file, searchedSide)
      const small = await readPicture(file, describedSide)
      const query = [...describeWays({ large, small })]
      // Ten of each change, of other drawings each time.
      if (place % 20 === rows.length) searched.push({ file, query })
      count(
        ours,
        rankOf(
          icon,
          index.nearest(query, 'shape', 60).map(match => match.logo_id),
          corpus,
        ),
      )
      count(theirs, rankOf(icon, hashes.nearest(small, 60), corpus))
    }
    const percent = (hits: number[]): Hits =>
      [0, 1].map(i => Math.round((100 * hits[i]!) / tried.length)) as Hits
    keep({
      name,
      found: percent(ours),
      pHash: percent(theirs),
      goal: goals[name] ?? null,
      tried: tried.length,
    })
  }
  keep(findBrands(icons, corpus, index))
  const uploadCpu = await timeUpload(chosen, say)
  const size = enlarge(index, logos, say)
  return {
    drawings: corpus.length,
    describeMs,
    changes: rows,
    uploadCpu,
    index: size,
    compared: await timeSearches(index, searched, say),
    quick: await compareQuickly(index, say),
    onePass: await compareWithOnePass(index, searched, say),
    readyMs: await timeStart(index, logos, say),
  }
}

/** Describes the drawings; their ids are their places from 1 on. */
async function describeAll(corpus: readonly Icon[], say: Say) {
  const index = new ScanIndex()
  const hashes = new PHashIndex()
  let ms = 0
  for (const [i, icon] of corpus.entries()) {
    const pixels = await pixelsOf(original(icon), describedSide)
    const began = performance.now()
    index.set(i + 1, describeLogo(pixels))
    ms += performance.now() - began
    hashes.add(i + 1, pixels)
  }
  const describeMs = ms / corpus.length
  say(
    `${corpus.length} drawings, ${(index.viewCount / corpus.length).toFixed(2)} views each, described in ${describeMs.toFixed(1)} ms each`,
  )
  return { index, hashes, describeMs }
}

/** How many other brands stand before the icon's own; other drawings of its brand do not count. */
function rankOf(icon: Icon, found: number[], corpus: readonly Icon[]): number {
  let rank = 0
  for (const id of found) {
    const other = corpus[id - 1]!
    if (other === icon) return rank
    if (other.brand !== icon.brand) rank++
  }
  return 1000
}

function count(hits: number[], rank: number) {
  if (rank < 1) hits[0]!++
  if (rank < 10) hits[1]!++
}

/** One-colour drawings of brands as queries for the same brands in colours, of another draughtsman. */
function findBrands(icons: readonly Icon[], corpus: readonly Icon[], index: ScanIndex) {
  const coloured = new Set(corpus.filter(icon => icon.set === 'logos').map(icon => icon.brand))
  const hits = [0, 0]
  let tried = 0
  icons.forEach((icon, i) => {
    if (icon.set !== 'simple-icons' || isForFitting(icon) || !coloured.has(icon.brand)) return
    const views = index.viewsOf(i + 1)
    if (!views) return
    tried++
    const found = index
      .nearest([{ views, isTransformed: false }], 'shape', 60, { logo_id: i + 1 })
      .map(match => corpus[match.logo_id - 1]!)
    const others = found.filter(other => other.set === 'logos' || other.brand !== icon.brand)
    const rank = others.findIndex(other => other.set === 'logos' && other.brand === icon.brand)
    count(hits, rank < 0 ? 1000 : rank)
  })
  const found = [0, 1].map(i => Math.round((100 * hits[i]!) / tried)) as Hits
  return { name: 'mono → colour', found, pHash: null, goal: [0, 87] as Hits, tried }
}
