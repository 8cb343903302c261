import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

const letter = {
  mail_id: '00000000-0000-4000-8000-000000000000',
  to_address: 'ada@colophon.example',
  reply_to: null,
  unsubscribe_url: null,
  subject: 'Hello',
  html: '',
  text: '',
  created_at: now,
}

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  enqueueMails: db => queries.enqueueMails(db, []),
  enqueueMail: db =>
    queries.enqueueMail(db, {
      kind: 'hello',
      dedupeKey: '1',
      to: 'ada@colophon.example',
      subject: '',
      blocks: [],
    }),
  claimMails: db => queries.claimMails(db, 5, now),
  settleMail: async db => {
    const claimed = { ...letter, kind: 'hello', attempts: 1, interruptions: 0, is_suppressed: false }
    await queries.settleMail(db, { ...claimed, token_until: now }, { status: 'sent' })
    await queries.settleMail(
      db,
      { ...claimed, token_until: null },
      { status: 'queued', problem: 'No answer', next_attempt_at: now },
    )
  },
  suppressAddress: db => queries.suppressAddress(db, 'Ada@colophon.example', '550 No such user', now),
  forgetMailsOf: db => queries.forgetMailsOf(db, 'ada@colophon.example'),
  clearOldMails: db => queries.clearOldMails(db, now),
}
