import { ANIMAL_NAMES, drawAnimal, drawPlainAnimal } from './animals.ts'
import { drawBadge } from './badge.ts'
import { drawDots } from './dots.ts'
import { drawFold } from './folds.ts'
import { drawIsometric } from './isometric.ts'
import { drawKnot } from './knots.ts'
import { drawLines } from './lines.ts'
import type { Draw } from './mark.ts'
import { drawModular } from './modular.ts'
import { drawMonogram } from './monogram.ts'
import { drawNature, drawPlainNature, NATURE_NAMES } from './nature.ts'
import { drawObject, drawPlainObject, OBJECT_NAMES } from './objects.ts'
import { drawOverlap } from './overlap.ts'
import { drawQuarters } from './quarters.ts'
import { drawRotation } from './rotation.ts'
import { drawSeal } from './seal.ts'
import { drawStacked } from './stacked.ts'
import { drawWordmark } from './wordmark.ts'

/** `weight` is how often a family appears on the wall; `motifs` are the things a pictorial one can show. */
export type Family = {
  draw: Draw
  kind: 'Symbol' | 'Typographic' | 'Combo'
  weight: number
  motifs?: readonly string[]
}

const drawAnything: Draw = (random, palette, brand, motif = '') =>
  (ANIMAL_NAMES.includes(motif)
    ? drawPlainAnimal
    : NATURE_NAMES.includes(motif)
      ? drawPlainNature
      : drawPlainObject)(random, palette, brand, motif)

export const FAMILIES = {
  rotation: { draw: drawRotation, kind: 'Symbol', weight: 7 },
  quarters: { draw: drawQuarters, kind: 'Symbol', weight: 6 },
  lines: { draw: drawLines, kind: 'Symbol', weight: 7 },
  dots: { draw: drawDots, kind: 'Symbol', weight: 4 },
  overlap: { draw: drawOverlap, kind: 'Symbol', weight: 4 },
  knot: { draw: drawKnot, kind: 'Symbol', weight: 4 },
  fold: { draw: drawFold, kind: 'Symbol', weight: 4 },
  isometric: { draw: drawIsometric, kind: 'Symbol', weight: 3.4 },
  modular: { draw: drawModular, kind: 'Symbol', weight: 4 },
  monogram: { draw: drawMonogram, kind: 'Symbol', weight: 9 },
  animal: { draw: drawAnimal, kind: 'Symbol', weight: 9, motifs: ANIMAL_NAMES },
  nature: { draw: drawNature, kind: 'Symbol', weight: 8, motifs: NATURE_NAMES },
  object: { draw: drawObject, kind: 'Symbol', weight: 6, motifs: OBJECT_NAMES },
  seal: {
    draw: drawSeal(drawAnything),
    kind: 'Combo',
    weight: 5,
    motifs: [...ANIMAL_NAMES, ...NATURE_NAMES, ...OBJECT_NAMES],
  },
  emblem: { draw: drawSeal(drawRotation), kind: 'Combo', weight: 2 },
  badge: { draw: drawBadge, kind: 'Combo', weight: 3 },
  wordmark: { draw: drawWordmark, kind: 'Typographic', weight: 9 },
  stacked: { draw: drawStacked, kind: 'Typographic', weight: 6 },
} satisfies Record<string, Family>
export type FamilyName = keyof typeof FAMILIES
export const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[]
