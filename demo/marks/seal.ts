import {
  boundsOf,
  circle,
  type Path,
  parsePath,
  polar,
  regular,
  ring,
  sector,
  shift,
  star,
  TAU,
} from '../geometry.ts'
import { setOnCircle, setText, type Typeface } from '../letterforms.ts'
import { type Layer, measure } from '../measure.ts'
import type { Random } from '../random.ts'
import { type Draw, type Mark, moveLayers } from './mark.ts'
import { letterShape } from './monogram.ts'

const FACES: readonly (readonly [Typeface, number, number])[] = [
  ['geometric', 130, 1],
  ['geometricHeavy', 90, 1],
  ['grotesque', 110, 1],
  ['grotesqueBlack', 60, 0.96],
  ['condensed', 110, 1.22],
  ['slab', 120, 1],
  ['slabBlack', 60, 0.9],
  ['garalde', 130, 1.08],
  ['didone', 120, 1],
  ['mono', 0, 0.86],
  ['humanistBlack', 110, 1.06],
  ['extended', 40, 0.8],
]

const scalloped = (count: number, radius: number, depth: number): Path => {
  const points = Array.from({ length: count }, (_, i) => polar(0, 0, radius, (i * TAU) / count))
  const r = (radius * Math.sin(Math.PI / count)) / Math.cos(0.3) + depth * 0
  const [x0, y0] = points[0]!
  return parsePath(
    `M${x0} ${y0}${points
      .map((_, i) => {
        const [x, y] = points[(i + 1) % count]!
        return `A${r} ${r} 0 0 1 ${x} ${y}`
      })
      .join('')}Z`,
  )
}

const outlines: Record<string, (random: Random) => Path> = {
  disc: () => circle(0, 0, 126),
  scallops: random => scalloped(random.pick([16, 20, 24, 32]), 122, 8),
  teeth: random => star(random.pick([36, 48, 60]), 0, 0, 130, 122),
  octagon: () => regular(8, 0, 0, 136, TAU / 16),
  dodecagon: () => regular(12, 0, 0, 131, TAU / 24),
  ring: () => [],
}

/**
 * A round seal: the name over the top, the trade or the place below, a picture in the middle. `letterShare` is how
 * often that picture is the first initial, in the face of the name.
 */
