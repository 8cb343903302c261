import { queryOptions, useMutation } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'
import { transactionFailed } from './order.ts'

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
