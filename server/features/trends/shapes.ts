import { leastTrend, mostTrends, sameShapeFrom, shownOfShape } from '../../../shared/rules/trends.ts'
import { ScanIndex } from '../../lib/look/scan-index.ts'
import type { KeptTrend } from './queries.ts'
import { type Counts, figuresOf, growthOf, type When } from './tally.ts'

/** Logos that are compared in one go: a millisecond. */
const chunkSize = 8192
/**
 * Logos of each quarter that are tried as a typical one, evenly spread. Of a shape that 2 % of the logos have, one is
 * among them with a probability of 98 %.
 */
const tried = 200
/** Typical logos that are kept, in place of those that a reader may not see. */
const keptOfShape = 3 * shownOfShape

type Chunk = { index: ScanIndex; when: When }
type Shape = Counts & { logo_id: number; alike: Map<number, number> }

/**
 * Finds the shapes that logos of two quarters share. A shape is a typical logo and all logos at least `sameShapeFrom` like it, so
 * that a logo may have several, or none.
 */
export function makeShapes() {
  const chunks: Chunk[] = []
  const ids: Record<When, number[]> = { now: [], before: [] }
  const chunkOf = new Map<number, Chunk>()

  function add(logoId: number, views: Uint8Array | null, when: When) {
    if (!views?.length) return
    let chunk = chunks.at(-1)
    if (!chunk || chunk.when !== when || chunk.index.logoCount >= chunkSize) {
      chunk = { index: new ScanIndex(), when }
      chunks.push(chunk)
    }
    chunk.index.set(logoId, views)
    chunkOf.set(logoId, chunk)
    ids[when].push(logoId)
  }

  async function measure(logo_id: number): Promise<Shape> {
    const views = chunkOf.get(logo_id)!.index.viewsOf(logo_id)!
    const shape: Shape = { logo_id, now: 0, before: 0, alike: new Map() }
    for (const { index, when } of chunks) {
      const alike = index.alike(views, sameShapeFrom)
      shape[when] += alike.size
      for (const [id, likeness] of alike) shape.alike.set(id, likeness)
      await new Promise(setImmediate)
    }
    return shape
  }

  /** The shapes that have grown or shrunk most, without those that resemble one already picked. */
  async function trends(totals: Counts, isFirst: boolean): Promise<KeptTrend[]> {
    const candidates = [...spread(ids.now), ...spread(ids.before)]
    const sizes: (Counts & { logo_id: number; growth: number })[] = []
    for (const logo_id of candidates) {
      const { now, before } = await measure(logo_id)
      if (now + before >= leastTrend)
        sizes.push({ logo_id, now, before, growth: growthOf({ now, before }, totals, isFirst) })
    }
    sizes.sort((a, b) => b.growth - a.growth || a.logo_id - b.logo_id)
    const picked: Shape[] = []
    async function pick(direction: KeptTrend['direction'], among: typeof sizes) {
      const rows: KeptTrend[] = []
      for (const { logo_id } of among) {
        if (rows.length === mostTrends.shapes) break
        if (picked.some(({ alike }) => alike.has(logo_id))) continue
        const shape = await measure(logo_id)
        picked.push(shape)
        rows.push({
          kind: 'shapes',
          direction,
          name: '',
          color: null,
          ...figuresOf(shape, totals),
          logo_ids: listTypical(shape),
        })
      }
      return rows
    }
    return [
      ...(await pick(
        'rising',
        sizes.filter(({ growth }) => growth > 0),
      )),
      ...(await pick('falling', sizes.filter(({ growth }) => growth < 0).toReversed())),
    ]
  }

  return { add, trends }
}

/** The most typical logos of a shape: the one that was measured, then those most like it. */
const listTypical = ({ logo_id, alike }: Shape) =>
  [...alike]
    .sort(
      ([a, like], [b, likeOther]) =>
        Number(b === logo_id) - Number(a === logo_id) || likeOther - like || a - b,
    )
    .slice(0, keptOfShape)
    .map(([id]) => id)

/** At most `tried` of the ids, evenly spread. */
function spread(ids: readonly number[]): number[] {
  const step = Math.max(1, ids.length / tried)
  return Array.from({ length: Math.min(tried, ids.length) }, (_, i) => ids[Math.floor(i * step)]!)
}
