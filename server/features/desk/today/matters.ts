import { dueAt, lateDays, roundOf } from '../../../../shared/rules/books.ts'
import { formatCount } from '../../../../shared/rules/format.ts'
import { nameOfReported, summarizeReports } from '../../../../shared/rules/report-words.ts'
import type { Ability } from '../../../../shared/rules/roles.ts'
import { dayMs } from '../../../../shared/rules/time.ts'
import type { Db } from '../../../db/connect.ts'
import { listBooksPastDate, listJurors, listRunningBooks } from '../../books/queries.ts'
import { hasAdmin } from '../../members/queries.ts'
import { listLoads } from '../../tiles/queries.ts'
import { listCases } from '../money/queries.ts'
import { listOldestCases } from '../reports/queries.ts'
import type { Matter, Waiting } from './matter.ts'
import { listMattersOfBackups } from './matters-of-backups.ts'
import { countMatters, listOldestMails, listOldestMessages } from './queries.ts'

/** How many of each kind are shown. */
const limit = 3

/** What needs a decision of a caller with these abilities, each with the room in which it is made, and the oldest of each kind. */
export async function listMatters(
  db: Db,
  { now, can, backupEveryMs }: { now: Date; can: readonly Ability[]; backupEveryMs?: number | undefined },
) {
  const found = await countMatters(db, now)
  const matters = [
    ...(await listMissingAdmin(db)),
    ...(await listMattersOfBackups(db, now, backupEveryMs)),
    ...mattersOfModeration(db, found),
    ...mattersOfMoney(db, found, now),
    ...mattersOfMail(db, found, now),
    ...(await listMattersOfBooks(db, found, now)),
    ...(can.includes('jury') ? await listLateJurors(db, now) : []),
  ]
  return Promise.all(
    matters
      .filter(matter => matter.count > 0 && can.includes(matter.can))
      .map(async ({ can: _, listOldest, ...matter }) => ({
        ...matter,
        oldest: (await listOldest?.()) ?? [],
      })),
  )
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

const mattersOfModeration = (db: Db, { reports, appeals }: Found): Matter[] => [
  {
    can: 'reports',
    kind: 'reports',
    count: reports,
    text: `${formatCount(reports, 'report')} to decide`,
    href: '/admin/reports?state=open',
    listOldest: () => listCasesOf(db, false),
  },
  {
    can: 'reports',
    kind: 'appeals',
    count: appeals,
    text: `${formatCount(appeals, 'appeal')} to decide`,
    href: '/admin/reports?state=appeal',
    listOldest: () => listCasesOf(db, true),
  },
]

async function listCasesOf(db: Db, isAppeal: boolean): Promise<Waiting[]> {
  const cases = await listOldestCases(db, { isAppeal, limit })
  return cases.map(({ kind, id, report_id, name, image, ground, created_at, is_by_email, ...said }) => ({
    name: nameOfReported(kind, name),
    detail: summarizeReports({ kind, isByEmail: is_by_email, ...said }),
    at: created_at,
    picture: image === null ? null : { image, ground },
    href: `/admin/reports/${isAppeal ? report_id : `${kind}/${id}`}`,
  }))
}

const mattersOfMoney = (db: Db, { attention, webhooks }: Found, now: Date): Matter[] => [
  {
    can: 'attention',
    kind: 'attention',
    count: attention,
    text: `${formatCount(attention, 'case')} in the ledger to decide`,
    href: '/admin/money/attention?state=open',
    async listOldest() {
      const cases = await listCases(db, { state: 'open' }, { page: 1, page_size: limit, sort: 'oldest' })
      return cases.map(({ what, username, subscription_id, at }) => ({
        name: `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
        detail: [username, subscription_id].filter(Boolean).join(' · '),
        at,
        picture: null,
        href: listOf('/admin/money/attention', { q: subscription_id ?? what, state: 'open' }),
      }))
    },
  },
  {
    can: 'money',
    kind: 'webhooks',
    count: webhooks,
    text: `${formatCount(webhooks, 'message')} from the payment provider not processed for an hour`,
    href: '/admin/money',
    async listOldest() {
      const messages = await listOldestMessages(db, { now, limit })
      return messages.map(({ event_type, last_error, received_at }) => ({
        name: event_type,
        detail: last_error ?? '',
        at: received_at,
        picture: null,
        href: '/admin/money',
      }))
    },
  },
]

const mattersOfMail = (db: Db, { mails_dead, mails_late }: Found, now: Date): Matter[] => [
  {
    can: 'mails',
    kind: 'mails',
    count: mails_dead,
    text: `${formatCount(mails_dead, 'email')} not delivered in the last seven days`,
    href: '/admin/mail?state=dead',
    listOldest: () => listMailsOf(db, 'undelivered', now),
  },
  {
    can: 'mails',
    kind: 'mails-late',
    count: mails_late,
    text: `${formatCount(mails_late, 'email')} waiting for more than an hour`,
    href: '/admin/mail?state=queued',
    listOldest: () => listMailsOf(db, 'late', now),
  },
]

async function listMailsOf(db: Db, state: 'undelivered' | 'late', now: Date): Promise<Waiting[]> {
  const mails = await listOldestMails(db, { state, now, limit })
  return mails.map(({ subject, to_address, problem, created_at }) => ({
    name: subject,
    detail: [to_address, problem].filter(Boolean).join(' · '),
    at: created_at,
    picture: null,
    href: listOf('/admin/mail', { q: subject, state: state === 'late' ? 'queued' : 'dead' }),
  }))
}

/** A list's address; without words, it shows all of this state. */
function listOf(room: string, { q, state }: { q: string; state: string }) {
  return `${room}?${new URLSearchParams(q ? { q, state } : { state })}`
}

async function listMattersOfBooks(db: Db, { open_books }: Found, now: Date): Promise<Matter[]> {
  const past = await listBooksPastDate(db, now)
  return [
    {
      can: 'books',
      kind: 'books',
      count: past.length,
      text: `${formatCount(past.length, 'book')} past its date`,
      href: '/admin/books',
      listOldest: async () =>
        past.slice(0, limit).map(({ slug, state, shown_title, passed_at }) => ({
          name: shown_title,
          detail: `${state === 'open' ? 'Was to close' : 'Results were due'} on ${dayInWords(passed_at)}`,
          at: passed_at,
          picture: null,
          href: `/admin/books/${slug}`,
        })),
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
    const href = `/admin/books/${book.slug}`
    matters.push({
      can: 'jury',
      kind: 'late-jurors',
      count: late.length,
      text: `${formatCount(late.length, 'juror')} of ${book.shown_title} with tiles to score, ${due > now ? 'due' : 'late since'} ${dayInWords(due)}`,
      href,
      async listOldest() {
        const jurors = await listJurors(db, book.book_id)
        const most = late.toSorted((a, b) => b.unscored - a.unscored).slice(0, limit)
        return most.map(({ number, unscored }) => ({
          name: jurors.find(juror => juror.number === number)?.company ?? `Juror ${number}`,
          detail: `${formatCount(unscored, 'tile')} to score`,
          at: null,
          picture: null,
          href,
        }))
      },
    })
  }
  return matters
}
