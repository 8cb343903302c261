import { noteWork } from '../db/last-work.ts'
import type { Services } from '../services.ts'
import { every } from './every.ts'

const everyMs = 60_000

/** Notes every minute, until `stop`, that this process does the background work: `/readyz` of the others looks for it. */
export const startNotingWork = ({ db }: Pick<Services, 'db'>, onError: (error: unknown) => void) =>
  every(everyMs, () => noteWork(db), onError)
