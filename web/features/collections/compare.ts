import type { Logo } from '../../../shared/api/logos.ts'

/** Logos that are compared at once. */
export const mostCompared = 6

/** The logos of a collection that the address names, in its order; what it lacks and what is too many is left out. */
export function readCompared(query: URLSearchParams, logos: Logo[]): Logo[] {
  const ids = new Set((query.get('compare') ?? '').split(',').map(Number))
  return [...ids].flatMap(id => logos.find(logo => logo.logo_id === id) ?? []).slice(0, mostCompared)
}

/** The query with a logo added to those compared, or taken out. */
export function chooseCompared(query: URLSearchParams, chosen: Logo[], logo: Logo): URLSearchParams {
  const next = chosen.includes(logo) ? chosen.filter(other => other !== logo) : [...chosen, logo]
  const changed = new URLSearchParams(query)
  changed.set('compare', next.map(({ logo_id }) => logo_id).join())
  return changed
}

const channelsOf = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

/** What a colour must hold of a mark to count for its tint. */
const leastShare = 0.05
/** Colours nearer to the ground than this are not made solid: noise would be, too. */
const leastDifference = 0.35

/**
 * How a logo is drawn in one colour: opacity is the difference from its ground, summed over red, green and blue, times `gain`,
 * so that its weakest colour is solid and edges stay soft. Without a ground opacity is the darkness.
 */
export function tintOf({ ground, colors }: Pick<Logo, 'ground' | 'colors'>): {
  gain: number
  isLuminance: boolean
} {
  if (!ground) return { gain: 1.5, isLuminance: true }
  const from = channelsOf(ground)
  const differences = colors
    .filter(({ share }) => share >= leastShare)
    .map(({ hex }) => channelsOf(hex).reduce((sum, value, i) => sum + Math.abs(value - from[i]!), 0))
  const weakest = Math.max(leastDifference, Math.min(3, ...differences))
  // Without colours, as before they are found, the mark is taken to be of full contrast in one channel.
  return { gain: 1 / (differences.length ? weakest : 1), isLuminance: false }
}
