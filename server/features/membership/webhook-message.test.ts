import { expect, test } from 'vitest'
import { type Message, readMessage } from './webhook-message.ts'

const links = [{ rel: 'up', href: 'https://api.example/v2/payments/captures/SALE-1' }]

test.each<[string, unknown, Message]>([
  [
    'a subscription was activated',
    { event_type: 'BILLING.SUBSCRIPTION.ACTIVATED', resource: { id: 'I-1' } },
    { kind: 'subscription', subscriptionId: 'I-1', isActivation: true },
  ],
  [
    'a subscription was suspended',
    { event_type: 'BILLING.SUBSCRIPTION.SUSPENDED', resource: { id: 'I-1' } },
    { kind: 'subscription', subscriptionId: 'I-1', isActivation: false },
  ],
  [
    'a sale was completed',
    { event_type: 'PAYMENT.SALE.COMPLETED', resource: { id: 'SALE-1', billing_agreement_id: 'I-1' } },
    { kind: 'payment', saleId: 'SALE-1', subscriptionId: 'I-1', isCompleted: true },
  ],
  [
    'a sale that only names its subscription',
    { event_type: 'PAYMENT.SALE.COMPLETED', resource: { billing_agreement_id: 'I-1' } },
    { kind: 'subscription', subscriptionId: 'I-1', isActivation: false },
  ],
  [
    'a sale was refunded',
    {
      event_type: 'PAYMENT.SALE.REFUNDED',
      create_time: '2026-11-22T12:00:00Z',
      resource: { id: 'REFUND-1', sale_id: 'SALE-1', amount: { total: '40.00', currency: 'USD' } },
    },
    {
      kind: 'refund',
      saleId: 'SALE-1',
      refund: { refund_id: 'REFUND-1', amount: '40.00', refunded_at: new Date('2026-11-22T12:00:00Z') },
    },
  ],
  [
    'a capture was refunded: its sale is the parent link',
    {
      event_type: 'PAYMENT.CAPTURE.REFUNDED',
      resource: { id: 'REFUND-1', links, amount: { value: '100.00' }, create_time: '2026-11-22T12:00:00Z' },
    },
    {
      kind: 'refund',
      saleId: 'SALE-1',
      refund: { refund_id: 'REFUND-1', amount: '100.00', refunded_at: new Date('2026-11-22T12:00:00Z') },
    },
  ],
  [
    'a refund without an amount',
    { event_type: 'PAYMENT.SALE.REFUNDED', resource: { id: 'REFUND-1', sale_id: 'SALE-1' } },
    { kind: 'refund', saleId: 'SALE-1' },
  ],
  [
    'a sale was reversed',
    {
      event_type: 'PAYMENT.SALE.REVERSED',
      create_time: '2026-11-22T12:00:00Z',
      resource: { id: 'SALE-1', billing_agreement_id: 'I-1' },
    },
    { kind: 'reversal', saleId: 'SALE-1', subscriptionId: 'I-1', at: '2026-11-22T12:00:00Z' },
  ],
  [
    'a dispute was opened',
    {
      event_type: 'CUSTOMER.DISPUTE.CREATED',
      resource: { disputed_transactions: [{ seller_transaction_id: 'SALE-1' }] },
    },
    { kind: 'dispute', saleId: 'SALE-1', isOpened: true },
  ],
  ...(
    [
      ['RESOLVED_SELLER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', true, false],
      ['CANCELED_BY_BUYER', 'CANCELED_BY_BUYER', true, false],
      ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_BUYER_FAVOUR', false, true],
      ['RESOLVED_WITH_PAYOUT', 'RESOLVED_WITH_PAYOUT', false, false],
      ['SOMETHING_ELSE', 'unknown: SOMETHING_ELSE', false, false],
    ] as const
  ).map(([code, outcome, isWon, isLost]): [string, unknown, Message] => [
    `a dispute ended: ${code}`,
    {
      event_type: 'CUSTOMER.DISPUTE.RESOLVED',
      resource: {
        disputed_transactions: [{ seller_transaction_id: 'SALE-1' }],
        dispute_outcome: { outcome_code: code },
      },
    },
    { kind: 'dispute-resolved', saleId: 'SALE-1', outcome, isWon, isLost },
  ]),
  [
    'a dispute about nothing',
    { event_type: 'CUSTOMER.DISPUTE.CREATED', resource: { disputed_transactions: [] } },
    { kind: 'other' },
  ],
  [
    'another kind of event',
    { event_type: 'CATALOG.PRODUCT.CREATED', resource: { id: 'x' } },
    { kind: 'other' },
  ],
  ['an event without a resource', { event_type: 'BILLING.SUBSCRIPTION.ACTIVATED' }, { kind: 'other' }],
  ['no event at all', 'nonsense', { kind: 'other' }],
])('%s', (_, body, expected) => expect(readMessage(body)).toEqual(expected))
