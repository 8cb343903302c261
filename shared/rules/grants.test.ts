import { describe, expect, test } from 'vitest'
import {
  buyGrant,
  compactGrants,
  type Grant,
  memberExpireOf,
  refundGrant,
  withMoves,
  withReversal,
} from './grants.ts'

const grant = (
  source_reference: string,
  starts_on: string,
  ends_on: string,
  more: Partial<Grant> = {},
): Grant => ({
  source: 'payment',
  source_reference,
  subscription_id: 'I-1',
  starts_on,
  ends_on,
  isReversed: false,
  ...more,
})

const year1 = grant('p1', '2026-01-31', '2027-01-31')
const year2 = grant('p2', '2027-01-31', '2028-01-31')

describe('memberExpireOf', () => {
  test.each<[string, Grant[], string | null]>([
    ['no grant', [], null],
    ['the latest end', [year2, year1], '2028-01-31'],
    ['a reversed grant does not count', [year1, { ...year2, isReversed: true }], '2027-01-31'],
  ])('%s', (_, grants, expected) => expect(memberExpireOf(grants)).toBe(expected))
})

describe('buyGrant', () => {
  const subscription = { subscription_id: 'I-1', plan: 'yearly' as const, anchor: null }
  const paid = { payment_id: 'p1', paid_at: new Date('2026-01-31T12:00:00Z') }

  test('the first payment sets the anchor to the day it was paid', () =>
    expect(buyGrant([], paid, subscription)).toEqual({ grant: year1, anchor: '2026-01-31' }))
  test('a payment that bought a grant before buys none, even where that one is reversed', () => {
    expect(buyGrant([year1], paid, subscription)).toBeUndefined()
    expect(buyGrant([{ ...year1, isReversed: true }], paid, subscription)).toBeUndefined()
  })
  test('a renewal begins where the time paid for ends', () =>
    expect(
      buyGrant(
        [year1],
        { payment_id: 'p2', paid_at: new Date('2027-01-31T10:00:00Z') },
        { ...subscription, anchor: '2026-01-31' },
      ),
    ).toEqual({ grant: year2, anchor: '2026-01-31' }))
})

describe('refundGrant', () => {
  test.each<[string, Grant[], string, ReturnType<typeof refundGrant>]>([
    ['a payment without a grant', [], 'p1', 'none'],
    ['a grant reversed before', [{ ...year1, isReversed: true }], 'p1', 'none'],
    ['the latest grant', [year1, year2], 'p2', 'reversed'],
    ['a grant that later time follows', [year1, year2], 'p1', 'kept'],
  ])('%s', (_, grants, payment, expected) => expect(refundGrant(grants, payment)).toBe(expected))
})

describe('compactGrants', () => {
  const gift = (starts_on: string, ends_on: string) =>
    grant('7', starts_on, ends_on, { source: 'gift_card', subscription_id: null })
  const adminGrant = (starts_on: string, ends_on: string) =>
    grant('note', starts_on, ends_on, { source: 'admin', subscription_id: null })

  test.each<[string, string, Grant[], [string, string, string][]]>([
    ['grants without a gap stay', '2026-06-01', [year1, year2], []],
    [
      'a grant that has not begun moves up to today when the one before it was reversed',
      '2026-06-01',
      [{ ...year1, isReversed: true }, year2],
      [['p2', '2026-06-01', '2027-06-01']],
    ],
    [
      'a running grant stays where it is, though a gap lies before it',
      '2026-06-01',
      [grant('p0', '2024-01-01', '2025-01-01'), year1],
      [],
    ],
    [
      'a grant that overlaps one that came back moves behind it',
      '2026-06-01',
      [year1, grant('p2', '2026-03-01', '2027-03-01')],
      [['p2', '2027-01-31', '2028-01-31']],
    ],
    [
      'months stay months: a gift of one month that moves to 31 January ends on 28 February',
      '2026-06-01',
      [year1, gift('2027-03-15', '2027-04-15')],
      [['7', '2027-01-31', '2027-02-28']],
    ],
    [
      'time from an administrator keeps its number of days',
      '2026-06-01',
      [year1, adminGrant('2027-03-01', '2027-03-11')],
      [['note', '2027-01-31', '2027-02-10']],
    ],
    [
      'what follows a moved grant moves with it',
      '2026-06-01',
      [{ ...year1, isReversed: true }, year2, gift('2028-01-31', '2028-02-29')],
      [
        ['p2', '2026-06-01', '2027-06-01'],
        ['7', '2027-06-01', '2027-07-01'],
      ],
    ],
  ])('%s', (_, today, grants, expected) => {
    const moves = compactGrants(grants, today)
    expect(moves.map(({ grant, to }) => [grant.source_reference, to.starts_on, to.ends_on])).toEqual(expected)
    // Compacting is idempotent.
    expect(compactGrants(withMoves(grants, moves), today)).toEqual([])
  })
})

test('withReversal reverses the grant of one payment alone', () => {
  expect(withReversal([year1, year2], 'p2', true).map(({ isReversed }) => isReversed)).toEqual([false, true])
})
