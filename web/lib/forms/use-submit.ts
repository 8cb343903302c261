import { useRef } from 'react'
import { CallError, type ErrorBody } from '../../../shared/endpoint.ts'
import { reportError } from '../loading/report-error.ts'

/** A failed call. `status` 0 without a body: the server did not answer. */
export type Fault = { status: number; body: ErrorBody | undefined }

/**
 * Sends a form's input, one call at a time; a failed call goes to `onFault`, and what was typed stays. Without `onFault` the
 * caller shows the error that the mutation keeps. Any other error is a defect of the page, and is reported as well.
 */
export function useSubmit<Input extends unknown[]>(
  send: (...input: Input) => Promise<unknown>,
  onFault?: (fault: Fault) => void,
) {
  // A ref, because state is updated only after the second click of a double click.
  const isSending = useRef(false)
  return async (...input: Input) => {
    if (isSending.current) return
    isSending.current = true
    try {
      await send(...input)
    } catch (error) {
      if (!(error instanceof CallError)) reportError(error)
      onFault?.(error instanceof CallError ? error : { status: 0, body: undefined })
    } finally {
      isSending.current = false
    }
  }
}

export type SetError<Field> = (
  field: Field | 'root',
  error: { message: string },
  options?: { shouldFocus: boolean },
) => void

/**
 * Shows a call's errors at these fields of a react-hook-form, and moves the focus to the first. Too many calls are told
 * at the form.
 */
export function setFaults<Field extends string>(
  { status, body }: Fault,
  fields: readonly Field[],
  setError: SetError<Field>,
) {
  const wrong = fields.filter(field => body?.errors?.[field])
  for (const [i, field] of wrong.entries())
    setError(field, { message: body!.errors![field]! }, { shouldFocus: i === 0 })
  if (status === 429 && body) setError('root', { message: body.error })
}
