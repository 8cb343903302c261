import { describe, expect, test } from 'vitest'
import type { Grant } from '../../../../shared/rules/grants.ts'
import type {
  ProviderSubscription,
  ProviderTransaction,
  TransactionStatus,
} from '../../../outside/paypal-schemas.ts'
import { decideSettlement } from './decide-settlement.ts'
import type { BuyerFacts, Intent, MemberFacts, SettlementFacts, SubscriptionState } from './facts.ts'

const now = new Date('2026-11-22T12:00:00Z')
const remote: ProviderSubscription = {
  id: 'I-1',
  status: 'ACTIVE',
  planId: 'P-YEAR',
  customId: '',
  matchesOurTerms: true,
  startsAt: now,
  createdAt: now,
  updatedAt: now,
  nextBillingAt: new Date('2027-11-22T10:00:00Z'),
  failedPayments: 0,
  payerId: 'PAYER',
  approveUrl: '',
}
const pays = (status: TransactionStatus, more: Partial<ProviderTransaction> = {}): ProviderTransaction => ({
  id: 'p1',
  status,
  cents: 100_00,
  currency: 'USD',
  time: now,
  ...more,
})
const member: MemberFacts = { designer_id: 7, isRevoked: false, grants: [], others: [] }
const registration = { username: 'noa', email: 'noa@example.com' } as Extract<
  BuyerFacts,
  { kind: 'registration' }
>['registration']
const newcomer: BuyerFacts = { kind: 'registration', registration, username: 'noa', isEmailTaken: false }
const intent = {
  intent_id: 'i',
  plan: 'yearly',
  affiliate: '',
  state: 'settling',
  refused_because: null,
} as Intent
const subscription: SubscriptionState = {
  subscription_id: 'I-1',
  plan: 'yearly',
  status: 'active',
  next_billing_time: null,
  provisional_until: null,
  anchor: '2026-11-22',
  cancel_requested_at: null,
  updated_at: now,
}
const year: Grant = {
  source: 'payment',
  source_reference: 'p1',
  subscription_id: 'I-1',
  starts_on: '2026-11-22',
  ends_on: '2027-11-22',
  isReversed: false,
}

const facts = (overrides: Partial<SettlementFacts>): SettlementFacts => ({
  now,
  remote,
  transactions: [],
  price: 100_00,
  subject: { kind: 'new', intent, buyer: newcomer },
  payments: new Map(),
  wonDisputes: new Set(),
  ...overrides,
})
const bought = (
  transactions: ProviderTransaction[],
  buyer: BuyerFacts = newcomer,
  more: Partial<Intent> = {},
) => facts({ transactions, subject: { kind: 'new', intent: { ...intent, ...more }, buyer } })
const existing = (
  overrides: Partial<SettlementFacts>,
  state: Partial<SubscriptionState> = {},
  has: Partial<MemberFacts> = {},
) =>
  facts({
    ...overrides,
    subject: { kind: 'known', subscription: { ...subscription, ...state }, member: { ...member, ...has } },
  })
const heldAs = (status: 'completed' | 'refunded' | 'reversed' | 'declined') =>
  new Map([['p1', { status, subscription_id: 'I-1' }]])

/** A summary of the changes: their kind, and the subject of an audit record or a mail. */
const summary = (overrides: SettlementFacts) =>
  decideSettlement(overrides).changes.map(change =>
    change.kind === 'audit'
      ? `${change.needs_attention ? 'flag' : 'audit'}: ${change.what}`
      : change.kind === 'mail'
        ? `mail: ${change.mail.kind}`
        : change.kind,
  )
const opening = [
  'open-account',
  'audit: account opened',
  'settle-intent',
  'audit: subscription begun',
  'insert-subscription',
]
const beginning = opening.slice(2)

