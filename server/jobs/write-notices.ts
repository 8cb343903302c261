import { writeNotices } from '../features/notices/write-notices.ts'
import type { Services } from '../services.ts'
import { every } from './every.ts'

const everyMs = 30_000

/** Writes the letters about what is new into the outbox when they are due, until `stop`. Several processes may do so. */
export const startNotices = (
  services: Pick<Services, 'db' | 'now' | 'publicUrl' | 'secret' | 'colors' | 'blog'>,
  onError: (error: unknown) => void,
) => every(everyMs, signal => writeNotices(services, { signal }), onError)
