import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CallError, type Endpoint, type InputOf, type OutputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'
import { requireRecord } from '../../lib/api/record-of.ts'
import { type Fault, type SetError, setFaults, useSubmit } from '../../lib/forms/use-submit.ts'

/** Every query of the desk begins with this key. */
export const deskKey = 'desk'

/** An act of staff; invalidates every query of the desk. */
export function useAct<E extends Endpoint>(endpoint: E) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<E>) => requireRecord(await call(endpoint, input)),
    onSuccess: () =>
      Promise.all([deskKey, 'books'].map(first => queryClient.invalidateQueries({ queryKey: [first] }))),
  })
}

const unreachable = 'We couldn’t reach the gallery.'

/** The server's error message, or a sentence for a failed connection. */
export const refusalOf = (error: unknown) =>
  error instanceof CallError ? (error.status === 0 ? unreachable : error.body.error) : ''

/** The server's error message for a field. */
export const fieldErrorOf = (error: unknown, field: string) =>
  error instanceof CallError ? error.body.errors?.[field] : undefined

/** Shows a refused act at these fields of a react-hook-form, the first with the focus, and any other refusal at the form. */
export function setRefusal<Field extends string>(
  fault: Fault,
  fields: readonly Field[],
  setError: SetError<Field>,
) {
  setFaults(fault, fields, setError)
  const { status, body } = fault
  if (!fields.some(field => body?.errors?.[field]))
    setError('root', { message: status === 0 || !body ? unreachable : body.error })
}

/**
 * Sends an act from a form without react-hook-form, one call at a time. An error of a field is shown at the field, and the
 * first such field gets the focus; any other error is shown at the form. `fields`: the names of the form's fields; without
 * them, the form has every field that an error may name.
 */
export function useActForm<E extends Endpoint>(endpoint: E, fields?: readonly string[]) {
  const { mutateAsync, isPending, error, reset } = useAct(endpoint)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const send = useSubmit(async (input: InputOf<E>, onDone: (output: OutputOf<E>) => void) => {
    const output = await mutateAsync(input)
    // The form may have been closed while the call was running: its answer must not close the one that is open now.
    if (form.current) onDone(output)
  })
  const errorOf = (field: string) => fieldErrorOf(error, field)
  const hasPlace = fields ? fields.some(errorOf) : error instanceof CallError && error.body.errors
  return {
    form,
    send,
    isPending,
    errorOf,
    /** What is said at the form. */
    refusal: hasPlace ? undefined : refusalOf(error) || undefined,
    /** Removes the errors: what was refused has been changed. */
    forget: () => error && reset(),
  }
}
