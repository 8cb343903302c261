import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeProjection } from '../../../scripts/look/make-projection.ts'
import {
  describe,
  describeLogo,
  describeTurned,
  describeWays,
  modelVersion,
  searchedViews,
  transformedViews,
  viewBytes,
} from './describe.ts'
import { projectionFile, shapeLength } from './projection.ts'
import type { Raster } from './saliency.ts'
import { type Query, ScanIndex } from './scan-index.ts'
import { scanModule } from './scan-module.ts'
import { tilted } from './tilt.ts'

let state = 7
const random = () => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0
  return state / 2 ** 32
}

function makeView() {
  const shape = Array.from({ length: shapeLength }, () => random() + random() - 1)
  const length = Math.hypot(...shape)
  return Uint8Array.from({ length: viewBytes }, (_, i) =>
    i < shapeLength
      ? 64 + Math.max(-63, Math.min(63, Math.round((160 * shape[i]!) / length)))
      : random() * 30,
  )
}

/** Nearly the same shape, in the same colours. */
const alikeTo = (view: Uint8Array) =>
  view.map((value, i) => (i < shapeLength ? Math.max(1, Math.min(127, value + (i % 5) - 2)) : value))

test('the WebAssembly module finds what JavaScript finds, by every emphasis, also after removals', () => {
  expect(WebAssembly.validate(scanModule([0, 5]))).toBe(true)
  const indexes = [new ScanIndex(), new ScanIndex({ withSimd: false })]
  for (let logo = 1; logo <= 300; logo++) {
    const views = new Uint8Array(Buffer.concat(Array.from({ length: 1 + (logo % 3) }, makeView)))
    for (const index of indexes) index.set(logo, views)
  }
  for (let logo = 3; logo <= 300; logo += 7) for (const index of indexes) index.remove(logo)
  const again = makeView()
  for (const index of indexes) index.set(24, again)
  const alike = alikeTo(again)
  const queries: Query[] = [
    { views: indexes[0]!.viewsOf(5)!, isTransformed: false },
    { views: alike, isTransformed: true },
  ]
  for (const emphasis of ['shape', 'both', 'color'] as const) {
    const [fast, slow] = indexes.map(index => index.nearest(queries, emphasis, 50, { logo_id: 8 }))
    expect(fast).toEqual(slow)
    expect(fast!.length).toBe(50)
    expect(fast!.map(match => match.logo_id)).not.toContain(8)
    expect(fast!.filter(match => match.logo_id !== 24 && match.logo_id % 7 === 3)).toEqual([])
  }
  const [best, second] = indexes[0]!.nearest(queries, 'shape', 2)
  expect(best).toMatchObject({ logo_id: 5, likeness: 100 })
  // What a turned copy lacks of 100 counts three times; rounding to bytes costs a point at most, three times.
  const [asItIs] = indexes[0]!.nearest([{ views: alike, isTransformed: false }], 'shape', 1)
  expect(asItIs!.likeness).toBeGreaterThan(90)
  expect(asItIs!.likeness).toBeLessThan(100)
  expect(second!.logo_id).toBe(24)
  expect(Math.abs(100 - 3 * (100 - asItIs!.likeness) - second!.likeness)).toBeLessThanOrEqual(3)
})

