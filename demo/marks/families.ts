import { drawBadge } from './badge.ts'
import { drawDots } from './dots.ts'
import { drawFold } from './folds.ts'
import { drawIsometric } from './isometric.ts'
import { drawKnot } from './knots.ts'
import { drawLines } from './lines.ts'
import type { Draw } from './mark.ts'
import { drawModular } from './modular.ts'
import { drawMonogram } from './monogram.ts'
import { drawOverlap } from './overlap.ts'
import { type DrawDrawing, type Drawing, drawPicture, drawPlainPicture, type Kind } from './picture.ts'
import { drawQuarters } from './quarters.ts'
import { drawRotation } from './rotation.ts'
import { drawSeal } from './seal.ts'
import { drawStacked } from './stacked.ts'
import { DRAWINGS } from './subjects/index.ts'
import { drawWordmark } from './wordmark.ts'

/** `weight` is how often a family appears on the wall. */
type Facts = { kind: 'Symbol' | 'Typographic' | 'Combo'; weight: number }

export const PLAIN_FAMILIES = {
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
  emblem: { draw: drawSeal(drawRotation, 0.4), kind: 'Combo', weight: 2 },
  badge: { draw: drawBadge, kind: 'Combo', weight: 3 },
  wordmark: { draw: drawWordmark, kind: 'Typographic', weight: 9 },
  stacked: { draw: drawStacked, kind: 'Typographic', weight: 6 },
} satisfies Record<string, Facts & { draw: Draw }>

const drawingsOfKind = (kind: Kind) => DRAWINGS.filter(drawing => drawing.kind === kind)

/** Families that show one of their `drawings`. */
export const PICTORIAL_FAMILIES = {
  animal: { draw: drawPicture, kind: 'Symbol', weight: 9, drawings: drawingsOfKind('animal') },
  nature: { draw: drawPicture, kind: 'Symbol', weight: 8, drawings: drawingsOfKind('nature') },
  object: { draw: drawPicture, kind: 'Symbol', weight: 6, drawings: drawingsOfKind('object') },
  seal: { draw: drawSeal(drawPlainPicture), kind: 'Combo', weight: 5, drawings: DRAWINGS },
} satisfies Record<string, Facts & { draw: DrawDrawing; drawings: readonly Drawing[] }>

export type PlainFamily = keyof typeof PLAIN_FAMILIES
export type PictorialFamily = keyof typeof PICTORIAL_FAMILIES
export type FamilyName = PlainFamily | PictorialFamily

export const FAMILIES: Record<FamilyName, Facts> = { ...PLAIN_FAMILIES, ...PICTORIAL_FAMILIES }
export const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[]