describe('a new subscription', () => {
  test('of a new buyer who has paid opens the account, grants a year and sends one mail', () => {
    const decision = decideSettlement(bought([pays('COMPLETED')]))
    expect(decision).toMatchObject({ kind: 'member', member_expire: '2027-11-22' })
    expect(summary(bought([pays('COMPLETED')]))).toEqual([
      ...opening,
      'insert-payment',
      'add-grant',
      'mail: welcome',
    ])
  })
  test('of a member who has paid grants a year and sends a receipt', () => {
    const buyer: BuyerFacts = { kind: 'member', isClosed: false, member }
    expect(summary(bought([pays('COMPLETED')], buyer))).toEqual([
      ...beginning,
      'insert-payment',
      'add-grant',
      'mail: renewal-receipt',
    ])
  })
  test('that runs without a payment is provisional for 72 hours', () => {
    const { changes } = decideSettlement(bought([]))
    expect(changes.find(({ kind }) => kind === 'insert-subscription')).toMatchObject({
      subscription: { status: 'active', provisional_until: new Date('2026-11-25T12:00:00Z') },
    })
  })
  test.each<[string, SettlementFacts]>([
    [
      'once in a member’s life',
      bought([], {
        kind: 'member',
        isClosed: false,
        member: { ...member, others: [{ status: 'cancelled', provisional_until: now }] },
      }),
    ],
    [
      'not before it starts',
      { ...bought([]), remote: { ...remote, startsAt: new Date('2027-01-01T00:00:00Z') } },
    ],
  ])('is provisional %s', (_, overrides) =>
    expect(
      decideSettlement(overrides).changes.find(({ kind }) => kind === 'insert-subscription'),
    ).toMatchObject({
      subscription: { provisional_until: null },
    }),
  )
  test('of a member who has another active one is superseded, flagged and cancelled', () => {
    const buyer: BuyerFacts = {
      kind: 'member',
      isClosed: false,
      member: { ...member, others: [{ status: 'active', provisional_until: null }] },
    }
    const overrides = bought([pays('COMPLETED')], buyer)
    expect(decideSettlement(overrides)).toMatchObject({
      cancelBecause: 'The member has another subscription',
    })
    expect(summary(overrides)).toContain('flag: subscription begun')
  })
  test('with a payment of another amount is flagged and grants nothing', () => {
    const overrides = bought([pays('COMPLETED', { cents: 1 })])
    expect(decideSettlement(overrides)).toMatchObject({ kind: 'member', member_expire: null })
    expect(summary(overrides)).toEqual([
      ...opening,
      'insert-payment',
      'flag: a payment of another amount',
      'mail: welcome',
    ])
  })

  test.each<[string, SettlementFacts, object]>([
    [
      'whose only payment was declined',
      bought([pays('DECLINED')]),
      { refusal: 'provider', money: 'untouched' },
    ],
    ['whose only payment was refunded', bought([pays('REFUNDED')]), { refusal: 'undone', money: 'returned' }],
    [
      'whose payments failed',
      { ...bought([]), remote: { ...remote, failedPayments: 1 } },
      { refusal: 'provider', money: 'untouched' },
    ],
    [
      'that was cancelled unpaid',
      { ...bought([]), remote: { ...remote, status: 'CANCELLED' } },
      { refusal: 'unfinished', money: 'untouched' },
    ],
    [
      'that was suspended unpaid',
      { ...bought([]), remote: { ...remote, status: 'SUSPENDED' } },
      { refusal: 'unfinished', money: 'untouched' },
    ],
    [
      'in an unknown status',
      { ...bought([pays('COMPLETED')]), remote: { ...remote, status: 'unknown: NEW' } },
      { refusal: 'unfinished', money: 'taken' },
    ],
    [
      'of a refused purchase',
      bought([], newcomer, { state: 'refused', refused_because: 'late' }),
      { refusal: 'late', money: 'untouched' },
    ],
    [
      'with a wrong amount, of a refused purchase',
      bought([pays('COMPLETED', { cents: 5 })], newcomer, { state: 'refused', refused_because: 'late' }),
      { refusal: 'late', money: 'taken' },
    ],
    [
      'paid for a closed account',
      bought([pays('COMPLETED')], { kind: 'member', isClosed: true, member }),
      { refusal: 'account_closed', money: 'taken' },
    ],
    [
      'paid for an address of another account',
      bought([pays('COMPLETED')], { ...newcomer, isEmailTaken: true }),
      { refusal: 'email_taken', money: 'taken' },
    ],
    [
      'paid after the registration was cleared',
      bought([pays('COMPLETED')], { kind: 'forgotten' }),
      { refusal: 'late', money: 'taken' },
    ],
  ])('%s makes no member', (_, overrides, expected) => {
    const decision = decideSettlement(overrides)
    expect(decision).toMatchObject({ kind: 'refused', ...expected })
    expect(summary(overrides)).toEqual(['refuse-intent'])
    const [change] = decision.changes
    expect(change).toMatchObject({
      needs_attention: decision.kind === 'refused' && decision.money === 'taken',
    })
  })

  test('of a refused purchase that was paid all the same makes a member', () =>
    expect(
      decideSettlement(bought([pays('COMPLETED')], newcomer, { state: 'refused', refused_because: 'late' })),
    ).toMatchObject({ kind: 'member' }))
})

