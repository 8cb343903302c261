import { dueAt, lateDays, roundOf } from '../../../shared/rules/books.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import type { Ability } from '../../../shared/rules/roles.ts'
import type { Db } from '../../db/connect.ts'
import { listRunningBooks } from '../books/queries.ts'
import { hasAdmin } from '../members/queries.ts'
import { listLoads } from '../tiles/queries.ts'
import { countMatters } from './queries.ts'

type Matter = { can: Ability; kind: string; count: number; text: string; href: string }

const dayMs = 86_400_000

/** What needs a decision, each with the room in which it is made and who may enter that. */
export async function listMatters(db: Db, now: Date): Promise<Matter[]> {
  const found = await countMatters(db, now)
  const matters = [
    ...(await listMissingAdmin(db)),
    ...mattersOfModeration(found),
    ...mattersOfMoney(found),
    ...mattersOfMail(found),
    ...mattersOfBooks(found),
    ...(await listLateJurors(db, now)),
  ]
  return matters.filter(matter => matter.count > 0)
}

type Found = Awaited<ReturnType<typeof countMatters>>

/** All staff are told: the rooms in which an administrator is made are closed to them. */
const listMissingAdmin = async (db: Db): Promise<Matter[]> => [
  {
    can: 'today',
    kind: 'no-admin',
    count: (await hasAdmin(db)) ? 0 : 1,
    text: 'There is no administrator. At the shell: npm run admin -- members create NAME --role admin --email ADDRESS',
    href: '/admin/members?role=admin',
  },
]

const mattersOfModeration = ({ reports, appeals }: Found): Matter[] => [
  {
    can: 'reports',
    kind: 'reports',
    count: reports,
    text: `${formatCount(reports, 'report')} to decide`,
    href: '/admin/reports?state=open',
  },
  {
    can: 'reports',
    kind: 'appeals',
    count: appeals,
    text: `${formatCount(appeals, 'appeal')} to decide`,
    href: '/admin/reports?state=appeal',
  },
]

const mattersOfMoney = ({ attention, webhooks }: Found): Matter[] => [
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
]

const mattersOfMail = ({ mails_dead, mails_late }: Found): Matter[] => [
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
]

const mattersOfBooks = ({ books_past, open_books }: Found): Matter[] => [
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

const dayInWords = (at: Date) =>
  at.toLocaleDateString('en-US', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** From the day of the reminder on: the jurors of each running book who still have tiles to score. */
async function listLateJurors(db: Db, now: Date): Promise<Matter[]> {
  const matters: Matter[] = []
  for (const book of await listRunningBooks(db)) {
    const [round, due] = [roundOf(book.state), dueAt(book)]
    if (!round || !due) continue
    const { reminder, moved } = lateDays[round === 1 ? 'first' : 'border']
    if (now.getTime() < due.getTime() - (moved - reminder) * dayMs) continue
    const late = (await listLoads(db, book.book_id, round)).filter(juror => juror.unscored > 0)
    matters.push({
      can: 'jury',
      kind: 'late-jurors',
      count: late.length,
      text: `${formatCount(late.length, 'juror')} of ${book.shown_title} with tiles to score, ${due > now ? 'due' : 'late since'} ${dayInWords(due)}`,
      href: `/admin/books/${book.slug}`,
    })
  }
  return matters
}