export const drawSeal =
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: a drawing from the rim to the middle
    <Rest extends unknown[]>(centre: (...args: [...Parameters<Draw>, ...Rest]) => Mark, letterShare = 0) =>
    // biome-ignore lint/complexity/noExcessiveLinesPerFunction: a drawing from the rim to the middle
    (...[random, palette, brand, ...rest]: [...Parameters<Draw>, ...Rest]): Mark => {
      const [face, tracking, factor] = random.pick(FACES)
      const style = random.pick(Object.keys(outlines))
      const solid = style !== 'ring'
      const paper = solid ? palette.ground : palette.ink
      const outer = 112
      const layers: Layer[] = []
      if (solid) layers.push({ path: outlines[style]!(random), ink: palette.ink })
      else layers.push({ path: ring(0, 0, 126, random.pick([122, 119])), ink: palette.ink })

      const name = brand.name.toUpperCase()
      const founded = random.chance(0.4)
      const told = brand.trade.split(' ').some(word => word.length > 3 && brand.name.includes(word))
      const below = (told ? brand.city : random.pick([brand.trade, brand.city, brand.trade])).toUpperCase()
      // The longer the texts, the smaller: they need space between them where they meet.
      let size = 27 * factor
      const room = TAU * 0.93
      const set = (s: number) => {
        const cap = setText(face, 'H', s).capHeight
        const radius = outer - cap - 4
        const top = setOnCircle(face, name, { size: s, tracking, radius, middle: -Math.PI / 2 })
        const bottom = setOnCircle(face, below, {
          size: s,
          tracking,
          radius: radius + cap,
          middle: Math.PI / 2,
          inside: true,
        })
        return { cap, radius, top, bottom }
      }
      let texts = set(size)
      while (texts.top.span + texts.bottom.span > room - 0.62 && size > 11) {
        size *= 0.94
        texts = set(size)
      }
      layers.push({ path: texts.top.path, ink: paper }, { path: texts.bottom.path, ink: paper })
      // The two separators stand in the middle of what is left.
      const edge = texts.top.span / 2
      const far = Math.PI - texts.bottom.span / 2
      const at = (edge + far) / 2
      const mark = random.pick(['dot', 'star', 'lozenge', 'dash'] as const)
      for (const side of [-1, 1]) {
        const angle = -Math.PI / 2 + side * at
        const [x, y] = polar(0, 0, texts.radius + texts.cap / 2, angle)
        const r = texts.cap * 0.26
        const path =
          mark === 'dot'
            ? circle(x, y, r)
            : mark === 'star'
              ? star(5, x, y, r * 1.7, r * 0.7)
              : mark === 'lozenge'
                ? regular(4, x, y, r * 1.4, angle)
                : sector(
                    0,
                    0,
                    texts.radius + texts.cap / 2 + r * 0.34,
                    texts.radius + texts.cap / 2 - r * 0.34,
                    angle - 0.09,
                    angle + 0.09,
                  )
        layers.push({
          path,
          ink: palette.accent === palette.ink || !solid ? (solid ? paper : palette.accent) : paper,
        })
      }
      const inner = texts.radius - 7
      const field = random.pick(['open', 'line', 'disc'] as const)
      if (field === 'line') layers.push({ path: ring(0, 0, inner, inner - 1.8), ink: paper })
      if (field === 'disc')
        layers.push({ path: circle(0, 0, inner), ink: solid ? palette.ground : palette.ink })
      const flipped = field === 'disc'
      const drawnOn = flipped === solid ? palette.ground : palette.ink
      const drawnIn = flipped === solid ? palette.ink : palette.ground
      const inside = {
        ...palette,
        ground: drawnOn,
        ink: drawnIn,
        accent: drawnOn === palette.ground ? palette.accent : drawnIn,
      }
      const r = inner - (field === 'open' ? 2 : 6)
      const letterOnly = random.chance(letterShare)
      const mid = letterOnly
        ? {
            layers: [{ path: letterShape(face, brand.initials[0]!), ink: drawnIn }],
            motif: `a letter ${brand.initials[0]}`,
            keywords: ['monogram'],
          }
        : centre(random, inside, brand, ...rest)
      const m = measure(mid.layers, inside.ground)
      const corner = Math.hypot(m.width, m.height) / 2
      const fit =
        (r * (letterOnly ? 0.66 : 0.86)) / (corner * 0.62 + Math.max(m.width, m.height) * 0.5 * 0.38)
      const cx = (m.left + m.right) / 2
      const cy = (m.top + m.bottom) / 2 + (m.massY - (m.top + m.bottom) / 2) * 0.35
      layers.push(...moveLayers(mid.layers, [fit, 0, 0, fit, -fit * cx, -fit * cy]))
      if (founded && field !== 'disc') {
        const digits = String(brand.year)
        const small = setText(face, digits.slice(0, 2), size * 0.78, 40)
        const box = boundsOf(small.path)
        if (m.width * fit < inner * 1.15) {
          const y = -(box.top + box.bottom) / 2
          const reach = inner * 0.76
          layers.push({ path: shift(small.path, -reach - (box.left + box.right) / 2, y), ink: paper })
          const second = setText(face, digits.slice(2), size * 0.78, 40)
          const other = boundsOf(second.path)
          layers.push({ path: shift(second.path, reach - (other.left + other.right) / 2, y), ink: paper })
        }
      }
      return {
        layers,
        motif: `a seal with ${mid.motif}`,
        keywords: [
          'seal',
          ...random.sample(['badge', 'emblem', 'stamp', 'crest'], random.int(0, 1)),
          ...mid.keywords.slice(0, 3),
        ],
      }
    }
