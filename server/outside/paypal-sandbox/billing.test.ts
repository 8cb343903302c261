import { expect, test } from 'vitest'
import { act, approve, billDue, type Emit, refund, type Verb } from './billing.ts'
import { sandboxPlanIds } from './catalogue.ts'
import { newSubscription, type Status, type Subscription } from './subscription.ts'

const now = new Date('2026-03-01T12:00:00Z')
const quiet: Emit = () => {}

function subscription(values: Partial<Subscription> = {}): Subscription {
  return {
    ...newSubscription('I-TEST'),
    plan_id: sandboxPlanIds.monthly,
    status: 'APPROVAL_PENDING',
    custom_id: '',
    user_action: 'SUBSCRIBE_NOW',
    start_time: now.toISOString(),
    create_time: now.toISOString(),
    update_time: now.toISOString(),
    transactions: [],
    ...values,
  }
}

test('approval with SUBSCRIBE_NOW activates and charges at once, with an event for each', () => {
  const s = subscription()
  const events: string[] = []
  approve(s, event => events.push(event), now)
  expect(s).toMatchObject({ status: 'ACTIVE', cycles: 1, next_billing_time: '2026-04-01T10:00:00Z' })
  expect(s.transactions.map(t => t.status)).toEqual(['COMPLETED'])
  expect(events).toEqual(['BILLING.SUBSCRIPTION.ACTIVATED', 'PAYMENT.SALE.COMPLETED'])
})

test('a start in the future is charged on that day', () => {
  const s = subscription({ start_time: '2026-03-20T00:00:00Z' })
  approve(s, quiet, now)
  expect(s).toMatchObject({ status: 'ACTIVE', transactions: [], next_billing_time: '2026-03-20T10:00:00Z' })
  billDue(s, quiet, new Date('2026-03-21T00:00:00Z'))
  expect(s.transactions).toHaveLength(1)
})

test('a failed payment is tried three times, and two failed cycles of a monthly plan suspend it', () => {
  const s = subscription()
  approve(s, quiet, now)
  s.pays = false
  billDue(s, quiet, new Date('2026-04-20T00:00:00Z'))
  expect(s).toMatchObject({ status: 'ACTIVE', failed_payments: 1 })
  expect(s.transactions.filter(t => t.status === 'DECLINED')).toHaveLength(3)
  billDue(s, quiet, new Date('2026-05-20T00:00:00Z'))
  expect(s).toMatchObject({ status: 'SUSPENDED', failed_payments: 2 })
})

test.each<[Status, Verb, boolean, Status]>([
  ['APPROVED', 'activate', true, 'ACTIVE'],
  ['SUSPENDED', 'activate', true, 'ACTIVE'],
  ['APPROVAL_PENDING', 'activate', false, 'APPROVAL_PENDING'],
  ['ACTIVE', 'activate', false, 'ACTIVE'],
  ['ACTIVE', 'suspend', true, 'SUSPENDED'],
  ['CANCELLED', 'suspend', false, 'CANCELLED'],
  ['ACTIVE', 'cancel', true, 'CANCELLED'],
  ['SUSPENDED', 'cancel', true, 'CANCELLED'],
  ['APPROVED', 'cancel', false, 'APPROVED'],
])('%s, %s: allowed is %s, then %s', (status, verb, isAllowed, after) => {
  const s = subscription({ status })
  expect(act(s, verb, quiet, now)).toBe(isAllowed)
  expect(s.status).toBe(after)
})

test('a refund of a part leaves the sale partially refunded, a refund of all refunded', () => {
  const s = subscription()
  approve(s, quiet, now)
  const [sale] = s.transactions
  if (!sale) throw new Error('There is no sale')
  refund(s, sale, 100, quiet, now)
  expect(sale.status).toBe('PARTIALLY_REFUNDED')
  refund(s, sale, undefined, quiet, now)
  expect(sale.status).toBe('REFUNDED')
})
