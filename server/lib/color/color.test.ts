import { differenceCiede2000 } from 'culori'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createRandom } from '../../../demo/random.ts'
import { allowSvg } from '../../../tests/allow-svg.ts'
import { differenceFrom, labOf } from './difference.ts'
import { makeMeasured } from './difference-module.ts'
import { makeLogoColors } from './logo-colors.ts'
import { findPalette } from './palette.ts'
import { chooseSwatches } from './swatches.ts'

allowSvg()

const hexOf = (rgb: number) => `#${rgb.toString(16).padStart(6, '0')}`

test('the difference of two colours is that of culori, also of near, grey and opposite ones', () => {
  const random = createRandom('difference')
  const another = differenceCiede2000()
  for (let i = 0; i < 20_000; i++) {
    const one = random.int(0, 0xffffff)
    const other = [random.int(0, 0xffffff), one ^ random.int(0, 7), random.int(0, 255) * 0x010101][i % 3]!
    expect(
      Math.abs(differenceFrom(labOf(one))(...labOf(other)) - another(hexOf(one), hexOf(other))),
    ).toBeLessThan(1e-3)
  }
})

const idsOf = (segments: { seg: number; bits: Buffer }[]) =>
  segments.flatMap(({ seg, bits }) =>
    Array.from({ length: bits.length * 8 }, (_, n) => n)
      .filter(n => bits[n >> 3]! & (0x80 >> (n & 7)))
      .map(n => seg * bits.length * 8 + n),
  )

test('logos are found by colours exactly where the difference says so, for every distance, also while changes are merged', async () => {
  const random = createRandom('cells')
  const palettes = makeLogoColors()
  const anyColor = () =>
    random.chance(0.7) ? random.int(0, 0xffffff) : (random.int(0, 255) * 0x010101) ^ random.int(0, 3)
  const logos = new Map<number, number[]>()
  const change = (id: number) => {
    const colors = Array.from({ length: random.int(0, 4) }, anyColor)
    logos.set(id, colors)
    palettes.set(id, colors)
  }
  for (let id = 1; id <= 9000; id++) change(id)
  let found = 0
  const compare = async (colors: number[], within: number) => {
    const differences = colors.map(rgb => differenceFrom(labOf(rgb)))
    const expected = [...logos]
      .filter(([, own]) => differences.every(d => own.some(rgb => d(...labOf(rgb)) <= within)))
      .map(([id]) => id)
      .toSorted((a, b) => a - b)
    expect(idsOf(await palettes.find(colors, within))).toEqual(expected)
    found += expected.length
  }
  const compareMany = async () => {
    for (const within of [0, 1, 5, 10, 25, 25, 40, 60, 80, 100])
      for (const from of [random.int(0, 0xffffff), logos.get(random.int(1, 9000))![0] ?? 0, anyColor()])
        await compare([from], within)
    await compare([anyColor(), anyColor()], 40)
    await compare([anyColor(), anyColor(), anyColor()], 60)
  }
  await palettes.merge(0)
  await compareMany()
  for (let i = 0; i < 3000; i++) change(random.int(1, 40_000))
  await compareMany()
  const merging = palettes.merge()
  for (let i = 0; i < 500; i++) change(random.int(1, 40_000))
  await compare([anyColor()], 25)
  await merging
  await compareMany()
  await palettes.merge(0)
  await compareMany()
  expect(found).toBeGreaterThan(100_000)
})

test('colours of nearly grey cells are found from a strong colour, up to the last one: there the difference varies most', async () => {
  const palettes = makeLogoColors()
  for (const first of [0x304848, 0x385050, 0x607878, 0x688080]) {
    const corners = Array.from(
      { length: 8 },
      (_, k) => first + (k & 1) * 7 + ((k >> 1) & 1) * 0x700 + ((k >> 2) & 1) * 0x70000,
    )
    for (const [id, corner] of corners.entries()) palettes.set(id, [corner])
    await palettes.merge(0)
    for (const asked of [0x2406d3, 0x3a08d6, 0x7c58f9]) {
      const differences = corners.map(corner => differenceFrom(labOf(asked))(...labOf(corner)))
      for (const within of differences.flatMap(exact => [exact - 0.01, exact + 0.01])) {
        const near = [...corners.keys()].filter(id => differences[id]! <= within)
        expect([asked, within, idsOf(await palettes.find([asked], within))]).toEqual([asked, within, near])
      }
    }
  }
})

