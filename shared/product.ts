/** The product's names, used wherever the interface shows them. */
export const product = {
  name: 'Colophon',
  /** The book series: 'Colophon Book 12'. */
  bookSeries: 'Colophon Book',
  masterSeries: 'Master Book',
  tagline: 'Make your mark on logo history',
} as const
