import type { Logo } from '../../../shared/api/logos.ts'

/** The logos that have each of these words in their title, client or keywords. */
export function findOwnLogos<Found extends Pick<Logo, 'logo' | 'client' | 'keywords'>>(
  logos: readonly Found[],
  sought: string,
) {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  return logos.filter(({ logo, client, keywords }) => {
    const text = `${logo} ${client} ${keywords}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
