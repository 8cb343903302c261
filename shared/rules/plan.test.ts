import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graceDays } from './membership.ts'
import {
  addMonths,
  formatCents,
  paidPeriod,
  planNames,
  plans,
  renewalOf,
  startOfPlan,
  utcDay,
} from './plan.ts'

const day = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 86_400_000, max: Date.UTC(2060, 0, 1) / 86_400_000 })
  .map(n => utcDay(new Date(n * 86_400_000)))

describe('months', () => {
  test('end where the month does, counted from the anchor', () => {
    expect([1, 2, 3].map(n => addMonths('2027-01-31', n))).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
    expect(addMonths('2028-02-29', 48)).toBe('2032-02-29')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  })

  test('do not skip or repeat a month', () =>
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 60 }), (anchor, n) => {
        const monthNumber = (d: string) => Number(d.slice(0, 4)) * 12 + Number(d.slice(5, 7))
        const then = addMonths(anchor, n)
        expect(monthNumber(then) - monthNumber(anchor)).toBe(n)
        expect(Number(then.slice(8))).toBeLessThanOrEqual(Number(anchor.slice(8)))
        expect(Number(then.slice(8))).toBeGreaterThanOrEqual(Math.min(Number(anchor.slice(8)), 28))
      }),
    ))
})

test('a plan begins today, or where the present membership ends', () => {
  const now = new Date('2028-02-29T23:30:00Z')
  expect(startOfPlan(null, now)).toEqual({ starts_on: '2028-02-29', isLater: false })
  expect(startOfPlan('2028-02-29', now)).toEqual({ starts_on: '2028-02-29', isLater: false })
  expect(startOfPlan('2028-03-01', now)).toEqual({ starts_on: '2028-03-01', isLater: true })
  expect(renewalOf('2028-02-29', 'yearly')).toBe('2029-02-28')
  expect(renewalOf('2028-01-31', 'monthly')).toBe('2028-02-29')
})

test('amounts are written with their cents', () => {
  expect(Object.values(plans).map(p => formatCents(p.cents))).toEqual(['$100.00', '$10.00'])
})

describe('the time that is paid for', () => {
  test('a payment buys the period from its day, or from the end of the paid time', () => {
    expect(paidPeriod('yearly', { anchor: null, paidOn: '2026-11-21', memberExpire: '2026-01-01' })).toEqual({
      anchor: '2026-11-21',
      starts_on: '2026-11-21',
      ends_on: '2027-11-21',
    })
    expect(
      paidPeriod('yearly', { anchor: null, paidOn: '2026-11-21', memberExpire: '2027-02-01' }),
    ).toMatchObject({ starts_on: '2027-02-01', ends_on: '2028-02-01' })
  })

  test('a late payment buys the period it was due in', () => {
    const facts = { anchor: '2027-01-31', paidOn: '2027-03-05', memberExpire: '2027-02-28' }
    expect(paidPeriod('monthly', facts)).toMatchObject({ starts_on: '2027-02-28', ends_on: '2027-03-31' })
  })

  test('a payment after a missed month buys the next period', () => {
    const facts = { anchor: '2027-01-31', paidOn: '2027-03-31', memberExpire: '2027-02-28' }
    expect(paidPeriod('monthly', facts)).toMatchObject({ starts_on: '2027-03-31', ends_on: '2027-04-30' })
  })

  test('a payment long after the end buys no past days', () => {
    const facts = { anchor: '2025-11-21', paidOn: '2027-09-21', memberExpire: '2026-11-21' }
    const period = { anchor: '2027-09-21', starts_on: '2027-09-21', ends_on: '2028-09-21' }
    expect(paidPeriod('yearly', facts)).toEqual(period)
    fc.assert(
      fc.property(
        fc.constantFrom(...planNames),
        day,
        fc.option(fc.integer({ min: -400, max: 800 }), { nil: null }),
        fc.integer({ min: 0, max: 1200 }),
        (plan, anchor, paidFor, after) => {
          const paidOn = shift(anchor, after)
          const memberExpire = paidFor === null ? null : shift(anchor, paidFor)
          const { starts_on, ends_on } = paidPeriod(plan, { anchor, paidOn, memberExpire })
          expect(starts_on >= shift(paidOn, -graceDays)).toBe(true)
          expect(ends_on >= addMonths(starts_on, plans[plan].months)).toBe(true)
        },
      ),
    )
  })

  test('a payment always buys one whole period after the paid time', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...planNames),
        day,
        fc.array(
          fc.record({ late: fc.integer({ min: 0, max: 12 }), extra: fc.integer({ min: 0, max: 90 }) }),
          {
            maxLength: 20,
          },
        ),
        (plan, first, cycles) => {
          const { months } = plans[plan]
          let { anchor, ends_on: paidTo } = paidPeriod(plan, {
            anchor: null,
            paidOn: first,
            memberExpire: null,
          })
          let due = first
          for (const { late, extra } of cycles) {
            // Sometimes an administrator grants days.
            if (extra > 80) paidTo = shift(paidTo, extra)
            due = addMonths(due, months)
            const period = paidPeriod(plan, { anchor, paidOn: shift(due, late), memberExpire: paidTo })
            expect(period.starts_on >= paidTo).toBe(true)
            expect(period.ends_on >= shift(addMonths(period.starts_on, months), 0)).toBe(true)
            expect(period.ends_on <= shift(addMonths(period.starts_on, months), 3)).toBe(true)
            anchor = period.anchor
            paidTo = period.ends_on
          }
        },
      ),
    ))
})

function shift(from: string, days: number) {
  return utcDay(new Date(Date.parse(from) + days * 86_400_000))
}
