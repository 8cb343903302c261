import { expect, test } from 'vitest'
import { isMismatch, membershipState } from './membership.ts'

const none = { member_expire: null, subscription_id: null, provisional_until: null, is_revoked: false }
const at = (time: string) => new Date(time)

test('a membership is current to the end of its last day, UTC', () => {
  const facts = { ...none, member_expire: '2026-03-31' }
  expect(membershipState(facts, at('2026-03-31T23:59:59.999Z'))).toBe('current')
  expect(membershipState(facts, at('2026-04-01T00:00:00.000Z'))).toBe('lapsed')
})

test('an active subscription gives fourteen days of grace', () => {
  const facts = { ...none, member_expire: '2026-03-31', subscription_id: 'I-1' }
  expect(membershipState(facts, at('2026-04-14T23:59:59.999Z'))).toBe('grace')
  expect(membershipState(facts, at('2026-04-15T00:00:00.000Z'))).toBe('lapsed')
})

test('a new subscription is provisional until its time is over, for a lapsed member too', () => {
  for (const member_expire of [null, '2020-01-01']) {
    const facts = {
      ...none,
      member_expire,
      subscription_id: 'I-1',
      provisional_until: at('2026-03-04T12:00:00Z'),
    }
    expect(membershipState(facts, at('2026-03-04T11:59:59.999Z'))).toBe('provisional')
    expect(membershipState(facts, at('2026-03-04T12:00:00.000Z'))).toBe('lapsed')
    expect(membershipState({ ...facts, subscription_id: null }, at('2026-03-01T00:00:00Z'))).toBe('lapsed')
  }
})

test('a chargeback ends provisional membership and grace at once, and keeps other paid time', () => {
  const facts = { ...none, member_expire: '2026-03-31', subscription_id: 'I-1', is_revoked: true }
  expect(membershipState(facts, at('2026-03-31T23:59:59.999Z'))).toBe('current')
  expect(membershipState(facts, at('2026-04-01T00:00:00.000Z'))).toBe('revoked')
  const trusted = { ...facts, member_expire: null, provisional_until: at('2026-04-02T00:00:00Z') }
  expect(membershipState(trusted, at('2026-04-01T00:00:00.000Z'))).toBe('revoked')
})

test('without a grant or subscription there is no membership', () => {
  expect(membershipState(none, at('2026-01-01T00:00:00Z'))).toBe('lapsed')
})

test('a mismatch begins when the last paid day is over and the subscription is still active', () => {
  const facts = { member_expire: '2026-03-31', subscription_id: 'I-1' }
  expect(isMismatch(facts, at('2026-03-31T23:59:59.999Z'))).toBe(false)
  expect(isMismatch(facts, at('2026-04-01T00:00:00.000Z'))).toBe(true)
  expect(isMismatch({ ...facts, subscription_id: null }, at('2026-04-01T00:00:00.000Z'))).toBe(false)
})
