import type { QueryClient } from '@tanstack/react-query'
import type { Logo } from '../../../shared/api/logos.ts'

/** Changes objects in every cached query. Nothing is refetched, and queries without a changed object keep their age. */
export function patchCached(queryClient: QueryClient, change: (object: object) => object) {
  queryClient.setQueriesData({}, (data: unknown) => {
    const next = mapObjects(data, change)
    return next === data ? undefined : next
  })
}

/** Applies `change` to every object inside cached data, outermost first. Data without a changed object keep their identity. */
export function mapObjects<Data>(data: Data, change: (object: object) => object): Data {
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) {
    const next = data.map(item => mapObjects(item, change))
    return (next.some((item, i) => item !== data[i]) ? next : data) as Data
  }
  let next = change(data) as Record<string, unknown>
  // A logo has dozens of fields and no nested object: skip them, since a wall has thousands of logos.
  if (isLogo(data)) return next as Data
  for (const key in next) {
    const value = next[key]
    if (typeof value !== 'object') continue
    const changed = mapObjects(value, change)
    if (changed !== value) next = { ...next, [key]: changed }
  }
  return next as Data
}

export const isLogo = (object: object): object is Logo => 'logo_id' in object && 'like_ct' in object
