import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportDecisions } from '../../../shared/api/desk/reports.ts'
import { actInWords } from '../../../shared/staff-acts.ts'
import { changeInWords } from './describe-act.ts'

const server = join(import.meta.dirname, '../../../server')

test('every act that the server records is said in words', async () => {
  const found = new Set([
    'attention.done',
    'attention.open',
    'appeals.dismiss',
    'appeals.restore',
    'site.faq',
  ])
  for (const decision of reportDecisions) if (decision !== 'restore') found.add(`reports.${decision}`)
  for await (const path of glob('features/**/*.ts', { cwd: server })) {
    if (path.endsWith('.test.ts')) continue
    const source = await readFile(join(server, path), 'utf8')
    for (const [, what = ''] of source.matchAll(/(?:what|made|changed): '([a-z-]+\.[a-z-]+)'/g))
      found.add(what)
  }
  expect(found.size).toBeGreaterThan(30)
  for (const what of found) expect(actInWords(what), what).not.toBe(what.replaceAll(/[._-]/g, ' '))
})

test.each([
  ['members.role', 'juror', 'chair', 'juror', 'chair'],
  ['members.create', null, { username: 'ada', role: 'juror' }, '', 'username ada, role juror'],
  [
    'grants.give',
    null,
    { grant_id: 12, days: 31, ends_on: '2027-01-31' },
    '',
    'grant 12, days 31, until 2027-01-31',
  ],
  ['members.suspended', null, '2027-03-31T22:00:00.000Z', '', 'Mar 31, 2027, 10:00 PM UTC'],
  ['books.jurors', [], [3, 8], 'no jurors', 'accounts 3, 8'],
  ['books.disqualified', 0, 1, 'in the ranking', 'disqualified'],
  ['members.reset-factor', ['totp', 'passkey'], [], 'totp, passkey', 'none'],
  [
    'books.change',
    { border_round: 1, buy_url: null },
    { border_round: 0, buy_url: 'https://shop.example/' },
    'border round yes, sold at none',
    'border round no, sold at https://shop.example/',
  ],
  [
    'site.about',
    { version: 2 },
    { version: 3, taken_back: 1 },
    'version 2',
    'version 3, restored: version 1',
  ],
  ['a payment was taken back', null, { payment_id: 'S-1', cents: 4990 }, '', 'payment S-1, amount 49.90'],
])('%s is said without JSON and names of columns: case %#', (what, before, after, from, to) => {
  expect(changeInWords(what, before, after)).toEqual({ from, to })
})

test('an act on a post lists the changed fields only, and the beginning of a long text', () => {
  const post = { title: 'Call', text: 'x'.repeat(500), is_draft: 1, kinds: ['news'], picture: null }
  const { from, to } = changeInWords('posts.change', post, {
    ...post,
    is_draft: 0,
    text: 'Short.',
    picture: { path: '/images/a.webp', alt_text: 'A table' },
  })
  expect(from).toBe(`text ${'x'.repeat(160)}…, draft yes, picture none`)
  expect(to).toBe('text Short., draft no, picture file /images/a.webp, shows A table')
})
