import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/call.ts'

export const checkoutInfoQuery = queryOptions({
  queryKey: ['checkout-info'],
  queryFn: ({ signal }) => call(api.membership.checkoutInfo, {}, { signal }),
  // What is paid for is decided by it.
  staleTime: 0,
  meta: { error: 'Error getting checkout information.' },
})

// What goes wrong with money is told on the page where it was spent, and not by a toast that goes away.

export const useCreateIntent = () =>
  useMutation({
    mutationFn: (order: InputOf<typeof api.payments.createIntent>) => call(api.payments.createIntent, order),
  })

export const useApprove = () =>
  useMutation({
    mutationFn: (approved: InputOf<typeof api.registration.paypalApproved>) =>
      call(api.registration.paypalApproved, approved),
  })

export const useRedeemGiftCard = () =>
  useMutation({
    mutationFn: (order: InputOf<typeof api.registration.giftCard>) => call(api.registration.giftCard, order),
  })
