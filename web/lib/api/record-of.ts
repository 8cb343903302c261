import { CallError } from '../../../shared/endpoint.ts'

/**
 * The record that a write answers, when it has these fields; undefined where an answer of success holds none, or something
 * else. Only a whole record may go into the cache: pages are rendered from it.
 */
export function recordOf<Answer>(
  answer: Answer,
  ...fields: (keyof NonNullable<Answer> & string)[]
): NonNullable<Answer> | undefined {
  // The contract's type does not hold for an answer of another server, or of a proxy.
  const object: unknown = answer
  if (typeof object !== 'object' || object === null) return undefined
  return fields.every(field => field in object) ? answer! : undefined
}

/** The record that a write answers, for a caller that can't go on without it: rejects where there is none. */
export function requireRecord<Answer>(
  answer: Answer,
  ...fields: (keyof NonNullable<Answer> & string)[]
): NonNullable<Answer> {
  const record = recordOf(answer, ...fields)
  if (record) return record
  throw new CallError(200, { error: 'The answer was incomplete. Reload the page to see what was saved.' })
}
