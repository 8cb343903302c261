import type { Logo } from '../../../shared/api/logos.ts'

// How the dialog steps through a list whose logos come and go. No I/O, no React.

/** The next page is fetched when so few logos are left. */
const prefetchBefore = 5

/** Where a logo was last found in the list. */
export type LastFound = { logoId: number; index: number }

/**
 * A logo's index; between two indexes (2.5) when it has left the list after index 3 was its own, so that both neighbours
 * are one step away; -1 when it was never in the list.
 */
export function indexOfLogo(logos: readonly Pick<Logo, 'logo_id'>[], id: number, last: LastFound): number {
  const index = logos.findIndex(logo => logo.logo_id === id)
  return index < 0 && last.logoId === id && last.index >= 0 ? last.index - 0.5 : index
}

type StepResult<Item> = {
  /** The logo to show; undefined at an end of the loaded list. */
  next: Item | undefined
  /** At the loaded end, with more to load: the step is taken when the list has grown. */
  isWaiting: boolean
  loadsMore: boolean
}

/** One step from `index` in a list that continues on the server if `hasMore`. */
export function takeStep<Item>(
  logos: readonly Item[],
  index: number,
  by: 1 | -1,
  hasMore: boolean,
): StepResult<Item> {
  if (index === -1) return { next: undefined, isWaiting: false, loadsMore: false }
  const next = logos[by === 1 ? Math.floor(index + 1) : Math.ceil(index - 1)]
  const isForward = by === 1
  return {
    next,
    isWaiting: isForward && !next && hasMore,
    loadsMore: isForward && hasMore && index + prefetchBefore >= logos.length,
  }
}
