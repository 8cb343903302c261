import { queryOptions, useMutation } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'
import { transactionFailed } from './order.ts'

export const checkoutInfoQuery = queryOptions({
  queryKey: ['checkout-info'],
  queryFn: ({ signal }) => call(api.membership.checkoutInfo, {}, { signal }),
  // Always fetched: it decides what is paid for.
  staleTime: 0,
  meta: { error: 'Error getting checkout information.' },
})

// Payment errors are shown on the page, because a toast disappears.

export const useCreateIntent = () =>
  useMutation({
    mutationFn: (order: InputOf<typeof api.membership.createIntent>) =>
      call(api.membership.createIntent, order),
  })

export const useApprove = () =>
  useMutation({
    mutationFn: (approved: InputOf<typeof api.membership.paypalApproved>) =>
      call(api.membership.paypalApproved, approved),
  })

export const useRedeemGiftCard = () =>
  useMutation({
    mutationFn: async (order: InputOf<typeof api.membership.giftCard>) => {
      const answer: { success: boolean; error?: string; member_expire: string } = await call(
        api.membership.giftCard,
        order,
      )
      if (!answer.success) throw new CallError(200, { error: answer.error || transactionFailed })
      return answer
    },
  })
