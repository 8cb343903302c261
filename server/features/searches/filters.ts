import { z } from 'zod'
import { savedFilters } from '../../../shared/api/searches.ts'

/** The filters of a query string; empty ones are left out. */
export function parseFilters(query: string) {
  const given = new URLSearchParams(query)
  const filled = [...new Set(given.keys())].flatMap(name => {
    const values = given.getAll(name).filter(value => value.trim() !== '')
    return values.length ? [[name, values.length > 1 ? values : values[0]] as const] : []
  })
  return z.safeParse(savedFilters, Object.fromEntries(filled))
}
