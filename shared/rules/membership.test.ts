import { expect, test } from 'vitest'
import { isActiveMember } from './membership.ts'

const none = { member_expire: null, subscription_id: null, provisional_until: null }
const at = (time: string) => new Date(time)

test('a membership is current to the end of its last day, UTC', () => {
  const facts = { ...none, member_expire: '2026-03-31' }
  expect(isActiveMember(facts, at('2026-03-31T23:59:59.999Z'))).toBe(true)
  expect(isActiveMember(facts, at('2026-04-01T00:00:00.000Z'))).toBe(false)
})

test('an active subscription gives fourteen days of grace', () => {
  const facts = { ...none, member_expire: '2026-03-31', subscription_id: 'I-1' }
  expect(isActiveMember(facts, at('2026-04-14T23:59:59.999Z'))).toBe(true)
  expect(isActiveMember(facts, at('2026-04-15T00:00:00.000Z'))).toBe(false)
})

test('a new subscription is provisional until its time is over', () => {
  const facts = { ...none, subscription_id: 'I-1', provisional_until: at('2026-03-04T12:00:00Z') }
  expect(isActiveMember(facts, at('2026-03-04T11:59:59.999Z'))).toBe(true)
  expect(isActiveMember(facts, at('2026-03-04T12:00:00.000Z'))).toBe(false)
  expect(isActiveMember({ ...facts, subscription_id: null }, at('2026-03-01T00:00:00Z'))).toBe(false)
})

test('nobody without grant or subscription is active', () => {
  expect(isActiveMember(none, at('2026-01-01T00:00:00Z'))).toBe(false)
})