describe('a known subscription', () => {
  test.each<[string, Partial<ProviderSubscription>, Partial<SubscriptionState>, string[]]>([
    ['unchanged', {}, {}, []],
    [
      'suspended',
      { status: 'SUSPENDED' },
      {},
      ['audit: subscription suspended', 'mail: subscription-suspended'],
    ],
    [
      'cancelled',
      { status: 'CANCELLED' },
      {},
      ['audit: subscription cancelled', 'mail: subscription-cancelled'],
    ],
    ['expired', { status: 'EXPIRED' }, {}, ['audit: subscription expired']],
    ['active again', {}, { status: 'suspended' }, ['audit: subscription active']],
    ['suspended, by an older answer', { status: 'SUSPENDED', updatedAt: new Date(+now - 1) }, {}, []],
    [
      'cancelled, by an older answer',
      { status: 'CANCELLED', updatedAt: new Date(+now - 1) },
      {},
      ['audit: subscription cancelled', 'mail: subscription-cancelled'],
    ],
    ['active, after it had ended', {}, { status: 'cancelled' }, []],
    ['active, while superseded', {}, { status: 'superseded' }, []],
    [
      'cancelled, while superseded',
      { status: 'CANCELLED' },
      { status: 'superseded' },
      ['audit: subscription cancelled'],
    ],
    ['in a status we do not know', { status: 'unknown: SOMETHING_NEW' }, {}, []],
  ])('%s', (_, overrides, state, expected) =>
    expect(summary(existing({ remote: { ...remote, ...overrides } }, state))).toEqual([
      'update-subscription',
      ...expected,
    ]),
  )

  test('that failed to collect ends its provisional membership', () =>
    expect(
      decideSettlement(
        existing({ remote: { ...remote, failedPayments: 1 } }, { provisional_until: new Date(+now + 1) }),
      ).changes[0],
    ).toMatchObject({ subscription: { provisional_until: now } }))
  test('that the member cancelled must be cancelled at the provider', () =>
    expect(decideSettlement(existing({}, { cancel_requested_at: now }))).toMatchObject({
      cancelBecause: 'Cancelled by the member',
    }))
  test('that is superseded must be cancelled at the provider', () =>
    expect(decideSettlement(existing({}, { status: 'superseded' }))).toMatchObject({
      cancelBecause: 'The member has another subscription',
    }))

  const held =
    (status: Parameters<typeof heldAs>[0], has: Partial<MemberFacts> = { grants: [year] }) =>
    (remotely: TransactionStatus, wonDisputes: string[] = []) =>
      existing(
        { transactions: [pays(remotely)], payments: heldAs(status), wonDisputes: new Set(wonDisputes) },
        {},
        has,
      )
  test.each<[string, SettlementFacts, string[]]>([
    ['a payment seen before', held('completed')('COMPLETED'), []],
    ['a payment that was pending', existing({ transactions: [pays('PENDING')] }), ['insert-payment']],
    [
      'a payment declined',
      existing({ transactions: [pays('DECLINED')] }),
      ['insert-payment', 'mail: payment-failed'],
    ],
    [
      'a declined payment that was collected',
      held('declined', {})('COMPLETED'),
      ['update-payment', 'add-grant', 'mail: renewal-receipt'],
    ],
    [
      'a refund in full',
      held('completed')('REFUNDED'),
      ['update-payment', 'reverse-grant', 'mail: payment-returned'],
    ],
    [
      'a refund in part',
      held('completed')('PARTIALLY_REFUNDED'),
      ['update-payment', 'flag: partial refund', 'mail: payment-returned'],
    ],
    [
      'a refund of what later time follows',
      held('completed', {
        grants: [year, { ...year, source_reference: 'p2', starts_on: '2027-11-22', ends_on: '2028-11-22' }],
      })('REFUNDED'),
      ['update-payment', 'flag: a payment was refunded, but later ones were not', 'mail: payment-returned'],
    ],
    [
      'completed, though refunded later',
      held('refunded', { grants: [{ ...year, isReversed: true }] })('COMPLETED'),
      [],
    ],
    [
      'completed, though taken back',
      held('reversed', { grants: [{ ...year, isReversed: true }] })('COMPLETED'),
      [],
    ],
    [
      'a refund whose dispute was won',
      held('refunded', { grants: [{ ...year, isReversed: true }] })('COMPLETED', ['p1']),
      ['restore-payment', 'move-grants', 'audit: a payment taken back has returned'],
    ],
    [
      'a status we do not know',
      existing({ transactions: [pays('unknown: UNHEARD_OF')] }),
      ['flag: a payment in an unknown state'],
    ],
    [
      'a payment of another subscription',
      existing({
        transactions: [pays('COMPLETED')],
        payments: new Map([['p1', { status: 'completed', subscription_id: 'I-2' }]]),
      }),
      [],
    ],
  ])('%s', (_, overrides, expected) =>
    expect(summary(overrides)).toEqual(['update-subscription', ...expected]),
  )

  test('payments are recorded in the order of their time, so that each period follows the one before', () => {
    const second = pays('COMPLETED', { id: 'p2', time: new Date('2027-11-22T10:00:00Z') })
    const decision = decideSettlement(
      existing({ transactions: [second, pays('COMPLETED')] }, { anchor: null }),
    )
    const grants = decision.changes.flatMap(change => (change.kind === 'add-grant' ? [change.grant] : []))
    expect(
      grants.map(({ source_reference, starts_on, ends_on }) => [source_reference, starts_on, ends_on]),
    ).toEqual([
      ['p1', '2026-11-22', '2027-11-22'],
      ['p2', '2027-11-22', '2028-11-22'],
    ])
  })
})
