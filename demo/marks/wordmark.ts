import { boundsOf, circle, type Path, rect, rotate, scale, shift, TAU } from '../geometry.ts'
import { type SetLine, setText, type Typeface } from '../letterforms.ts'
import type { Layer } from '../measure.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import type { Brand, Draw } from './mark.ts'

type Case = 'upper' | 'lower' | 'title'
/** Case and tracking of each typeface, in thousandths of an em. */
const SETTINGS: readonly (readonly [Typeface, Case, number])[] = [
  ['geometric', 'lower', -30],
  ['geometric', 'upper', 60],
  ['geometricHeavy', 'lower', -40],
  ['geometricLight', 'upper', 160],
  ['grotesque', 'title', -35],
  ['grotesque', 'lower', -40],
  ['grotesqueRegular', 'title', -30],
  ['grotesqueBlack', 'title', -45],
  ['grotesqueBlack', 'upper', -20],
  ['humanist', 'title', -5],
  ['humanistBlack', 'lower', -20],
  ['didone', 'title', -15],
  ['didone', 'upper', 40],
  ['didoneItalic', 'title', -15],
  ['didoneBlack', 'lower', -25],
  ['transitional', 'title', -15],
  ['transitionalItalic', 'title', -15],
  ['slab', 'lower', -20],
  ['slabBlack', 'title', -15],
  ['garalde', 'upper', 110],
  ['garalde', 'title', -10],
  ['garaldeItalic', 'title', -10],
  ['oldStyle', 'title', -25],
  ['oldStyleBlack', 'lower', -35],
  ['condensed', 'upper', 12],
  ['condensed', 'title', 6],
  ['blackletter', 'title', 0],
  ['script', 'title', 0],
  ['rounded', 'lower', -15],
  ['mono', 'lower', -60],
  ['extended', 'lower', -45],
  ['extendedBlack', 'upper', -30],
  ['display', 'upper', -15],
  ['display', 'lower', -25],
  ['fatface', 'title', -12],
  ['fatfaceItalic', 'title', -10],
]

const WIDE = new Set<Typeface>(['extended', 'extendedBlack', 'display', 'mono', 'grotesqueBlack'])

const toCase = (text: string, wanted: Case) =>
  wanted === 'upper' ? text.toUpperCase() : wanted === 'lower' ? text.toLowerCase() : text

/** One line of the name in a setting that suits its typeface. */
export const setName = (
  random: Random,
  text: string,
  allowed?: readonly Typeface[],
): { line: SetLine; face: Typeface; how: Case } => {
  // Wide faces make a long name a thin strip.
  const long = text.length > 9
  const options = SETTINGS.filter(
    ([face]) => (!allowed || allowed.includes(face)) && !(long && WIDE.has(face)),
  )
  const [face, how, tracking] = random.pick(options)
  return { line: setText(face, toCase(text, how), 100, tracking), face, how }
}

type Way = (
  random: Random,
  palette: Palette,
  brand: Brand,
) => { layers: Layer[]; how: string; words: string[] }

const BOLD: readonly Typeface[] = [
  'grotesqueBlack',
  'geometricHeavy',
  'slabBlack',
  'extendedBlack',
  'humanistBlack',
  'rounded',
  'condensed',
  'display',
  'fatface',
  'didoneBlack',
]

const inkRuns = (line: SetLine, ink: (index: number) => string): Layer[] =>
  line.glyphs.filter(g => g.path.length).map((g, i) => ({ path: g.path, ink: ink(i) }))

