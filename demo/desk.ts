import { type Db, transaction } from '../server/db/connect.ts'
import { makeGiftCards, voidCard } from '../server/features/gift-cards/make-and-void.ts'
import { noteSearch } from '../server/features/history/note-reading.ts'
import { noteOnMember } from '../server/features/members/note-on-member.ts'
import { sendPasswordLetter } from '../server/features/members/send-password-letter.ts'
import { giveTime } from '../server/features/membership/give-time.ts'
import { addPost, changePost } from '../server/features/posts/write-post.ts'
import { fileAppeal } from '../server/features/reports/appeal.ts'
import { setHidden } from '../server/features/reports/decide-by-hand.ts'
import { decideReports } from '../server/features/reports/decide-reports.ts'
import { fileReport } from '../server/features/reports/file-report.ts'
import type { Files } from '../server/outside/files.ts'
import { dayMs } from '../shared/rules/time.ts'
import { demoAccounts } from './accounts.ts'
import { fillCases } from './money.ts'

// A few weeks of what staff do: reports and what became of them, cases of money, letters, drafts. The program's own functions
// write all of it, with a clock that stands in the past, so that the history, the letters and the states agree.

type Needed = { db: Db; files: Files; secret: string; publicUrl: string }

/** How many of the newest logos must be there. */
export const logosForDesk = 200

/** Fills the desk once, in one transaction; `startedAt` is when the demonstration was. */
export async function fillDesk(services: Needed, startedAt: Date) {
  const { db } = services
  await transaction(db, async trx => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('setting')
      .values({ name: 'demo desk', value: '{}' })
      .onConflict(c => c.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows) await playWeeks({ ...services, db: trx }, startedAt)
  })
}

async function playWeeks(services: Needed, startedAt: Date) {
  const setup = await makeSetup(services, startedAt)
  await playFourWeeksAgo(setup)
  await playThreeWeeksAgo(setup)
  await playTwoWeeksAgo(setup)
  await playLastWeek(setup)
  await playLastDays(setup)
}

/** The people, the clock, and what they do with it. */
async function makeSetup(services: Needed, startedAt: Date) {
  const { db: trx, files, secret, publicUrl } = services
  const cast = await findCast(trx)
  const clock = { at: startedAt }
  const own = { db: trx, now: () => clock.at, publicUrl, secret, files, hasDemoData: true }

  /** Does something so many days before the demonstration began; its letters have been sent since. */
  async function daysAgo<T>(days: number, work: () => Promise<T>): Promise<T> {
    clock.at = new Date(+startedAt - days * dayMs)
    const result = await work()
    await trx
      .updateTable('mail')
      .set({ status: 'sent', attempts: 1, created_at: clock.at, next_attempt_at: clock.at })
      .where('status', '=', 'queued')
      .execute()
    return result
  }

  type Report = Partial<Parameters<typeof fileReport>[1]> &
    Pick<Parameters<typeof fileReport>[1], 'kind' | 'id'>
  const report = (days: number, by: number | string, input: Report) =>
    daysAgo(days, async () => {
      const viewer =
        typeof by === 'number'
          ? { id: by, role: 'member' as const, isActive: true }
          : { id: 0, role: 'visitor' as const, isActive: false }
      const { report_id } = await fileReport(
        own,
        {
          reason: 'other',
          text: '',
          original_url: '',
          email: typeof by === 'string' ? by : '',
          good_faith: true,
          ...input,
        },
        viewer,
        '127.0.0.1',
      )
      return report_id
    })
  const decide = (
    days: number,
    report_id: number,
    input: Omit<Parameters<typeof decideReports>[1], 'report_ids'>,
  ) => daysAgo(days, () => decideReports(own, { ...input, report_ids: [report_id] }, cast.moderator))

  return { ...cast, trx, clock, startedAt, own, daysAgo, report, decide }
}

type Setup = Awaited<ReturnType<typeof makeSetup>>

