import { expect, test } from 'vitest'
import type { Report } from '../../../../shared/api/desk/reports.ts'
import { choicesOf, groupReports, nameOf, summaryOf } from './cases.ts'

const subject: NonNullable<Report['subject']> = {
  name: 'Isthmus',
  path: '/logo/7',
  designer_id: 1,
  slug: 'ada',
  company: 'Ada',
  picture: null,
  replaced_at: null,
  date: '2026-01-01T00:00:00.000Z',
  decisions: 0,
  hidden_by: null,
  hidden_why: null,
  suspended_until: null,
}
const report = (report_id: number, more: Partial<Report> = {}): Report => ({
  report_id,
  state: 'open',
  kind: 'logo',
  id: 7,
  reason: 'copied',
  text: '',
  original_url: null,
  reporter: null,
  email: null,
  found: null,
  is_appeal: 0,
  against: null,
  created_at: '2026-01-02T00:00:00.000Z',
  subject,
  original: null,
  decision: null,
  why: null,
  decided_at: null,
  decided_by: null,
  ...more,
})
const pathsOf = (reports: Report[]) =>
  groupReports(reports).map(one => [one.path, one.reports.map(each => each.report_id)])

test('reports about one subject are one case, in the order of the first; an appeal is a case by itself', () => {
  expect(
    pathsOf([
      report(1),
      report(2, { id: 8 }),
      report(3),
      report(4, { is_appeal: 1 }),
      report(5, { kind: 'comment' }),
    ]),
  ).toEqual([
    ['logo/7', [1, 3]],
    ['logo/8', [2]],
    ['4', [4]],
    ['comment/7', [5]],
  ])
})

test('reports about one subject that were decided at different times are different cases', () => {
  const decided = (id: number, decided_at: string) => report(id, { decision: 'hide', decided_at })
  expect(pathsOf([decided(1, '2026-01-03'), decided(2, '2026-01-03'), decided(3, '2026-02-03')])).toEqual([
    ['1', [1, 2]],
    ['3', [3]],
  ])
})

test.each([
  [[report(1)], 'Copied'],
  [[report(1), report(2)], 'Copied · 2 reporters'],
  [[report(1), report(2, { reason: 'spam' })], 'Several reasons · 2 reporters'],
  [[report(1, { email: 'a@example.com' })], 'Copied · by email'],
  [[report(1, { found: 'same picture' })], 'Copied · same picture'],
  [[report(1, { kind: 'designer', reason: 'spam' })], 'Spam · profile'],
  [[report(1, { kind: 'comment' }), report(2, { kind: 'comment' })], 'Copied · comment, 2 reporters'],
])('a case is summed up: %#', (reports, words) => {
  expect(groupReports(reports).map(summaryOf)).toEqual([words])
})

test('a comment is named in quotes, and a deleted subject by its kind', () => {
  expect(groupReports([report(1, { kind: 'comment' })]).map(nameOf)).toEqual(['“Isthmus”'])
  expect(groupReports([report(1, { subject: null })]).map(nameOf)).toEqual(['A logo that’s gone'])
})

test.each([
  ['a logo', [report(1)], ['Dismiss', 'Hide', 'Remove', 'Warn', 'Suspend']],
  ['a profile', [report(1, { kind: 'designer' })], ['Dismiss', 'Warn', 'Suspend']],
  ['a logo and a profile', [report(1), report(2, { kind: 'designer' })], ['Dismiss', 'Warn', 'Suspend']],
  ['a thing that is gone', [report(1, { subject: null })], ['Dismiss']],
  ['an appeal', [report(1, { is_appeal: 1 })], ['Uphold', 'Reverse']],
  ['an appeal and a logo', [report(1, { is_appeal: 1 }), report(2)], []],
])('the decisions about %s', (_, reports, labels) => {
  const possible = choicesOf(groupReports(reports)).filter(({ isPossible }) => isPossible)
  expect(possible.map(({ choice }) => choice.label)).toEqual(labels)
})