const WAYS: Record<string, Way> = {
  pure: (random, palette, brand) => {
    const { line } = setName(random, brand.name)
    return {
      layers: [{ path: line.path, ink: palette.ink }],
      how: 'set close and left alone',
      words: ['logotype'],
    }
  },
  overlapped: (random, palette, brand) => {
    const face = random.pick([
      'geometricHeavy',
      'grotesqueBlack',
      'rounded',
      'didoneBlack',
      'humanistBlack',
      'oldStyleBlack',
      'fatface',
    ] as const)
    const word = shortest(brand)
    const line = setText(face, face === 'fatface' ? word : word.toLowerCase(), 100, -105)
    const glyphs = line.glyphs.filter(g => g.path.length)
    const layers = inkRuns(line, i => (i % 2 ? palette.accent : palette.ink))
    for (const [i, g] of glyphs.slice(1).entries())
      layers.push({ path: g.path, ink: palette.ground, clip: glyphs[i]!.path })
    return { layers, how: 'of overlapping letters', words: ['overlap', 'ligature', 'tight'] }
  },
  slit: (random, palette, brand) => {
    const line = setText(
      random.pick([
        'grotesqueBlack',
        'geometricHeavy',
        'condensed',
        'extendedBlack',
        'slabBlack',
        'humanistBlack',
      ] as const),
      shortest(brand).toUpperCase(),
      100,
      -5,
    )
    const box = boundsOf(line.path)
    const height = box.bottom - box.top
    const at = box.top + height * random.pick([0.42, 0.5, 0.58])
    const slant = random.pick([0, 0, -0.06])
    const thick = random.range(3, 5.5)
    const bar = rotate(
      rect(box.left - 200, at - thick / 2, box.right - box.left + 400, thick),
      slant,
      (box.left + box.right) / 2,
      at,
    )
    const layers: Layer[] = [
      { path: line.path, ink: palette.ink },
      { path: bar, ink: palette.ground },
    ]
    return { layers, how: 'opened by one fine cut', words: ['stencil', 'cut'] }
  },
  shifted: (random, palette, brand) => {
    const line = setText(
      random.pick(['grotesqueBlack', 'geometricHeavy', 'condensed', 'extendedBlack', 'slabBlack'] as const),
      shortest(brand).toUpperCase(),
      100,
      -10,
    )
    const box = boundsOf(line.path)
    const height = box.bottom - box.top
    const at = box.top + height * random.pick([0.5, 0.44])
    const by = random.pick([-1, 1]) * random.range(3, 6.5)
    const wide = rect(box.left - 100, box.top - 20, box.right - box.left + 200, at - box.top + 20)
    const under = rect(box.left - 100, at, box.right - box.left + 200, box.bottom - at + 20)
    return {
      layers: [
        { path: shift(line.path, by, -1.2), ink: palette.ink, clip: shift(wide, 0, -1.2) },
        { path: shift(line.path, -by, 1.2), ink: palette.accent, clip: shift(under, 0, 1.2) },
      ],
      how: 'slipped along its middle',
      words: ['shift', 'motion'],
    }
  },
  barred: (random, palette, brand) => {
    const { line } = setName(random, brand.name)
    const box = boundsOf(line.path)
    const thick = random.pick([3, 7, 12])
    const layers: Layer[] = [
      { path: line.path, ink: palette.ink },
      { path: rect(box.left, box.bottom + 12, box.right - box.left, thick), ink: palette.accent },
    ]
    if (random.chance(0.5))
      layers.push({
        path: rect(box.left, box.top - 12 - thick, box.right - box.left, thick),
        ink: palette.accent,
      })
    return { layers, how: 'held by rules', words: ['rule', 'classic'] }
  },
  pointed: (random, palette, brand) => {
    const { line } = setName(random, brand.words[0]!, [
      'grotesqueBlack',
      'geometricHeavy',
      'didone',
      'oldStyleBlack',
      'fatface',
      'extended',
      'grotesque',
      'transitional',
      'humanistBlack',
    ])
    const box = boundsOf(line.path)
    const dot = random.pick([8, 11, 14])
    const shape = random.pick([
      rotate(rect(-dot, -dot, dot * 2, dot * 2), 0),
      scale(rotate(rect(-1, -1, 2, 2), TAU / 8), dot * 0.8),
      circle(0, 0, dot),
    ])
    const layers: Layer[] = [
      { path: line.path, ink: palette.ink },
      { path: shift(shape, box.right + dot + 5, -dot), ink: palette.accent },
    ]
    return { layers, how: 'that ends with a point', words: ['full stop'] }
  },
  boxed: (random, palette, brand) => {
    const { line, how } = setName(random, brand.name, [
      ...BOLD,
      'grotesque',
      'mono',
      'didone',
      'slab',
      'geometric',
    ])
    const box = boundsOf(line.path)
    const [padX, padY] = [random.range(16, 30), random.range(12, 24)]
    const top = how === 'lower' ? Math.min(box.top, -line.capHeight) : box.top
    const frame = rect(
      box.left - padX,
      top - padY,
      box.right - box.left + 2 * padX,
      box.bottom - top + 2 * padY,
    )
    const layers: Layer[] = random.chance(0.65)
      ? [
          { path: frame, ink: palette.ink },
          { path: line.path, ink: palette.ground },
        ]
      : [
          { path: frame, ink: palette.accent, stroke: random.pick([2.5, 6]) },
          { path: line.path, ink: palette.ink },
        ]
    return { layers, how: 'in a plain box', words: ['label', 'box'] }
  },
  halved: (random, palette, brand) => {
    const words =
      brand.words.length > 1
        ? brand.words.slice(0, 2)
        : [
            brand.name.slice(0, Math.ceil(brand.name.length / 2)),
            brand.name.slice(Math.ceil(brand.name.length / 2)),
          ]
    const [first, second] = random.pick([
      ['geometricHeavy', 'geometricLight'],
      ['grotesqueBlack', 'grotesqueRegular'],
      ['humanistBlack', 'humanist'],
      ['extendedBlack', 'extended'],
    ] as const)
    const a = setText(first, words[0]!.toLowerCase(), 100, -30)
    const b = setText(second, words[1]!.toLowerCase(), 100, -25)
    return {
      layers: [
        { path: a.path, ink: palette.ink },
        { path: shift(b.path, a.width - 2, 0), ink: palette.accent },
      ],
      how: 'in two weights',
      words: ['contrast', 'weight'],
    }
  },
  dropped: (random, palette, brand) => {
    const word = shortest(brand).toUpperCase()
    const line = setText(
      random.pick(['grotesqueBlack', 'geometricHeavy', 'condensed', 'extendedBlack', 'slabBlack'] as const),
      word,
      100,
      -10,
    )
    const rise = line.capHeight * random.pick([0.16, 0.24, 0.32])
    const mode = random.pick(['stairs', 'wave', 'zigzag'] as const)
    const layers = line.glyphs.map((g, i): Layer => {
      const n = line.glyphs.length - 1
      const y =
        mode === 'stairs'
          ? -rise * i * 0.7
          : mode === 'wave'
            ? -Math.sin((i / n) * TAU) * rise
            : i % 2
              ? -rise
              : 0
      return { path: shift(g.path, 0, y), ink: i % 2 ? palette.accent : palette.ink }
    })
    return {
      layers,
      how: mode === 'stairs' ? 'that climbs' : mode === 'wave' ? 'on a wave' : 'that hops',
      words: ['rhythm', 'baseline'],
    }
  },
  striped: (random, palette, brand) => {
    const { line } = setName(random, shortest(brand).toUpperCase(), [
      'grotesqueBlack',
      'geometricHeavy',
      'slabBlack',
      'extendedBlack',
      'condensed',
    ])
    const { left, right, top, bottom } = boundsOf(line.path)
    const n = random.int(5, 9)
    const pitch = (bottom - top) / (n - 0.4)
    const fade = random.chance(0.5)
    const layers: Layer[] = [{ path: line.path, ink: palette.ink }]
    for (let k = 0; k < n; k++) {
      const thick = pitch * (fade ? 0.12 + (0.5 * k) / n : 0.4)
      if (k < n - 1)
        layers.push({
          path: rect(left - 50, top + pitch * (k + 0.6), right - left + 100, thick),
          ink: palette.ground,
        })
    }
    return { layers, how: fade ? 'fading into lines' : 'drawn with lines', words: ['stripes', 'lines'] }
  },
  stencil: (random, palette, brand) => {
    const line = setText(
      random.pick([
        'geometricHeavy',
        'grotesqueBlack',
        'condensed',
        'slabBlack',
        'extendedBlack',
        'fatface',
        'didoneBlack',
      ] as const),
      shortest(brand).toUpperCase(),
      100,
      10,
    )
    const thick = random.range(3.4, 6)
    const layers: Layer[] = [{ path: line.path, ink: palette.ink }]
    // One upright bridge through the middle of each letter that has none of its own.
    for (const g of line.glyphs) {
      if (!g.path.length || 'IJLT1'.includes(g.char)) continue
      const box = boundsOf(g.path)
      layers.push({
        path: rect((box.left + box.right - thick) / 2, box.top - 5, thick, box.bottom - box.top + 10),
        ink: palette.ground,
      })
    }
    return { layers, how: 'cut as a stencil', words: ['stencil', 'cut'] }
  },
  lead: (random, palette, brand) => {
    const { face } = setName(random, 'x', [
      'didone',
      'didoneItalic',
      'fatface',
      'oldStyleBlack',
      'slabBlack',
      'geometricHeavy',
      'grotesqueBlack',
      'transitional',
      'garalde',
    ])
    const word = shortest(brand)
    const first = setText(face, word[0]!.toUpperCase(), 190)
    const rest = setText(face, word.slice(1).toUpperCase(), 92, 30)
    const firstBox = boundsOf(first.path)
    const restBox = boundsOf(rest.path)
    const high = random.chance(0.5)
    const x = firstBox.right + 9
    const y = high ? -first.capHeight + rest.capHeight : 0
    const width = restBox.right - restBox.left
    const rule = high ? -5 : -first.capHeight
    return {
      layers: [
        { path: first.path, ink: palette.accent },
        { path: shift(rest.path, x - restBox.left, y), ink: palette.ink },
        { path: rect(x, rule, width, 5), ink: palette.accent },
      ],
      how: 'led by its initial',
      words: ['initial', 'rule'],
    }
  },
  outlined: (random, palette, brand) => {
    const { line } = setName(random, shortest(brand), [
      'grotesqueBlack',
      'geometricHeavy',
      'slabBlack',
      'script',
      'rounded',
      'condensed',
      'fatfaceItalic',
      'humanistBlack',
    ])
    const step = random.range(3.4, 5)
    const layers: Layer[] = []
    for (let k = random.pick([1, 2]); k > 0; k--)
      layers.push(
        { path: line.path, ink: palette.accent, stroke: 4 * k * step, join: 'round' },
        { path: line.path, ink: palette.ground, stroke: (4 * k - 2) * step, join: 'round' },
      )
    layers.push({ path: line.path, ink: palette.ink })
    return { layers, how: 'inside its own outline', words: ['outline', 'sign'] }
  },
  mirrored: (random, palette, brand) => {
    const line = setText(
      random.pick(['grotesqueBlack', 'condensed', 'extendedBlack', 'geometricHeavy'] as const),
      shortest(brand).toUpperCase(),
      100,
      -10,
    )
    const box = boundsOf(line.path)
    const gap = random.pick([4, 7])
    const floor: Path = scale(line.path, 1, -1)
    return {
      layers: [
        { path: shift(line.path, 0, -gap / 2), ink: palette.ink },
        {
          path: shift(floor, 0, gap / 2),
          ink: palette.accent,
          clip: rect(box.left - 10, gap / 2, box.right - box.left + 20, -box.top * random.pick([0.34, 0.5])),
        },
      ],
      how: 'standing on its reflection',
      words: ['reflection', 'symmetry'],
    }
  },
}

/** The word that suits a treatment best: the first one of three letters or more. */
const shortest = (brand: Brand) =>
  brand.words.find(word => word.length >= 3 && word.length <= 9) ?? brand.words[0]!

/** The name itself as the mark. */
export const drawWordmark: Draw = (random, palette, brand) => {
  const way = random.weighted([
    ['pure', 7],
    ['overlapped', 4],
    ['slit', 3],
    ['shifted', 3],
    ['barred', 2],
    ['pointed', 3],
    ['boxed', 3],
    ['halved', 3],
    ['dropped', 3],
    ['striped', 3],
    ['mirrored', 1.4],
    ['stencil', 4],
    ['lead', 3],
    ['outlined', 3],
  ])
  const { layers, how, words } = WAYS[way]!(random, palette, brand)
  return { layers, motif: `a wordmark ${how}`, keywords: ['wordmark', 'lettering', ...words] }
}
