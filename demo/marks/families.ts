import type { Draw } from './mark.ts'
import { drawKnot } from './knots.ts'
import { drawMonogram } from './monogram.ts'
import { drawQuarters } from './quarters.ts'
import { drawRotation } from './rotation.ts'
import { drawSeal } from './seal.ts'
import { drawStacked } from './stacked.ts'
import { drawWordmark } from './wordmark.ts'

/** `weight` is how often a family appears on the wall; `motifs` are the things a pictorial one can show. */
export type Family = { draw: Draw; kind: 'Symbol' | 'Typographic' | 'Combo'; weight: number; motifs?: readonly string[] }

export const FAMILIES = {
  rotation: { draw: drawRotation, kind: 'Symbol', weight: 8 },
  quarters: { draw: drawQuarters, kind: 'Symbol', weight: 6 },
  knot: { draw: drawKnot, kind: 'Symbol', weight: 4 },
  monogram: { draw: drawMonogram, kind: 'Symbol', weight: 10 },
  seal: { draw: drawSeal(drawRotation), kind: 'Combo', weight: 4 },
  wordmark: { draw: drawWordmark, kind: 'Typographic', weight: 10 },
  stacked: { draw: drawStacked, kind: 'Typographic', weight: 6 },
} satisfies Record<string, Family>
export type FamilyName = keyof typeof FAMILIES
export const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[]