async function playFourWeeksAgo({
  own,
  daysAgo,
  report,
  decide,
  moderator,
  support,
  admin,
  logos,
  members,
}: Setup) {
  await daysAgo(27, () =>
    giveTime(
      own,
      { designer_id: members[0]!, days: 14, why: 'Locked out for two weeks while his email was changed' },
      { ...support, role: 'support' },
    ),
  )
  const copied = await report(24.2, members[1]!, {
    kind: 'logo',
    id: logos[0]!.logo_id,
    reason: 'copied',
    original_url: 'https://www.example.com/archive/2019/ring-and-bird',
    text: 'I drew this in 2019, down to the gap at the bottom. The sketches and the client’s order are on the page I link to.',
  })
  await decide(23.6, copied, {
    decision: 'hide',
    why: 'The same drawing as the original, down to the gap at the bottom',
  })
  await daysAgo(22.8, () =>
    noteOnMember(
      own,
      {
        designer_id: logos[0]!.designer_id,
        note: 'Called after the logo was hidden: the sketch came from a freelancer. Will ask him for the source.',
        why: 'Asked us to call',
      },
      support,
    ),
  )
  await daysAgo(21.5, () =>
    setHidden(own, { kind: 'logo', id: logos[1]!.logo_id, state: 1, why: 'Uploaded three times' }, moderator),
  )
  await daysAgo(20.1, () =>
    setHidden(
      own,
      {
        kind: 'logo',
        id: logos[1]!.logo_id,
        state: 0,
        why: 'Three proposals for one client, each drawn apart',
      },
      admin,
    ),
  )
}

async function playThreeWeeksAgo({
  trx,
  own,
  daysAgo,
  report,
  decide,
  support,
  chair,
  comments,
  members,
}: Setup) {
  await daysAgo(19, () =>
    noteOnMember(
      own,
      {
        designer_id: members[2]!,
        note: 'Would sit on the jury of the next book; free from May to August.',
        why: 'Asked by phone',
      },
      chair,
    ),
  )
  const prices = await report(18.4, members[8]!, {
    kind: 'designer',
    id: members[9]!,
    reason: 'spam',
    text: 'Answers other people’s comments with a price list.',
  })
  await decide(18.1, prices, { decision: 'warn', why: 'Advertising under other members’ logos' })
  const [card] = await daysAgo(17.3, () =>
    makeGiftCards(
      own,
      { count: 2, term_months: 12, note: 'Prize of the poster evening' },
      { ...support, role: 'support' },
    ),
  )
  await daysAgo(16.9, async () => {
    const { gift_card_id } = await trx
      .selectFrom('gift_card')
      .where('code_hmac', '=', card!.code_hmac)
      .select('gift_card_id')
      .executeTakeFirstOrThrow()
    await voidCard(own, { gift_card_id, why: 'Printed twice; the winner has the other one' }, support)
  })
  const harsh = await report(15.4, members[3]!, {
    kind: 'comment',
    id: comments[0]!.comment_id,
    reason: 'abuse',
    text: 'I find the tone out of place under somebody’s first upload.',
  })
  await decide(15.1, harsh, { decision: 'dismiss', why: 'Plain words, and all of them about the drawing' })
}

async function playTwoWeeksAgo({
  trx,
  clock,
  startedAt,
  own,
  daysAgo,
  report,
  decide,
  support,
  admin,
  members,
}: Setup) {
  await daysAgo(14.2, () => noteSearch(own, 'studio@example.com', support))
  const spam = await report(12.4, members[4]!, {
    kind: 'designer',
    id: members[5]!,
    reason: 'spam',
    text: 'Leaves the same advertisement for mock-ups under every new logo.',
  })
  await decide(11.7, spam, {
    decision: 'suspend',
    until: new Date(+startedAt + 9 * dayMs).toISOString(),
    why: 'The same advertisement under forty logos',
  })
  await daysAgo(10.5, async () => {
    const draft = {
      title: 'What the jury talks about at lunch',
      text: 'Nine people who have looked at eight hundred marks since breakfast do not talk about kerning. They talk about the bread.\n\nThen somebody says *the harbour one*, and all nine know which.',
      excerpt: 'Notes from the second day of judging.',
      date: new Date(+startedAt + 12 * dayMs),
      is_draft: 1 as const,
      kinds: ['news'] as const,
    }
    const post_id = await addPost(own, { ...draft, kinds: [...draft.kinds] }, admin)
    clock.at = new Date(+clock.at + dayMs)
    const text = `${draft.text}\n\nWe asked each of them afterwards what had made it stay. No two gave the same reason.`
    await changePost(own, { post_id, text }, admin)
  })
  await fillCases(trx, { daysAgo, now: own.now, admin })
}

