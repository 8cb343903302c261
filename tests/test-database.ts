import { inject } from 'vitest'
import { createScratchDatabase } from '../server/db/scratch.ts'

/** A migrated database, empty and the caller's own (20 ms); `drop` it in the end, whoever may be connected. */
export function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { server, template } = inject('database')
  return createScratchDatabase(server, template)
}
