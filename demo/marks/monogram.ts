import {
  boundsOf,
  circle,
  flatten,
  type Path,
  parsePath,
  polygon,
  rect,
  regular,
  rotate,
  roundRect,
  scale,
  shift,
  TAU,
} from '../geometry.ts'
import { setText, type Typeface } from '../letterforms.ts'
import { type Layer, measure } from '../measure.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import { type Brand, type Draw, inWords } from './mark.ts'

const HEAVY: readonly Typeface[] = [
  'grotesqueBlack',
  'slabBlack',
  'geometricHeavy',
  'didoneBlack',
  'fatface',
  'extendedBlack',
  'oldStyleBlack',
  'humanistBlack',
  'condensed',
  'display',
]
/** Faces without hairlines, so that a cut leaves no fragments. */
const PLAIN: readonly Typeface[] = [
  'grotesqueBlack',
  'slabBlack',
  'geometricHeavy',
  'extendedBlack',
  'condensed',
  'humanistBlack',
  'display',
]
const ANY: readonly Typeface[] = [
  ...HEAVY,
  'didone',
  'didoneItalic',
  'transitional',
  'transitionalItalic',
  'slab',
  'geometric',
  'grotesque',
  'blackletter',
  'rounded',
  'fatfaceItalic',
  'extended',
  'garalde',
  'garaldeItalic',
]

/** A letter centred on 0, 0 and 200 high (or 200 wide when it is wider than high). */
export const letterShape = (face: Typeface, text: string, tracking = 0): Path => {
  const path = setText(face, text, 100, tracking).path
  const box = boundsOf(path)
  const factor = 200 / Math.max(box.bottom - box.top, (box.right - box.left) * 0.94)
  return scale(shift(path, -(box.left + box.right) / 2, -(box.top + box.bottom) / 2), factor)
}

export const CONTAINERS: Record<string, Path> = {
  disc: circle(0, 0, 128),
  square: rect(-116, -116, 232, 232),
  squircle: parsePath('M-120 0C-120 -94 -94 -120 0 -120S120 -94 120 0S94 120 0 120S-120 94 -120 0Z'),
  tile: roundRect(-118, -118, 236, 236, 44),
  hexagon: regular(6, 0, 0, 136),
  octagon: regular(8, 0, 0, 132, TAU / 16),
  arch: parsePath('M-104 130V-26A104 104 0 0 1 104 -26V130Z'),
  shield: parsePath('M-108 -126H108V6C108 74 62 116 0 140C-62 116 -108 74 -108 6Z'),
  leaf: parsePath('M-122 -122H0A122 122 0 0 1 122 0V122H0A122 122 0 0 1 -122 0Z'),
  drop: parsePath('M0 -160C44 -104 112 -52 112 22A112 112 0 0 1 -112 22C-112 -52 -44 -104 0 -160Z'),
  lozenge: polygon([
    [0, -158],
    [158, 0],
    [0, 158],
    [-158, 0],
  ]),
  quarter: parsePath('M-118 118V-118A236 236 0 0 1 118 118Z'),
}

/** Two letters that stand for the name: the initials, or the first letter and another of a single word. */
const pairOf = (brand: Brand): string => {
  const first = brand.initials[0]!
  const second =
    brand.initials[1] ?? [...brand.words[0]!.toUpperCase().slice(1)].find(c => /[A-Z]/.test(c) && c !== first)
  return first + (second ?? first)
}

type Way = (
  random: Random,
  palette: Palette,
  brand: Brand,
) => { layers: Layer[]; how: string; words: string[] }

const half = (angle: number, offset: number, reach = 700): Path => {
  // Everything on the upper side of a line at that angle, `offset` away from the centre.
  return rotate(rect(-reach, -reach - offset, reach * 2, reach), angle)
}

