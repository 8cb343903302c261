/** What similar logos may be compared by. */
export const emphases = ['shape', 'both', 'color'] as const
export type Emphasis = (typeof emphases)[number]

/** Similar logos that are found in all. */
export const mostSimilar = 200
/** Those that others than members see. */
export const visitorSimilar = 12
