/** What similar logos may be compared by. */
export const emphases = ['shape', 'both', 'color'] as const
export type Emphasis = (typeof emphases)[number]

/** Similar logos that are found in all. */
export const mostSimilar = 200
/** Those that others than members see. */
export const visitorSimilar = 12

/** The likeness, by shape, from which a logo is shown as similar to its uploader. */
export const similarFrom = 90
/** The likeness from which staff are told of a logo of another designer. */
export const samePictureFrom = 97
/** A shape that this many other designers have is a common one, such as a ring. */
const commonFrom = 8

/** Whether logos that look alike are of a common shape, by their designers; `own` is left out. */
export const isCommonShape = (designerIds: readonly number[], own?: number) =>
  new Set(designerIds.filter(id => id !== own)).size >= commonFrom
