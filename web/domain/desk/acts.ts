import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CallError, type Endpoint, type InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'
import { requireRecord } from '../../lib/api/record-of.ts'

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

/** The server's error message, or a sentence for a failed connection. */
export const refusalOf = (error: unknown) =>
  error instanceof CallError ? (error.status === 0 ? 'We couldn’t reach the gallery.' : error.body.error) : ''

/** The server's error message for a field. */
export const fieldErrorOf = (error: unknown, field: string) =>
  error instanceof CallError ? error.body.errors?.[field] : undefined

/** Whether the server has said which field is wrong. */
export const hasPlace = (error: unknown) => error instanceof CallError && error.body.errors !== undefined

/** The form's ref: a refusal moves the focus to the first field that is wrong. */
export function useFocusOnError(error: unknown) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  return form
}