test('colours are found from opposite hues, where the difference jumps within a cell, up to the last one', async () => {
  for (const [asked, first] of [
    [0xfd335e, 0x707878],
    [0x6f0b17, 0x68b0b8],
    [0xb332e1, 0x687070],
    [0x251277, 0x80d818],
  ] as const) {
    const palettes = makeLogoColors()
    const colors = Array.from(
      { length: 512 },
      (_, k) => first + (((k >> 6) & 7) << 16) + (((k >> 3) & 7) << 8) + (k & 7),
    )
    for (const [id, color] of colors.entries()) palettes.set(id, [color])
    await palettes.merge(0)
    const differences = colors.map(color => differenceFrom(labOf(asked))(...labOf(color)))
    const sorted = differences.toSorted((a, b) => a - b)
    for (const rank of [0, 1, 5, 50, 250, 450, 506, 511]) {
      const within = sorted[rank]! + 0.001
      const near = [...colors.keys()].filter(id => differences[id]! <= within)
      expect([asked, within, idsOf(await palettes.find([asked], within))]).toEqual([asked, within, near])
    }
  }
})

test('blues just within a distance and just beyond it, where the WebAssembly module is off most, are decided exactly', async () => {
  for (const [asked, color, within] of [
    [0x6a8acd, 0x1889fa, 8],
    [0x6d8ac4, 0x218cf7, 9],
    [0x6a86c8, 0x0286fd, 9],
    [0x6d8ac8, 0x0886f5, 9],
    [0x7580b2, 0x047cff, 14],
  ] as const) {
    const palettes = makeLogoColors()
    palettes.set(0, [color])
    await palettes.merge(0)
    const isNear = differenceFrom(labOf(asked))(...labOf(color)) <= within
    expect([hexOf(asked), idsOf(await palettes.find([asked], within))]).toEqual([
      hexOf(asked),
      isNear ? [0] : [],
    ])
  }
})

test('among 60,000 colours those near greys, inks and any colour are found, also where whole blocks of cells are near', async () => {
  const random = createRandom('blocks')
  const palettes = makeLogoColors()
  const colors = Array.from({ length: 60_000 }, (_, id) =>
    id < 256 ? id * 0x010101 : id % 4 ? random.int(0, 0xffffff) : 0xe4002b ^ random.int(0, 0x1f1f1f),
  )
  for (const [id, color] of colors.entries()) palettes.set(id, [color])
  await palettes.merge(0)
  const labs = colors.map(labOf)
  for (const asked of [
    0, 0x0a0a0a, 0x808080, 0x818080, 0xffffff, 0xe4002b, 0x0b3d91, 0xffee00, 0x00a651, 0x6a0dad,
  ]) {
    const difference = differenceFrom(labOf(asked))
    const differences = labs.map(lab => difference(...lab))
    for (const within of [2, 10, 25, 50, 80]) {
      const near = [...colors.keys()].filter(id => differences[id]! <= within)
      const found = idsOf(await palettes.find([asked], within))
      expect([asked, within, found.length, found.find((id, at) => id !== near[at])]).toEqual([
        asked,
        within,
        near.length,
        undefined,
      ])
    }
  }
})

test('the WebAssembly module measures the square of a difference within 1 % and 0.1, also for blues, greys and nearly equal colours', () => {
  const random = createRandom('module')
  const measured = makeMeasured(4000)
  let [known, count] = [0, 0]
  for (let i = 0; i < 60; i++) {
    const blue = (random.int(0x58, 0x80) << 16) | (random.int(0x78, 0x98) << 8) | random.int(0xa0, 0xe0)
    const from = [random.int(0, 255) * 0x010101, blue][i % 6] ?? random.int(0, 0xffffff)
    const labs = Array.from({ length: 4000 }, (_, n) =>
      labOf(
        [
          random.int(0, 0xffffff),
          from ^ random.int(0, 0x070707),
          random.int(0, 255) * 0x010101,
          (random.int(0, 0x30) << 16) | (random.int(0x60, 0xa0) << 8) | random.int(0xe8, 0xff),
        ][n % 4]!,
      ),
    )
    for (const [n, lab] of labs.entries()) measured.set(n, lab)
    measured.measure(labOf(from), 0, 4000)
    const difference = differenceFrom(labOf(from))
    for (const [n, lab] of labs.entries()) {
      const square = difference(...lab) ** 2
      const off = Math.abs(measured.squareOf(n) - square)
      count++
      if (Number.isNaN(off)) continue
      known++
      if (off > 0.01 * square + 0.1) expect.fail(`${lab} from ${from}: ${off} off ${square}`)
    }
  }
  expect(known / count).toBeGreaterThan(0.98)
})

test('swatches are the most frequent colours that differ clearly: greys from dark to light, then by hue', () => {
  expect(
    chooseSwatches(['#000000', '#0000ff', '#010101', '#ffffff', '#e4002b', '#e3002c', '#00a651', '#888888']),
  ).toEqual(['#000000', '#888888', '#ffffff', '#e4002b', '#00a651', '#0000ff'])
  const random = createRandom('swatches')
  const many = Array.from({ length: 600 }, () => hexOf(random.int(0, 0xffffff)))
  const chosen = chooseSwatches(many)
  expect(chosen).toHaveLength(24)
  const difference = differenceCiede2000()
  const nearest = chosen.flatMap((one, i) => chosen.slice(i + 1).map(other => difference(one, other)))
  expect(Math.min(...nearest)).toBeGreaterThanOrEqual(13.99)
  expect(chooseSwatches([])).toEqual([])
})

