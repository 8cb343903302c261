import { CallError } from '../../../shared/endpoint.ts'

/** The sentence of a refusal by field; under '' what belongs to no field. */
export function faultsOf(error: unknown): Record<string, string> {
  if (!(error instanceof CallError) || error.status === 0)
    return { '': 'We couldn’t reach the gallery. Please try again.' }
  return error.body.errors ?? { '': error.body.error }
}
