/** Where the viewer of a logo came from; `outside`: from a link, or from any other page. */
export const viewSources = ['wall', 'search', 'profile', 'collection', 'related', 'outside'] as const
export type ViewSource = (typeof viewSources)[number]

/** The days that statistics show, and the most that a call answers. */
export const statisticsDays = 365
export const mostStatisticsDays = 366
