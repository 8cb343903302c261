import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8 } from '../../../shared/judging/digest.ts'
import { chooseCalibration } from './calibration.ts'
import { nodeDigest } from './node-digest.ts'
import { orderBorderTiles, orderTiles, spreadDesigners } from './order.ts'

const randomness = { digest: nodeDigest, seed: utf8('orders') }
const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const tilesOf = (designers: readonly number[]) =>
  designers.map((designer_id, i) => ({ logo_id: i + 1, designer_id }))
const isApart = (designers: readonly number[]) =>
  designers.every((id, position) => !designers.slice(Math.max(0, position - 5), position).includes(id))

describe('the order of a juror’s tiles', () => {
  test('a tile too near another of its designer is swapped with the nearest later one that is not', () => {
    const tiles = tilesOf([1, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(spreadDesigners(tiles).map(t => t.logo_id)).toEqual([
      1, 2, 5, 6, 7, 8, 3, 4, 9, 10, 11, 12, 13, 14,
    ])
  })

  test('a designer with more than a sixth of the tiles is not moved, but comes forward for others', () => {
    // Designer 1 has 3 of 12. The third tile, designer 2's, changes places with tile 4, and from there with tile 7.
    const tiles = tilesOf([2, 3, 2, 1, 1, 1, 4, 5, 6, 7, 8, 9])
    expect(spreadDesigners(tiles).map(t => t.logo_id)).toEqual([1, 2, 4, 7, 5, 6, 3, 8, 9, 10, 11, 12])
  })

  test('keeps every tile, and with many designers separates those of one by five tiles', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(20), { maxLength: 80 }),
        fc.integer({ min: 1, max: 10 }),
        async (ids, juror) => {
          const tiles = tilesOf(ids)
          const ordered = await orderTiles(randomness, juror, tiles)
          expect(ordered.map(t => t.logo_id).sort((a, b) => a - b)).toEqual(tiles.map(t => t.logo_id))
        },
      ),
    )
    const many = await orderTiles(randomness, 3, tilesOf(range(3000).map(i => i % 400)))
    expect(isApart(many.slice(0, 2900).map(t => t.designer_id))).toBe(true)
  })

  test('each juror has a separate order in both rounds', async () => {
    const tiles = tilesOf(range(50))
    expect(await orderTiles(randomness, 1, tiles)).not.toEqual(await orderTiles(randomness, 2, tiles))
    expect(await orderBorderTiles(randomness, 1, range(50))).not.toEqual(
      await orderBorderTiles(randomness, 2, range(50)),
    )
  })
})

describe('calibration', () => {
  test('has twenty awarded and twenty other tiles, shuffled together', async () => {
    const chosen = await chooseCalibration(randomness, {
      awarded: range(100),
      others: range(900).map(i => i + 100),
    })
    expect(chosen).toHaveLength(40)
    expect(new Set(chosen).size).toBe(40)
    expect(chosen.filter(id => id <= 100)).toHaveLength(20)
    expect(chosen).not.toEqual([...chosen].sort((a, b) => a - b))
  })

  test('has equal numbers of both, limited by the smaller group, and none where one group is empty', async () => {
    expect(await chooseCalibration(randomness, { awarded: range(7), others: [50, 51, 52] })).toHaveLength(6)
    expect(await chooseCalibration(randomness, { awarded: range(7), others: [] })).toEqual([])
  })
})
