import { type Randomness, shuffle, swap } from '../../../shared/judging/stream.ts'

/** A tile of a juror: which logo, by which designer. */
export type Tile = { logo_id: number; designer_id: number }

/** How many tiles apart those of one designer stand, where that is possible. */
const distance = 5

/** The order of one juror's tiles of the first round; `tiles` come in the order of entries. */
export const orderTiles = async (
  randomness: Randomness,
  juror: number,
  tiles: readonly Tile[],
): Promise<Tile[]> => spreadDesigners(await shuffle(randomness, `juror:${juror}`, tiles))

/** The order of one juror's tiles of the border round; `logoIds` come in the order of entries. */
export const orderBorderTiles = (randomness: Randomness, juror: number, logoIds: readonly number[]) =>
  shuffle(randomness, `border-juror:${juror}`, logoIds)

/**
 * From the front: a tile whose designer stands among the five before it is swapped with the nearest later tile whose
 * designer does not. A designer with more than a sixth of the tiles is not moved: there is no place to move to.
 */
export function spreadDesigners<T extends { designer_id: number }>(tiles: readonly T[]): T[] {
  const spread = [...tiles]
  const counts = new Map<number, number>()
  for (const { designer_id } of spread) counts.set(designer_id, (counts.get(designer_id) ?? 0) + 1)
  const isCommon = (designer_id: number) => (counts.get(designer_id) as number) * 6 > spread.length

  for (const [position, tile] of spread.entries()) {
    if (isCommon(tile.designer_id)) continue
    const before = new Set(spread.slice(Math.max(0, position - distance), position).map(t => t.designer_id))
    if (!before.has(tile.designer_id)) continue
    const later = spread.findIndex((t, at) => at > position && !before.has(t.designer_id))
    if (later !== -1) swap(spread, position, later)
  }
  return spread
}
