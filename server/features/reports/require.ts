import { invalid } from '../../http/errors.ts'

/** The reason of a decision, trimmed. Refuses one that is missing or too long. */
export function requireWhy(text: string): string {
  const why = text.trim()
  if (!why || why.length > 200) throw invalid('why', 'Say why, in at most 200 characters.')
  return why
}

/** Refuses an end of a suspension that is missing or past, and blames the field it was sent in. */
export function requireFuture(until: Date | undefined, now: Date, field = 'until'): Date {
  if (!until || Number.isNaN(+until)) throw invalid(field, 'Say until when.')
  if (until <= now) throw invalid(field, 'The suspension must end in the future.')
  return until
}
