import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How long tests of chance go on, from which seed; unset in `npm test`, where each takes seconds. */
    thorough?: { runs: number; seed: number }
  }
}

/** Set by `npm run bench:money`, whose arguments may name other files: takes too long for `npm test`. */
export const thorough = inject('thorough')
