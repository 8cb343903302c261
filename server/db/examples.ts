import type { Viewer } from '../viewer.ts'
import type { Db } from './connect.ts'

// Values that examples of many queries share.

export const viewer: Viewer = { id: 1, role: 'member', isActive: true }
export const page = { page: 2, page_size: 50 }
export const now = new Date('2026-01-01')

/**
 * Each function of a `queries.ts` with an example of its arguments, in `examples.ts` beside it. `npm run generate` runs
 * them and writes what they send to `queries.sql`; a query without an example does not compile.
 */
export type Examples<Queries> = Record<keyof Queries, (db: Db) => Promise<unknown>>
