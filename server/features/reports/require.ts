import { invalid } from '../../http/errors.ts'

/** Refuses an end of a suspension that is missing or past, and blames the field it was sent in. */
export function requireFuture(until: Date | undefined, now: Date, field = 'until'): Date {
  if (!until || Number.isNaN(+until)) throw invalid(field, 'Say until when.')
  if (until <= now) throw invalid(field, 'The suspension must end in the future.')
  return until
}
