/** The emphases by which similar logos are compared. */
export const emphases = ['shape', 'both', 'color'] as const
export type Emphasis = (typeof emphases)[number]

/** The most similar logos that are listed. */
export const mostSimilar = 200
/** The most that visitors and lapsed members see. */
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