/** The palette of a drawing, 300 px wide, on a ground. */
async function paletteOf(shapes: string, ground: string | null = '#ffffff', format: 'png' | 'jpeg' = 'png') {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">
    <rect width="300" height="300" fill="${ground ?? '#ffffff'}"/>${shapes}</svg>`
  const encoded = await sharp(Buffer.from(svg)).flatten().toFormat(format).toBuffer()
  return findPalette({ data: await sharp(encoded).raw().toBuffer(), side: 300 }, ground)
}

test('the colours of flat shapes are exact, the largest first, and neither the ground nor blends along edges are colours', async () => {
  const red = await paletteOf('<circle cx="150" cy="150" r="100" fill="#e4002b"/>')
  expect(red).toEqual({ colors: [{ hex: '#e4002b', share: 1 }], kind: 'one-color' })
  const two = await paletteOf(
    '<circle cx="150" cy="150" r="100" fill="#123a7a"/><circle cx="150" cy="150" r="50" fill="#fff"/><rect x="10" y="10" width="40" height="40" fill="#ffb000"/>',
  )
  expect(two.colors.map(c => c.hex)).toEqual(['#123a7a', '#ffb000'])
  expect(two.kind).toBe('two-colors')
  expect((await paletteOf('<circle cx="150" cy="150" r="100" fill="#fff"/>', '#101010')).colors).toEqual([
    { hex: '#ffffff', share: 1 },
  ])
})

test('a small accent counts, and so do hairlines', async () => {
  const dot = await paletteOf(
    '<rect x="40" y="40" width="220" height="220" fill="#111"/><circle cx="280" cy="280" r="9" fill="#00a651"/>',
  )
  expect(dot.colors.map(c => c.hex)).toEqual(['#111111', '#00a651'])
  const lines = await paletteOf(
    Array.from(
      { length: 20 },
      (_, i) => `<rect x="40" y="${40 + i * 10}" width="200" height="1" fill="#0055ff"/>`,
    ).join(''),
  )
  expect(lines.colors.map(c => c.hex)).toEqual(['#0055ff'])
})

test('a JPEG has the colours of its drawing', async () => {
  const { colors } = await paletteOf(
    '<circle cx="120" cy="150" r="90" fill="#e4002b"/><rect x="220" y="60" width="60" height="180" fill="#0b3d91"/>',
    '#ffffff',
    'jpeg',
  )
  expect(colors).toHaveLength(2)
  for (const [i, hex] of ['#e4002b', '#0b3d91'].entries())
    expect(differenceCiede2000()(colors[i]!.hex, hex)).toBeLessThan(2)
})

test('a palette of greys is black-and-white, one of more than two colours is many, and none has more than five', async () => {
  const bars = (...fills: string[]) =>
    fills
      .map((fill, i) => `<rect x="${20 + i * 32}" y="40" width="30" height="200" fill="${fill}"/>`)
      .join('')
  expect((await paletteOf(bars('#000', '#777'))).kind).toBe('black-and-white')
  expect((await paletteOf(bars('#000', '#e4002b'))).kind).toBe('two-colors')
  const many = await paletteOf(
    bars('#e4002b', '#ff8800', '#ffee00', '#00a651', '#0055ff', '#6a0dad', '#00cccc', '#884422'),
  )
  expect(many.kind).toBe('many')
  expect(many.colors).toHaveLength(5)
  expect(many.colors.map(c => c.share)).toEqual(many.colors.map(c => c.share).toSorted((a, b) => b - a))
})

test('an empty picture has no colours, of one pixel or of many; a photograph has five at most', async () => {
  const nothing = { colors: [], kind: null }
  expect(await paletteOf('', '#e4002b')).toEqual(nothing)
  expect(findPalette({ data: new Uint8Array([1, 2, 3]), side: 1 }, '#010203')).toEqual(nothing)
  expect(findPalette({ data: new Uint8Array([1, 2, 3]), side: 1 }, null).colors).toEqual([
    { hex: '#010203', share: 1 },
  ])
  const noise = createRandom('photograph')
  const photograph = Uint8Array.from({ length: 300 * 300 * 3 }, () => noise.int(0, 255))
  const { colors, kind } = findPalette({ data: photograph, side: 300 }, null)
  expect([colors.length, kind]).toEqual([5, 'many'])
  expect(colors.reduce((sum, c) => sum + c.share, 0)).toBeLessThanOrEqual(1.001)
})
