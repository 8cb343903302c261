import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/call.ts'

/** Name and address of whoever is signed in. A form that is not filled in is no failure to tell of. */
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
