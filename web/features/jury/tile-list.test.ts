import { expect, test } from 'vitest'
import type { Tile } from '../../../shared/api/jury.ts'
import {
  addTiles,
  changeTile,
  countAhead,
  emptyList,
  moveTo,
  scoreTile,
  tileAt,
  undoScore,
} from './tile-list.ts'

const tile = (assignment_id: number, more?: Partial<Tile>): Tile => ({
  assignment_id,
  position: assignment_id,
  url: '',
  image: '',
  strip: null,
  logo: `Mark ${assignment_id}`,
  industry: '',
  score: null,
  is_saved: 0,
  is_skipped: 0,
  is_calibration: 0,
  ...more,
})

const none = new Map<number, number>()
const three = addTiles(emptyList, [tile(1), tile(2), tile(3)], none)

test('a score moves on to the next tile, and undo leads back to it with its score', () => {
  const scored = scoreTile(scoreTile(three, 2), 0)
  expect(tileAt(scored)?.assignment_id).toBe(3)
  const back = undoScore(scored)
  expect(tileAt(back)).toMatchObject({ assignment_id: 2, score: 0 })
  expect(tileAt(undoScore(back))).toMatchObject({ assignment_id: 1, score: 2 })
})

test('tiles that arrive again keep their places, and later ones go to the end', () => {
  const list = addTiles(scoreTile(three, 1), [tile(2), tile(3), tile(9), tile(4)], none)
  expect(list.positions).toEqual([1, 2, 3, 9, 4])
  expect(list.at).toBe(1)
})

test('tiles with unsent scores are not shown again', () => {
  expect(addTiles(emptyList, [tile(1), tile(2)], new Map([[1, 3]])).positions).toEqual([2])
})

test('a skipped tile comes back at the end, once no other tile is left, and only once', () => {
  const skipped = moveTo(changeTile(three, 1, { is_skipped: 1 }), 1)
  const again = tile(1, { is_skipped: 1 })
  expect(addTiles(skipped, [tile(2), tile(3), again], none).positions).toEqual([1, 2, 3])
  const done = scoreTile(scoreTile(skipped, 1), 1)
  const back = addTiles(done, [again], none)
  expect(back.positions).toEqual([1, 2, 3, 1])
  expect(addTiles(back, [again], none).positions).toEqual([1, 2, 3, 1])
  expect(tileAt(scoreTile(back, 2))).toBeUndefined()
  expect(scoreTile(back, 2).tiles.get(1)).toMatchObject({ score: 2, is_skipped: 0 })
})

test('a tile that was handed on keeps its position and is not shown again', () => {
  const list = moveTo(changeTile(three, 1, { isGone: true }), 3)
  expect(tileAt(list, 0)?.isGone).toBe(true)
  expect(addTiles(list, [tile(1, { is_skipped: 1 })], none).positions).toEqual([1, 2, 3])
})

test('moving stops at the first tile and after the last', () => {
  expect(moveTo(three, -1).at).toBe(0)
  expect(countAhead(moveTo(three, 7))).toBe(0)
})
