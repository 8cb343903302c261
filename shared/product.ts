/** The product's names: wherever the interface says them, they come from here. */
export const product = {
  name: 'Colophon',
  /** The book series: 'Colophon Book 12'. */
  bookSeries: 'Colophon Book',
  masterSeries: 'Master Book',
  tagline: 'Make your mark on logo history',
} as const
