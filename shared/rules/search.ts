/** The values of the filters as the specification writes them, with their labels. */
export const searchClasses = { books: 'Awarded', ranked: 'Jury-Ranked', collections: 'Collected' } as const
export const searchTypes = { typographic: 'Typographic', symbols: 'Symbols', combo: 'Combo' } as const
export const searchSorts = { recent: 'Recent', popular: 'Popular', oldest: 'Oldest' } as const
