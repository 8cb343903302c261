import { search, today } from '../../../shared/api/admin-desk.ts'
import { formatCount, formatNumber } from '../../../shared/rules/format.ts'
import { type Ability, abilitiesOf } from '../../../shared/rules/roles.ts'
import { route } from '../../http/serve.ts'
import { actorOf, type Viewer } from '../../viewer.ts'
import { recordAct } from '../history/queries.ts'
import { countMatters, findInstallation, searchDesk } from './queries.ts'

const canOf = ({ role }: Viewer): readonly Ability[] => (role === 'visitor' ? [] : abilitiesOf(role))

type Matter = { can: Ability; kind: string; count: number; text: string; href: string }

/** What needs a decision, each with the room in which it is made. */
function mattersOf(found: Awaited<ReturnType<typeof countMatters>>): Matter[] {
  const { attention, mails_dead, mails_late, webhooks, books_past, open_books } = found
  return [
    {
      can: 'attention',
      kind: 'attention',
      count: attention,
      text: `${formatCount(attention, 'case')} of the ledger to decide`,
      href: '/admin/money/attention?state=open',
    },
    {
      can: 'money',
      kind: 'webhooks',
      count: webhooks,
      text: `${formatCount(webhooks, 'message')} of the payment provider not processed for an hour`,
      href: '/admin/money',
    },
    {
      can: 'mails',
      kind: 'mails',
      count: mails_dead,
      text: `${formatCount(mails_dead, 'mail')} not delivered in the last seven days`,
      href: '/admin/mail?state=dead',
    },
    {
      can: 'mails',
      kind: 'mails-late',
      count: mails_late,
      text: `${formatCount(mails_late, 'mail')} waiting for more than an hour`,
      href: '/admin/mail?state=queued',
    },
    {
      can: 'books',
      kind: 'books',
      count: books_past,
      text: `${formatCount(books_past, 'book')} past a date`,
      href: '/admin/books',
    },
    {
      can: 'books',
      kind: 'no-open-book',
      count: open_books ? 0 : 1,
      text: 'No book is open, so uploads enter none',
      href: '/admin/books',
    },
  ]
}

export const adminDeskRoutes = [
  route(today, async ({ db, now, viewer }) => {
    const can = canOf(viewer)
    const matters = mattersOf(await countMatters(db, now()))
    const { database, postgres, logos, members } = await findInstallation(db)
    return {
      matters: matters
        .filter(matter => matter.count > 0 && can.includes(matter.can))
        .map(({ can: _, ...matter }) => matter),
      facts: [
        { name: 'Logos', value: formatNumber(logos) },
        { name: 'Accounts', value: formatNumber(members) },
        { name: 'Database', value: database },
        { name: 'PostgreSQL', value: postgres },
        { name: 'Node', value: process.version },
      ],
      at: now(),
    }
  }),

  route(search, async ({ db, now, input, viewer }) => {
    const { q } = input
    if (q.includes('@'))
      await recordAct(db, actorOf(viewer), { what: 'members.find', kind: 'designer', id: 0, after: q }, now())
    const found = await searchDesk(db, q, canOf(viewer))
    const rooms: Record<(typeof found)[number]['kind'], (id: string) => string> = {
      member: id => `/admin/members/${id}`,
      logo: id => `/logo/${id}`,
      book: id => `/admin/books/${id}`,
      'gift card': () => `/admin/gift-cards?q=${encodeURIComponent(q)}`,
      mail: () => `/admin/mail?q=${encodeURIComponent(q)}`,
      payment: () => `/admin/money?q=${encodeURIComponent(q)}`,
    }
    return { data: found.map(row => ({ ...row, href: rooms[row.kind](row.id) })), count: found.length }
  }),
]
