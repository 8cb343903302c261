import type { ViewSource } from '../../../shared/rules/statistics.ts'
import { readSearch } from '../../domain/search/search-path.ts'

/** Pages with logos, by their address. */
const sourcesOfPages: [RegExp, ViewSource][] = [
  [/^\/(?:fresh\b|following\b|sixteen\b|$)/, 'wall'],
  // By words, colours or a picture.
  [/^\/(?:search|similar)\b/, 'search'],
  [/^\/logo\/\d+\/similar\b/, 'related'],
  [/^\/(?:designers|award)\//, 'profile'],
  [/^\/designers$/, 'profile'],
  [/^\/collectionX?\//, 'collection'],
]

/** What is recorded of a logo that was opened over a page's list: which list, and the words of a search. */
export function findViewSource({ pathname, search }: { pathname: string; search: string }): {
  via?: ViewSource
  words?: string
} {
  const via = sourcesOfPages.find(([pattern]) => pattern.test(pathname))?.[1]
  if (!via) return {}
  return { via, words: (via === 'search' && readSearch(new URLSearchParams(search)).keyword) || undefined }
}
