import { queryOptions } from '@tanstack/react-query'
import type { Logo } from '../../../shared/api/logos.ts'
import * as api from '../../../shared/api.ts'
import { pageSize, visitorFreshLogos } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/api/call.ts'

const mostLiked = 24
const mostWords = 10

/** The most liked and the most frequent keywords of the newest public logos. */
export const trendsQuery = queryOptions({
  queryKey: ['logos', 'trends'],
  queryFn: async ({ signal }) => {
    const pages = await Promise.all(
      Array.from({ length: visitorFreshLogos / pageSize.explore }, (_, i) =>
        call(api.logos.fresh, { page: i + 1 }, { signal }),
      ),
    )
    const logos = pages.flatMap(page => page.data)
    return {
      count: logos.length,
      // Sorted here, once: a like given on this page does not reorder them.
      liked: logos
        .filter(logo => logo.like_ct > 0)
        .sort((a, b) => b.like_ct - a.like_ct || b.logo_id - a.logo_id)
        .slice(0, mostLiked),
      keywords: countWords(logos, logo => logo.keywords.split(',')),
      industries: countWords(logos, logo => [logo.industry]),
    }
  },
  staleTime: 5 * 60_000,
  meta: { error: 'Error loading fresh logos.' },
})

export type WordCount = { word: string; count: number }

/** Keywords with the number of logos that have them, most frequent first, without those of a single logo. */
export function countWords<L extends Pick<Logo, 'logo_id'>>(logos: L[], wordsOf: (logo: L) => string[]) {
  const counts = new Map<string, WordCount>()
  for (const logo of logos) {
    const words = wordsOf(logo).map(word => word.trim())
    for (const [key, word] of new Map(words.map(word => [word.toLowerCase(), word])))
      if (key)
        counts.set(key, { word: counts.get(key)?.word ?? word, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || a.word.localeCompare(b.word))
    .slice(0, mostWords)
}
