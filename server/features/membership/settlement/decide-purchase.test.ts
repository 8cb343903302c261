import { describe, expect, test } from 'vitest'
import type { ProviderSubscription } from '../../../outside/paypal-schemas.ts'
import {
  type Claimant,
  decideReservation,
  decideStep,
  type Reservation,
  type Step,
} from './decide-purchase.ts'
import type { Intent } from './facts.ts'

const planIds = { yearly: 'P-YEAR', monthly: 'P-MONTH' }
const now = new Date('2026-11-22T12:00:00Z')
const intent = {
  plan: 'yearly',
  starts_on: null,
  created_at: now,
  expires_at: new Date('2026-11-22T15:00:00Z'),
  state: 'open',
  refused_because: null,
} as Intent
const remote = {
  status: 'APPROVED',
  planId: 'P-YEAR',
  matchesOurTerms: true,
  startsAt: undefined,
} as ProviderSubscription

describe('decideStep', () => {
  const refuse = { kind: 'refuse', intent, refusal: 'mismatch' } as const
  test.each<[string, Partial<ProviderSubscription>, Step]>([
    ['APPROVAL_PENDING waits for the buyer', { status: 'APPROVAL_PENDING' }, { kind: 'confirming' }],
    ['APPROVED is charged', {}, { kind: 'charge', intent }],
    ['ACTIVE is recorded', { status: 'ACTIVE' }, { kind: 'record' }],
    ['SUSPENDED is recorded', { status: 'SUSPENDED' }, { kind: 'record' }],
    ['CANCELLED is recorded', { status: 'CANCELLED' }, { kind: 'record' }],
    ['EXPIRED is recorded', { status: 'EXPIRED' }, { kind: 'record' }],
    ['an unknown status waits', { status: 'unknown: PAUSED' }, { kind: 'confirming' }],
    ['another plan is refused', { planId: 'P-MONTH' }, refuse],
    ['other terms are refused', { matchesOurTerms: false }, refuse],
    ['a start that was not ordered is refused', { startsAt: new Date('2027-11-22T12:00:00Z') }, refuse],
    ['a start today is what was ordered', { startsAt: now }, { kind: 'charge', intent }],
  ])('%s', (_, facts, expected) =>
    expect(decideStep({ ...remote, ...facts }, intent, false, planIds)).toEqual(expected),
  )

  test('a known subscription is recorded in every state and with every plan', () => {
    for (const status of ['APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED', 'unknown: NEW'] as const)
      expect(decideStep({ ...remote, status, planId: '?' }, undefined, true, planIds)).toEqual({
        kind: 'record',
      })
  })
  test('a subscription that was not created here is unknown', () =>
    expect(decideStep(remote, undefined, false, planIds)).toEqual({ kind: 'unknown' }))
  test('a start on the day that was ordered is accepted', () => {
    const later = { ...intent, starts_on: '2027-05-01' }
    const begins = { ...remote, startsAt: new Date('2027-05-01T10:00:00Z') }
    expect(decideStep(begins, later, false, planIds)).toEqual({ kind: 'charge', intent: later })
  })
})

describe('decideReservation', () => {
  const member: Claimant = { kind: 'member', isClosed: false, running: undefined, hasOtherCharge: false }
  const newBuyer: Claimant = { kind: 'registration', username: undefined, email: undefined }
  const running = (status: 'active' | 'suspended') => ({ subscription_id: 'I-OLD', status })
  test.each<[string, Partial<Intent>, Claimant, Reservation]>([
    ['a member', {}, member, { kind: 'charge', isHeld: false }],
    ['somebody new', {}, newBuyer, { kind: 'charge', isHeld: false }],
    ['a purchase that holds its turn', { state: 'settling' }, newBuyer, { kind: 'charge', isHeld: true }],
    ['a purchase settled in between', { state: 'settled' }, member, { kind: 'look-again' }],
    [
      'a refused purchase',
      { state: 'refused', refused_because: 'provider' },
      member,
      { kind: 'refuse', refusal: 'provider' },
    ],
    ['an expired purchase', { state: 'expired' }, member, { kind: 'refuse', refusal: 'late' }],
    [
      'an approval after three hours',
      { expires_at: new Date(+now - 1) },
      member,
      { kind: 'refuse', refusal: 'late' },
    ],
    ['a closed account', {}, { ...member, isClosed: true }, { kind: 'refuse', refusal: 'account_closed' }],
    [
      'a member with an active subscription',
      {},
      { ...member, running: running('active') },
      { kind: 'refuse', refusal: 'another_subscription' },
    ],
    [
      'a member with a suspended one',
      {},
      { ...member, running: running('suspended') },
      { kind: 'cancel-first', subscriptionId: 'I-OLD' },
    ],
    ['a member with another charge', {}, { ...member, hasOtherCharge: true }, { kind: 'wait' }],
    [
      'a taken username',
      {},
      { ...newBuyer, username: 'account' },
      { kind: 'refuse', refusal: 'username_taken' },
    ],
    ['a taken address', {}, { ...newBuyer, email: 'account' }, { kind: 'refuse', refusal: 'email_taken' }],
    ['a username being charged for', {}, { ...newBuyer, username: 'purchase' }, { kind: 'wait' }],
    ['an address being charged for', {}, { ...newBuyer, email: 'purchase' }, { kind: 'wait' }],
  ])('%s', (_, facts, claimant, expected) =>
    expect(decideReservation({ ...intent, ...facts }, claimant, now)).toEqual(expected),
  )
})
