/** The kinds of palettes, by which a search filters, with their labels. */
export const paletteKinds = {
  'black-and-white': 'Black and white',
  'one-color': 'One colour',
  'two-colors': 'Two colours',
  many: 'Many colours',
} as const

export type PaletteKind = keyof typeof paletteKinds

/** The kind of a palette, from whether each of its colours is no grey; null without a colour. */
export function paletteOf(areChromatic: readonly boolean[]): PaletteKind | null {
  if (!areChromatic.length) return null
  if (!areChromatic.includes(true)) return 'black-and-white'
  return areChromatic.length === 1 ? 'one-color' : areChromatic.length === 2 ? 'two-colors' : 'many'
}

/** A colour of a search: six hexadecimal digits without `#`. */
export const colorPattern = /^[0-9a-f]{6}$/i

/** At most so many colours in one search; how far from each, by CIEDE2000, a logo's colour may be. */
export const mostColors = 3
export const colorWithin = { least: 0, default: 25, most: 100 }

/** Colours that the search offers, at most. */
export const mostSwatches = 24
