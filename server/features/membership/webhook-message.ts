import * as z from 'zod'
import { codeAmong } from '../../outside/paypal-schemas.ts'

// The provider's messages by event type: https://developer.paypal.com/api/rest/webhooks/event-names/. Only the fields
// that are used are read; everything else is asked of the provider.

export type Message =
  /** A subscription changed. `isActivation`: it says that the subscription runs. */
  | { kind: 'subscription'; subscriptionId: string; isActivation: boolean }
  /** A payment was made, declined or is pending. */
  | { kind: 'payment'; saleId: string; subscriptionId?: string; isCompleted: boolean }
  | { kind: 'refund'; saleId: string; subscriptionId?: string; refund?: Refund }
  /** A chargeback: the bank took the money back. */
  | { kind: 'reversal'; saleId: string; subscriptionId?: string; at: string }
  | { kind: 'dispute'; saleId: string; isOpened: boolean }
  /** `isWon`: the money is ours again. `isLost`: it is the buyer's. Neither: the outcome does not say. */
  | { kind: 'dispute-resolved'; saleId: string; outcome?: DisputeOutcome; isWon: boolean; isLost: boolean }
  /** A message that changes no payment or subscription, or has an unknown form. */
  | { kind: 'other' }

/** `amount` in dollars, as the provider writes it. */
type Refund = { refund_id: string; amount: string; refunded_at: Date }

const id = z.string().min(1)
const optionalId = id.optional().catch(undefined)
const links = z.array(z.object({ rel: z.string(), href: z.string() })).catch([])
const subscriptionEvent = z.object({ resource: z.object({ id }) })
const saleEvent = z.object({ resource: z.object({ id: optionalId, billing_agreement_id: optionalId }) })
const refundEvent = z.object({
  create_time: z.string().catch(''),
  resource: z.object({
    id: optionalId,
    sale_id: optionalId,
    billing_agreement_id: optionalId,
    links,
    amount: z.object({ total: optionalId, value: optionalId }).catch({}),
    create_time: optionalId,
  }),
})
const disputeOutcome = z
  .string()
  .min(1)
  .pipe(
    codeAmong([
      'RESOLVED_SELLER_FAVOUR',
      'RESOLVED_BUYER_FAVOUR',
      'RESOLVED_WITH_PAYOUT',
      'CANCELED_BY_BUYER',
      'ACCEPTED',
      'DENIED',
    ]),
  )
type DisputeOutcome = z.output<typeof disputeOutcome>
const disputeEvent = z.object({
  resource: z.object({
    disputed_transactions: z.tuple([z.object({ seller_transaction_id: id })]).rest(z.unknown()),
    dispute_outcome: z
      .object({ outcome_code: disputeOutcome.optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
})
const typed = z.object({ event_type: z.string() })

/** Reads a message whose signature was checked. */
export function readMessage(body: unknown): Message {
  const type = typed.safeParse(body).data?.event_type ?? ''
  if (type.startsWith('BILLING.SUBSCRIPTION.')) return readSubscription(type, body)
  if (type.startsWith('CUSTOMER.DISPUTE.')) return readDispute(type, body)
  if (!/^PAYMENT\.(SALE|CAPTURE)\./.test(type)) return { kind: 'other' }
  if (/\.(REFUNDED|REVERSED)$/.test(type)) return readReturn(type, body)
  const { data } = saleEvent.safeParse(body)
  if (!data) return { kind: 'other' }
  const { id: saleId, billing_agreement_id: subscriptionId } = data.resource
  if (!saleId) return aboutSubscription(subscriptionId)
  return {
    kind: 'payment',
    saleId,
    ...(subscriptionId && { subscriptionId }),
    isCompleted: type === 'PAYMENT.SALE.COMPLETED',
  }
}

/** A message about a payment that names only the subscription: settling that finds the payment. */
const aboutSubscription = (subscriptionId: string | undefined): Message =>
  subscriptionId ? { kind: 'subscription', subscriptionId, isActivation: false } : { kind: 'other' }

function readSubscription(type: string, body: unknown): Message {
  const { data } = subscriptionEvent.safeParse(body)
  if (!data) return { kind: 'other' }
  return {
    kind: 'subscription',
    subscriptionId: data.resource.id,
    isActivation: type === 'BILLING.SUBSCRIPTION.ACTIVATED',
  }
}

function readDispute(type: string, body: unknown): Message {
  const { data } = disputeEvent.safeParse(body)
  if (!data) return { kind: 'other' }
  const saleId = data.resource.disputed_transactions[0].seller_transaction_id
  if (type !== 'CUSTOMER.DISPUTE.RESOLVED')
    return { kind: 'dispute', saleId, isOpened: type === 'CUSTOMER.DISPUTE.CREATED' }
  const outcome = data.resource.dispute_outcome?.outcome_code
  return {
    kind: 'dispute-resolved',
    saleId,
    ...(outcome && { outcome }),
    // Resolved in our favour, or withdrawn by the buyer.
    isWon: outcome === 'RESOLVED_SELLER_FAVOUR' || outcome === 'CANCELED_BY_BUYER',
    isLost: outcome === 'RESOLVED_BUYER_FAVOUR',
  }
}

function readReturn(type: string, body: unknown): Message {
  const { data } = refundEvent.safeParse(body)
  if (!data) return { kind: 'other' }
  const { resource, create_time } = data
  const parent = resource.links
    .find(link => link.rel === 'up')
    ?.href.split('/')
    .at(-1)
  const saleId = resource.sale_id ?? (parent || resource.id)
  if (!saleId) return aboutSubscription(resource.billing_agreement_id)
  const about = {
    saleId,
    ...(resource.billing_agreement_id && { subscriptionId: resource.billing_agreement_id }),
  }
  if (type.endsWith('.REVERSED')) return { kind: 'reversal', ...about, at: create_time }
  const amount = resource.amount.total ?? resource.amount.value
  const refunded_at = new Date(resource.create_time ?? create_time)
  if (!resource.id || !amount || Number.isNaN(+refunded_at)) return { kind: 'refund', ...about }
  return { kind: 'refund', ...about, refund: { refund_id: resource.id, amount, refunded_at } }
}