test('a picture in many ways finds in two passes what one pass over whole views finds, in either kind of way, and no removed logo', () => {
  const [twoPasses, onePass] = [new ScanIndex({ candidates: 20 }), new ScanIndex({ candidates: 1000 })]
  const indexes = [twoPasses, onePass]
  const picture = [makeView(), makeView(), makeView()]
  const ways = [makeView(), makeView()]
  const noisy = (view: Uint8Array, steps: number) =>
    view.map((value, i) => Math.max(0, Math.min(127, value + ((i * 7) % (2 * steps + 1)) - steps)))
  for (let logo = 1; logo <= 400; logo++) {
    const made = [makeView(), makeView()]
    // Copies that are more and more unlike what is searched for; those of a transformed way must be nearer than those of the picture.
    if (logo % 40 === 1) made[1] = noisy(picture[logo % 3]!, 1 + Math.floor(logo / 40))
    if (logo % 40 === 2) made[0] = noisy(ways[logo % 2]!, 1 + Math.floor(logo / 80))
    for (const index of indexes) index.set(logo, new Uint8Array(Buffer.concat(made)))
  }
  for (const index of indexes) index.remove(41)
  const queries: Query[] = [
    { views: new Uint8Array(Buffer.concat(picture)), isTransformed: false },
    ...ways.map(views => ({ views, isTransformed: true })),
  ]
  for (const emphasis of ['shape', 'both'] as const) {
    const [found, expected] = indexes.map(index => index.nearest(queries, emphasis, 14))
    expect(found).toEqual(expected)
    expect(found!.filter(match => match.logo_id % 40 === 1).length).toBeGreaterThan(5)
    expect(found!.filter(match => match.logo_id % 40 === 2).length).toBeGreaterThan(3)
    expect(found!.map(match => match.logo_id)).not.toContain(41)
  }
})

test('a quick comparison of one view finds first what an exact one does, and no removed logo', () => {
  const index = new ScanIndex({ candidates: 20 })
  const view = makeView()
  for (let logo = 1; logo <= 400; logo++) {
    const steps = 1 + Math.floor(logo / 40)
    const noisy = view.map((value, i) => value + ((i * 7) % (2 * steps + 1)) - steps)
    index.set(logo, logo % 40 === 1 ? noisy.map(value => Math.max(0, Math.min(127, value))) : makeView())
  }
  index.remove(41)
  const find = (isQuick: boolean) =>
    index.nearest([{ views: view, isTransformed: false }], 'both', 6, { logo_id: 1 }, { isQuick })
  expect(find(true)).toEqual(find(false))
  expect(find(true).filter(({ logo_id }) => logo_id % 40 === 1 && logo_id !== 41)).toHaveLength(6)
})

test('the newest logo is found in two passes, also where the scores that are counted say little of the others', () => {
  const index = new ScanIndex({ candidates: 100 })
  const [far, copy] = [makeView(), makeView()]
  const near = copy.map((value, i) => (i < shapeLength ? Math.round(64 + (value - 64) * 0.8) : value))
  // Every third score is counted: of these none is high, of the others all are.
  const count = 140_000
  for (let logo = 1; logo <= count; logo++) index.set(logo, logo % 3 === 1 ? far : near)
  index.set(count + 1, copy)
  const views = Buffer.concat([copy, makeView(), makeView(), makeView(), makeView()])
  const [first] = index.nearest([{ views, isTransformed: false }], 'shape', 10)
  expect(first!.logo_id).toBe(count + 1)
})

test('what an index says of its memory holds the places of its logos, and an id far beyond the others costs one page', () => {
  const index = new ScanIndex()
  for (let logo = 1; logo <= 20_000; logo++) index.set(logo, makeView())
  const { bytes } = index
  expect(bytes / index.viewCount).toBeGreaterThan(viewBytes + 8)
  expect(bytes / index.viewCount).toBeLessThan(160)
  index.remove(7)
  index.set(2_000_000_000, makeView())
  expect(index.bytes - bytes).toBeLessThan(20_000)
  expect([...index.idsBetween(19_998, 2_000_000_000)]).toEqual([19_999, 20_000, 2_000_000_000])
  expect([...index.idsBetween(5, 8)]).toEqual([6, 8])
  expect(index.logoCount).toBe(20_000)
})

test('an index that is empty, or smaller than what is asked for, gives what it has', () => {
  const index = new ScanIndex()
  const query = [{ views: makeView(), isTransformed: false }]
  expect(index.nearest(query, 'both', 10)).toEqual([])
  index.set(1, makeView())
  index.set(2, new Uint8Array())
  expect(index.nearest(query, 'both', 10).map(match => match.logo_id)).toEqual([1])
})