const WAYS: Record<string, Way> = {
  slice: (random, palette, brand) => {
    const path = letterShape(random.pick(PLAIN), brand.initials[0]!)
    const angle = random.pick([0, -TAU / 8, TAU / 8, -TAU / 14, TAU / 14, -TAU / 12])
    const gap = random.range(3, 6)
    const slide = random.pick([0, 0, 14, 22, -14, -22])
    const move = (p: Path, by: number) => shift(p, Math.cos(angle) * by, Math.sin(angle) * by)
    const second = random.chance(0.6) ? palette.accent : palette.ink
    return {
      layers: [
        { path: move(path, slide / 2), ink: palette.ink, clip: move(half(angle, gap), 0) },
        { path: move(path, -slide / 2), ink: second, clip: move(half(angle + Math.PI, gap), 0) },
      ],
      how: 'cut through once and shifted',
      words: ['cut', 'slice'],
    }
  },
  stripes: (random, palette, brand) => {
    const path = letterShape(random.pick(HEAVY), brand.initials[0]!)
    const { top, bottom } = boundsOf(path)
    const n = random.int(4, 8)
    const from = top + (bottom - top) * random.pick([0.3, 0.45, 0.04])
    const layers: Layer[] = [{ path, ink: palette.ink }]
    const pitch = (bottom - from) / n
    for (let k = 0; k < n; k++) {
      const thick = pitch * (0.16 + (0.5 * (k + 1)) / n)
      layers.push({ path: rect(-200, from + pitch * k, 400, thick), ink: palette.ground })
    }
    return { layers, how: 'that dissolves into stripes', words: ['stripes', 'gradient'] }
  },
  contained: (random, palette, brand) => {
    const name = random.pick(Object.keys(CONTAINERS))
    const solid = palette.accent !== palette.ink && random.chance(0.5) ? palette.accent : palette.ink
    const small = name === 'lozenge' || name === 'quarter' ? 0.5 : name === 'drop' ? 0.56 : 0.64
    const size = small * random.range(0.92, 1.06)
    let letter = scale(
      letterShape(
        random.pick(ANY),
        brand.initials.slice(
          0,
          random.weighted([
            [1, 4],
            [2, 2],
          ]),
        ),
      ),
      size,
    )
    if (name === 'drop') letter = shift(letter, 0, 22)
    if (name === 'arch') letter = shift(letter, 0, 14)
    if (name === 'shield') letter = shift(letter, 0, -10)
    if (name === 'quarter') letter = shift(letter, -34, 36)
    return {
      layers: [
        { path: CONTAINERS[name]!, ink: solid },
        { path: letter, ink: palette.ground },
      ],
      how: `knocked out of a ${name}`,
      words: ['negative space', name],
    }
  },
  cropped: (random, palette, brand) => {
    const name = random.pick(['disc', 'square', 'squircle', 'hexagon', 'disc', 'tile', 'arch', 'leaf'])
    const shape = letterShape(random.pick(HEAVY), brand.initials[0]!)
    const [dx, dy] = [random.pick([-14, 0, 0, 14]), random.pick([-12, 0, 0, 12])]
    const cut = (size: number): Layer[] => [
      { path: CONTAINERS[name]!, ink: palette.ink },
      { path: shift(scale(shape, size), dx, dy), ink: palette.ground },
    ]
    // As large as possible while the field still shows its whole outline.
    const field = measure([{ path: CONTAINERS[name]!, ink: palette.ink }], palette.ground)
    const shows = (layers: Layer[]) => {
      const left = measure(layers, palette.ground)
      const share = (left.density * left.width * left.height) / (field.density * field.width * field.height)
      return share > 0.34 && left.width > 0.94 * field.width && left.height > 0.94 * field.height
    }
    let size = random.range(1.2, 1.5)
    while (size > 0.8 && !shows(cut(size))) size -= 0.08
    return {
      layers: cut(size),
      how: `too large for its ${name}`,
      words: ['negative space', 'cropped', name],
    }
  },
  counterchange: (random, palette, brand) => {
    const name = random.pick(['disc', 'square', 'squircle', 'hexagon', 'octagon'])
    const shape = CONTAINERS[name]!
    const letter = scale(letterShape(random.pick(HEAVY), brand.initials[0]!), random.range(0.84, 1))
    const angle = random.pick([Math.PI / 2, -Math.PI / 2, 0, Math.PI, -TAU / 8, (TAU * 3) / 8])
    const side = half(angle, 0)
    const other = half(angle + Math.PI, 0)
    return {
      layers: [
        { path: shape, ink: palette.ink, clip: side },
        { path: letter, ink: palette.ground, clip: side },
        { path: letter, ink: palette.accent, clip: other },
      ],
      how: 'half positive, half negative',
      words: ['counterchange', 'negative space'],
    }
  },
  overlap: (random, palette, brand) => {
    const face = random.pick(ANY)
    const [first, second] = [...pairOf(brand)] as [string, string]
    const a = letterShape(face, first)
    const b = letterShape(face, second)
    const boxA = boundsOf(a)
    const boxB = boundsOf(b)
    const overlap = random.range(0.26, 0.42) * Math.min(boxA.right - boxA.left, boxB.right - boxB.left)
    const left = shift(a, -boxA.right + overlap / 2, random.chance(0.3) ? -26 : 0)
    const right = shift(b, -boxB.left - overlap / 2, 0)
    return {
      layers: [
        { path: left, ink: palette.ink },
        { path: right, ink: palette.accent },
        { path: right, ink: palette.ground, clip: left },
      ],
      how: 'laid over one another',
      words: ['overlap', 'ligature'],
    }
  },
  turned: (random, palette, brand) => {
    const char = brand.initials[0]!
    if ('SZK'.includes(char)) return WAYS.cropped!(random, palette, brand)
    // Four hooked letters would resemble a swastika; only letters with an upright axis turn four times.
    const n = random.pick('AHIMOTUVWXY'.includes(char) ? [2, 3, 4, 5, 6, 8] : [2, 3, 5, 6, 8])
    const base = letterShape(random.pick(PLAIN), char)
    const box = boundsOf(base)
    const clear = n === 2 ? 0 : (box.right - box.left) / 2 / Math.tan(Math.PI / n)
    const apart = n > 4 && random.chance(0.5) ? clear * random.range(0.3, 0.5) : clear + random.range(3, 9)
    const one = shift(base, 0, -apart - box.bottom)
    return {
      layers: Array.from({ length: n }, (_, k) => ({
        path: rotate(one, (k * TAU) / n),
        ink: n % 2 === 0 && apart > clear && k % 2 ? palette.accent : palette.ink,
      })),
      how: `turned ${inWords(n)} times about a point`,
      words: ['rotation', 'symmetry'],
    }
  },
  block: (random, palette, brand) => {
    const letter = letterShape(random.pick(HEAVY), brand.initials[0]!)
    const depth = random.range(26, 60)
    const angle = random.pick([TAU / 8, (TAU * 3) / 8, TAU / 12])
    const [dx, dy] = [Math.cos(angle) * depth, Math.sin(angle) * depth]
    const sides: Path = flatten(letter, 5).flatMap(({ points }) =>
      points.flatMap(([x0, y0], i) => {
        const [x1, y1] = points[(i + 1) % points.length]!
        const quad: [number, number][] = [
          [x0, y0],
          [x1, y1],
          [x1 + dx, y1 + dy],
          [x0 + dx, y0 + dy],
        ]
        const turning = (x1 - x0) * dy - (y1 - y0) * dx
        return polygon(turning > 0 ? quad : quad.reverse())
      }),
    )
    const face = palette.accent !== palette.ink ? palette.accent : palette.ground
    return {
      layers: [
        { path: sides, ink: palette.ink },
        { path: shift(letter, dx, dy), ink: palette.ink },
        { path: letter, ink: palette.ink, stroke: 7, join: 'round' },
        { path: letter, ink: face },
      ],
      how: 'raised into a block',
      words: ['block letter', 'depth', 'shadow'],
    }
  },
  quartered: (random, palette, brand) => {
    const short = brand.words.find(word => word.length === 4)
    const letters = short ? short.toUpperCase() : pairOf(brand)
    const face = random.pick(HEAVY)
    const cell = 112
    const gap = random.pick([0, 8])
    const layers: Layer[] = []
    const grid: [number, number][] =
      letters.length === 2
        ? [
            [0, 0],
            [1, 1],
          ]
        : [
            [0, 0],
            [1, 0],
            [0, 1],
            [1, 1],
          ]
    const cellShape = random.pick([
      circle(cell / 2, cell / 2, cell / 2),
      parsePath(`M0 ${cell}V0A${cell} ${cell} 0 0 1 ${cell} ${cell}Z`),
    ])
    const letterAt = (char: string, x: number, y: number, ink: string): Layer => ({
      path: shift(
        scale(letterShape(face, char), 0.34),
        x * (cell + gap) + cell / 2,
        y * (cell + gap) + cell / 2,
      ),
      ink,
    })
    if (letters.length === 2) {
      grid.forEach(([x, y], i) => {
        layers.push({
          path: shift(rect(0, 0, cell, cell), x * (cell + gap), y * (cell + gap)),
          ink: palette.ink,
        })
        layers.push(letterAt(letters[i]!, x, y, palette.ground))
      })
      for (const [x, y, turn] of [
        [1, 0, 0],
        [0, 1, 2],
      ] as const)
        layers.push({
          path: shift(
            rotate(cellShape, (turn * TAU) / 4, cell / 2, cell / 2),
            x * (cell + gap),
            y * (cell + gap),
          ),
          ink: palette.accent,
        })
    } else
      grid.forEach(([x, y], i) => {
        const filled = (x + y) % 2 === 0
        if (filled)
          layers.push({
            path: shift(rect(0, 0, cell, cell), x * (cell + gap), y * (cell + gap)),
            ink: palette.ink,
          })
        layers.push(letterAt(letters[i] ?? '', x, y, filled ? palette.ground : palette.accent))
      })
    return { layers, how: 'on a chequered square', words: ['grid', 'chequer'] }
  },
  spliced: (random, palette, brand) => {
    const [upper, lower] = random.pick([
      ['didoneBlack', 'grotesqueBlack'],
      ['slabBlack', 'geometricHeavy'],
      ['fatface', 'condensed'],
      ['blackletter', 'grotesqueBlack'],
      ['oldStyleBlack', 'extendedBlack'],
    ] as const)
    const char = brand.initials[0]!
    const angle = random.pick([0, -TAU / 8, TAU / 4])
    const gap = random.pick([0, 3])
    return {
      layers: [
        { path: letterShape(upper, char), ink: palette.ink, clip: half(angle, gap) },
        { path: letterShape(lower, char), ink: palette.accent, clip: half(angle + Math.PI, gap) },
      ],
      how: 'spliced from two typefaces',
      words: ['splice', 'contrast'],
    }
  },
  plain: (random, palette, brand) => {
    const face = random.pick([
      'didone',
      'didoneItalic',
      'blackletter',
      'fatfaceItalic',
      'transitionalItalic',
      'garaldeItalic',
    ] as const)
    const layers: Layer[] = [
      { path: letterShape(face, brand.initials[0]!), ink: palette.ink },
      { path: rect(-74, 124, 148, random.pick([5, 12])), ink: palette.accent },
    ]
    return { layers, how: 'standing on a rule', words: ['serif', 'classic'] }
  },
}

/** The initials, cut, turned, striped, cropped or knocked out. */
export const drawMonogram: Draw = (random, palette, brand) => {
  const way = random.weighted([
    ['slice', 5],
    ['stripes', 3],
    ['contained', 4],
    ['cropped', 5],
    ['counterchange', 4],
    ['overlap', 4],
    ['turned', 5],
    ['block', 3],
    ['quartered', 3],
    ['spliced', 2],
    ['plain', 1],
  ])
  const { layers, how, words } = WAYS[way]!(random, palette, brand)
  return {
    layers,
    motif: `a letter ${brand.initials[0]} ${how}`,
    keywords: ['monogram', 'letter', `letter ${brand.initials[0]}`, ...words],
  }
}
