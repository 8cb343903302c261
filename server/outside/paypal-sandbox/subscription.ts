import { letters } from './answers.ts'
import { builtInTerms, type Terms } from './catalogue.ts'

export type Status = 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED'

export type Transaction = {
  id: string
  status: 'COMPLETED' | 'DECLINED' | 'PENDING' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  cents: number
  time: string
}

/** A subscription as it is stored; `describe` shows it as the provider does. */
export type Subscription = {
  id: string
  plan_id: string
  /** The plan's terms when it was made; left out for built-in plans. */
  terms?: Terms
  status: Status
  custom_id: string
  quantity: string
  plan_overridden: boolean
  user_action: string
  return_url: string
  cancel_url: string
  ba_token: string
  start_time: string
  create_time: string
  update_time: string
  /** The day from which its billing cycles are counted; set on activation. */
  anchor?: string
  cycles: number
  next_billing_time?: string
  /** Failed attempts of the current cycle. */
  failed_tries: number
  failed_payments: number
  last_failed_time?: string
  /** The buyer; derived from the subscription unless it is set. */
  payer_id?: string
  /** Whether the buyer's wallet pays. */
  pays: boolean
  transactions: Transaction[]
}

export function termsOf(s: Subscription): Terms {
  const terms = s.terms ?? builtInTerms(s.plan_id)
  if (!terms) throw new Error(`The subscription ${s.id} has no terms`)
  return terms
}

export const payerOf = (s: Subscription) => s.payer_id ?? letters(`payer ${s.id}`, 13)

/** The fields that are the same for every new subscription. */
export const newSubscription = (id: string) => ({
  id,
  quantity: '1',
  plan_overridden: false,
  return_url: '',
  cancel_url: '',
  ba_token: `BA-${letters(`token ${id}`, 17)}`,
  cycles: 0,
  failed_tries: 0,
  failed_payments: 0,
  pays: true,
  transactions: [],
})
