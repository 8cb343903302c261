import { inject } from 'vitest'
import { createScratchDatabase } from '../scripts/generate/scratch.ts'

/** A migrated, empty database for the caller (20 ms); `drop` removes it at the end, even while it has connections. */
export function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { server, template } = inject('database')
  return createScratchDatabase(server, template)
}
