import { queryOptions, useMutation } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'

/** The signed-in member's name and email address, to prefill the form. A failure shows no toast. */
export const senderQuery = queryOptions({
  queryKey: ['contact'],
  queryFn: ({ signal }) => call(api.contact.sender, {}, { signal }),
})

/** Writes to the people behind the gallery. */
export function useSendMessage() {
  return useMutation({
    mutationFn: (input: InputOf<typeof api.contact.send>) => call(api.contact.send, input),
    meta: { error: 'There was an error, try again later.' },
  })
}
