import { recentSearchesAt } from '../../lib/storage/draft-storage.ts'
import { readStored, writeStored } from '../../lib/storage/storage.ts'
import { type Search, searchPath } from './search-path.ts'

const most = 5

/** The last searches of an account on this device, the newest first, as addresses. Stored as lines behind the account's id. */
export function readRecentSearches(designerId: number): string[] {
  const [owner, ...paths] = readStored(recentSearchesAt)?.split('\n') ?? []
  return owner === String(designerId) ? paths : []
}

export function rememberSearch(designerId: number, search: Partial<Search>) {
  const path = searchPath({ ...search, sort: 'recent' })
  if (path === searchPath({})) return
  const others = readRecentSearches(designerId).filter(other => other !== path)
  write(designerId, [path, ...others].slice(0, most))
}

export function forgetSearch(designerId: number, path: string) {
  write(
    designerId,
    readRecentSearches(designerId).filter(other => other !== path),
  )
}

export const forgetRecentSearches = () => writeStored(recentSearchesAt, undefined)

const write = (designerId: number, paths: string[]) =>
  writeStored(recentSearchesAt, [designerId, ...paths].join('\n'))