async function playLastWeek({ trx, own, daysAgo, report, logos, comments, collection, members }: Setup) {
  await report(6.1, members[6]!, {
    kind: 'designer',
    id: members[7]!,
    reason: 'other',
    text: 'Lists work of a studio in Lisbon as their own; the studio’s page names other people.',
  })
  await report(5.2, members[8]!, {
    kind: 'collection',
    id: collection.collection_id,
    reason: 'other',
    text: 'The title names a client whose rebrand is under embargo until spring.',
  })
  await report(4.3, 'rights@example.org', {
    kind: 'logo',
    id: logos[2]!.logo_id,
    reason: 'rights',
    text: 'Our society has used this emblem since 1954. We would like it to be taken down, or credited.',
  })
  await daysAgo(3.6, async () => {
    const mail = await trx
      .selectFrom('mail')
      .where('text', 'like', '%/appeal?token=%')
      .where('kind', '=', 'decision')
      .orderBy('created_at', 'desc')
      .select('text')
      .executeTakeFirstOrThrow()
    const token = /\/appeal\?token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
    const text =
      'I did not know that this was unwanted, and have stopped. I need my collections for a pitch on Thursday: please let me in again.'
    await fileAppeal(own, { token, text }, '127.0.0.1')
  })
  await report(3.1, members[9]!, {
    kind: 'comment',
    id: comments[1]!.comment_id,
    reason: 'spam',
    text: 'Word for word the same under four logos of mine.',
  })
}

async function playLastDays({ trx, clock, own, daysAgo, report, support, admin, logos, members }: Setup) {
  await daysAgo(2.4, async () => {
    await sendPasswordLetter(own, members[10]!, support)
    await trx
      .updateTable('mail')
      .set({
        status: 'dead',
        attempts: 1,
        created_at: clock.at,
        problem: '550 5.1.1 The mailbox you tried to reach does not exist',
      })
      .where('status', '=', 'queued')
      .execute()
  })
  await report(2, members[11]!, {
    kind: 'logo',
    id: logos[3]!.logo_id,
    reason: 'copied',
    original_url: `/logo/${logos[4]!.logo_id}`,
    text: 'Mirrored, and with one stroke less, but the same crest as mine.',
  })
  await report(1.6, members[12]!, {
    kind: 'logo',
    id: logos[3]!.logo_id,
    reason: 'copied',
    text: 'I have seen this crest here before, the other way round.',
  })
  await daysAgo(1.2, () =>
    addPost(
      own,
      {
        title: 'Office hours in March',
        text: 'On the first two Thursdays of March the desk answers until eight in the evening, for those of you who draw by day.',
        is_draft: 1,
        kinds: ['news'],
      },
      admin,
    ),
  )
  await report(0.3, 'archive@example.net', {
    kind: 'logo',
    id: logos[5]!.logo_id,
    reason: 'copied',
    original_url: 'https://www.example.net/marks/1971',
    text: 'Compare plate 31 of the book that I link to.',
  })
}

/** Who plays, and with what: never an account whose password the README promises, except the staff's. */
async function findCast(trx: Db) {
  const staff = await trx
    .selectFrom('designer')
    .where('username', 'in', ['moderator', 'support', 'chair', 'admin'])
    .select(['username', 'designer_id'])
    .execute()
  const actorOf = (name: string) => ({
    designer_id: staff.find(account => account.username === name)!.designer_id,
    origin: 'web' as const,
  })
  const newest = await trx
    .selectFrom('logo')
    .where('designer_id', '>', demoAccounts.length)
    .where('logo_id', 'not in', trx.selectFrom('award').select('logo_id'))
    .orderBy('logo_id', 'desc')
    .limit(120)
    .select(['logo_id', 'designer_id'])
    .execute()
  const logos = [0, 1, 2, 3, 4, 5].map(i => newest[Math.floor(newest.length / 4) + i * 7]!)
  const comments = await trx
    .selectFrom('comment')
    .where('designer_id', '>', demoAccounts.length)
    .orderBy('comment_id', 'desc')
    .limit(2)
    .select(['comment_id', 'designer_id'])
    .execute()
  const collection = await trx
    .selectFrom('collection')
    .where('designer_id', '>', demoAccounts.length)
    .where('is_public', '=', true)
    .orderBy('collection_id', 'desc')
    .select(['collection_id', 'designer_id'])
    .executeTakeFirstOrThrow()
  const owners = [...logos, ...comments, collection].map(each => each.designer_id)
  const members = await trx
    .selectFrom('designer')
    .where('designer_id', '>', demoAccounts.length + 20)
    .where('designer_id', 'not in', owners)
    .where('role', '=', 'member')
    .orderBy('designer_id')
    .limit(13)
    .select('designer_id')
    .execute()
  return {
    moderator: actorOf('moderator'),
    support: actorOf('support'),
    chair: actorOf('chair'),
    admin: actorOf('admin'),
    logos,
    comments,
    collection,
    members: members.map(member => member.designer_id),
  }
}