/** A disc with a bar in it, two letters beside it, on a ground that is one colour or a gradient. */
function drawRaster(isGradient: boolean) {
  const [width, height] = [128, 80]
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isDisc = (x - 36) ** 2 + (y - 40) ** 2 < 26 ** 2
      const isBar = isDisc && Math.abs(x - y + 4) < 6
      const isLetter = (x > 76 && x < 84) || (x > 96 && x < 120 && y % 20 < 6)
      const ground = isGradient ? [250 - x, 240, 200 + (y >> 1)] : [255, 255, 255]
      const colour = isBar
        ? [255, 215, 0]
        : isDisc
          ? [0, 87, 184]
          : isLetter && y > 20 && y < 60
            ? [20, 20, 20]
            : ground
      data.set(colour, (y * width + x) * 3)
    }
  return { data, width, height }
}

type Colour = readonly [red: number, green: number, blue: number]
const [white, black, violet, yellow] = [
  [255, 255, 255],
  [0, 0, 0],
  [120, 60, 220],
  [250, 200, 0],
] as const

/** Pixels on white, as `colourAt` says. */
function rasterOf(colourAt: (x: number, y: number) => Colour | undefined) {
  const side = 128
  const data = new Uint8Array(side * side * 3)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) data.set(colourAt(x, y) ?? white, (y * side + x) * 3)
  return { data, width: side, height: side }
}

/** A box with two letters, in front of a square on its point. */
const boxAndSquare = (box: Colour | undefined, square: Colour | undefined) =>
  rasterOf((x, y) => {
    const isBox = x >= 34 && x < 94 && y >= 34 && y < 94
    const isLetter = y > 42 && y < 66 && ((x > 42 && x < 48) || (x > 54 && x < 72 && (y < 48 || x < 60)))
    if (isBox) return isLetter ? white : box
    return Math.abs(x - 64) + Math.abs(y - 64) < 62 ? square : undefined
  })

test('of a black box before a coloured shape, drawings in one colour of either are found as the same', () => {
  const index = new ScanIndex()
  const both = boxAndSquare(black, violet)
  const likenesses = () =>
    [boxAndSquare(violet, undefined), boxAndSquare(undefined, black)].map(alone => {
      const views = describe(alone, searchedViews)
      return index.nearest([{ views, isTransformed: false }], 'shape', 1)[0]!.likeness
    })
  index.set(1, describe(both, 3))
  expect(Math.max(...likenesses())).toBeLessThan(80)
  index.set(1, describeLogo(both))
  expect(Math.min(...likenesses())).toBeGreaterThan(97)
})

test('a drawing in one colour, in two without grey, in hairlines that are paler at their edges, and with a dot in another colour has no views by colour; a logo has four at most', () => {
  const hairlines = rasterOf((x, y) => {
    const isNear = Math.abs(x - 64) < 40 && Math.abs(y - 64) < 40
    // Of this ink a third is nearly grey.
    const [ink, pale]: Colour[] = [
      [70, 60, 130],
      [193, 190, 213],
    ]
    return isNear ? [undefined, undefined, pale, ink, pale][(x + (y >> 4)) % 5] : undefined
  })
  const letters = rasterOf((x, y) => {
    if (x >= 100 && x < 112 && y >= 76 && y < 88) return violet
    return x > 16 && x < 96 && y > 40 && y < 88 && x % 12 < 4 ? black : undefined
  })
  for (const drawing of [boxAndSquare(black, black), boxAndSquare(yellow, violet), hairlines, letters])
    expect(describeLogo(drawing)).toEqual(describe(drawing, 3))
  const lockup = drawRaster(false)
  expect(describe(lockup, 3)).toHaveLength(3 * viewBytes)
  expect(describeLogo(lockup)).toHaveLength(4 * viewBytes)
  expect(describeLogo(lockup).subarray(0, 3 * viewBytes)).toEqual(describe(lockup, 3))
})

