import { currency } from '../../../shared/rules/plan.ts'
import { payerOf, type Subscription, type Transaction, termsOf } from './subscription.ts'

// How the provider shows subscriptions, transactions and sales in its answers and messages.

export const dollars = (cents: number) => (cents / 100).toFixed(2)
/** Amounts of a subscription have one decimal where that is enough. */
const shortDollars = (cents: number) => (cents % 10 ? dollars(cents) : (cents / 100).toFixed(1))

/** A subscription as the provider shows it. Long for its many fields. */
export function describe(s: Subscription, baseUrl: string) {
  const amount = (cents: number) => ({ currency_code: currency, value: shortDollars(cents) })
  const paid = s.transactions.findLast(t => t.status !== 'DECLINED')
  const wasActive = s.anchor !== undefined
  return {
    id: s.id,
    plan_id: s.plan_id,
    status: s.status,
    status_update_time: s.update_time,
    start_time: s.start_time,
    quantity: s.quantity,
    shipping_amount: amount(0),
    custom_id: s.custom_id,
    plan_overridden: s.plan_overridden,
    create_time: s.create_time,
    update_time: s.update_time,
    ...(s.status !== 'APPROVAL_PENDING' && {
      subscriber: {
        email_address: 'buyer@example.com',
        payer_id: payerOf(s),
        name: { given_name: 'Test', surname: 'Buyer' },
      },
    }),
    ...(wasActive && {
      billing_info: {
        outstanding_balance: amount(0),
        cycle_executions: [
          {
            tenure_type: 'REGULAR',
            sequence: 1,
            cycles_completed: s.cycles,
            cycles_remaining: 0,
            current_pricing_scheme_version: 1,
            total_cycles: 0,
          },
        ],
        ...(paid && { last_payment: { amount: amount(paid.cents), time: paid.time } }),
        ...(s.next_billing_time && { next_billing_time: s.next_billing_time }),
        failed_payments_count: s.failed_payments + (s.failed_tries ? 1 : 0),
        ...(s.last_failed_time && {
          last_failed_payment: {
            amount: amount(termsOf(s).cents),
            time: s.last_failed_time,
            reason_code: 'PAYMENT_DENIED',
            ...(s.next_billing_time && { next_payment_retry_time: s.next_billing_time }),
          },
        }),
      },
    }),
    links: [
      ...(s.status === 'APPROVAL_PENDING'
        ? [
            {
              href: `${baseUrl}/webapps/billing/subscriptions?ba_token=${s.ba_token}`,
              rel: 'approve',
              method: 'GET',
            },
          ]
        : []),
      { href: `${baseUrl}/v1/billing/subscriptions/${s.id}`, rel: 'self', method: 'GET' },
    ],
  }
}

export const transactionOf = (t: Transaction) => ({
  id: t.id,
  status: t.status,
  amount_with_breakdown: {
    gross_amount: { currency_code: currency, value: dollars(t.cents) },
    fee_amount: { currency_code: currency, value: dollars(398) },
    net_amount: { currency_code: currency, value: dollars(t.cents - 398) },
  },
  payer_name: { given_name: 'Test', surname: 'Buyer' },
  payer_email: 'buyer@example.com',
  time: t.time,
})

export const saleOf = (s: Subscription, t: Transaction) => ({
  id: t.id,
  state: 'completed',
  billing_agreement_id: s.id,
  amount: { total: dollars(t.cents), currency, details: { subtotal: dollars(t.cents) } },
  payment_mode: 'INSTANT_TRANSFER',
  transaction_fee: { value: '3.98', currency },
  create_time: t.time,
  update_time: t.time,
})