test('a picture put askew by 8° is nearly the same as its original in one of the ways to search for it, and in no other', () => {
  const original = drawRaster(false)
  const askew = tilted(original, 8)
  const index = new ScanIndex()
  index.set(1, describeLogo(original))
  const ways = [...describeWays({ large: askew, small: askew })]
  const likeness = (way: number) => {
    const { views } = ways[way]!
    return index.nearest([{ views, isTransformed: false }], 'shape', 1)[0]!.likeness
  }
  const likenesses = ways.map((_, way) => likeness(way))
  const best = Math.max(...likenesses)
  expect(best).toBeGreaterThanOrEqual(98)
  expect(likenesses.filter(likeness => likeness === best)).toEqual([likenesses[8]])
  // Nothing is left of a drawing that is outside when tilted.
  const corner = { data: new Uint8Array(128 * 128 * 3).fill(255), width: 128, height: 128 }
  for (let y = 0; y < 6; y++) corner.data.fill(0, y * 128 * 3, (y * 128 + 6) * 3)
  const ofCorner = [...describeWays({ large: corner, small: corner })]
  expect([0, 8].map(way => ofCorner[way]!.views.length)).toEqual([viewBytes, 0])
})

test('each change of a descriptor comes with a new version of the model: those of two versions are never compared', () => {
  const hash = createHash('sha256')
  for (const isGradient of [false, true])
    for (const way of [0, 5]) {
      const views = describe(turned(drawRaster(isGradient), way), searchedViews)
      expect(views.length).toBeGreaterThan(2 * viewBytes)
      hash.update(views)
    }
  hash.update(describeLogo(boxAndSquare(black, violet)))
  // Where this fails, write the new hash here and raise modelVersion.
  expect([modelVersion, hash.digest('hex').slice(0, 16)]).toEqual([3, 'e911e073eca40a19'])
})

test('the projection that is shipped is made again, byte for byte, from its seed', {
  timeout: 600_000,
}, async () => {
  expect((await makeProjection()).equals(readFileSync(projectionFile))).toBe(true)
})

test('the histogram of a picture that is mirrored or turned is the turned histogram of the picture', () => {
  for (const isGradient of [false, true]) {
    const picture = drawRaster(isGradient)
    const turn = describeTurned(picture)
    for (let way = 0; way < 8; way++) {
      const [ours, drawn] = [turn(way), describe(turned(picture, way), transformedViews)]
      expect(ours).toHaveLength(drawn.length)
      // Sums are rounded in another order.
      for (const [i, byte] of ours.entries()) expect(Math.abs(byte - drawn[i]!)).toBeLessThanOrEqual(1)
    }
    expect(turn(1).equals(turn(2))).toBe(false)
  }
})

/** A picture mirrored where `way` is 4 or more, and then turned clockwise by `way` % 4 quarters. */
function turned({ data, width, height }: Raster, way: number): Raster {
  const isMirrored = way >= 4
  const quarter = way % 4
  const swapped = quarter % 2 === 1
  const [newWidth, newHeight] = swapped ? [height, width] : [width, height]
  const pixels = new Uint8Array(data.length)
  for (let y = 0; y < newHeight; y++)
    for (let x = 0; x < newWidth; x++) {
      let [fromX, fromY] = [x, y]
      if (quarter === 1) [fromX, fromY] = [y, height - 1 - x]
      else if (quarter === 2) [fromX, fromY] = [width - 1 - x, height - 1 - y]
      else if (quarter === 3) [fromX, fromY] = [width - 1 - y, x]
      if (isMirrored) fromX = width - 1 - fromX
      const from = (fromY * width + fromX) * 3
      const to = (y * newWidth + x) * 3
      pixels[to] = data[from]!
      pixels[to + 1] = data[from + 1]!
      pixels[to + 2] = data[from + 2]!
    }
  return { data: pixels, width: newWidth, height: newHeight }
}
