import { again, list } from '../../shared/api/desk/mail.ts'
import type { Db } from '../db/connect.ts'
import { countMails, listMails } from '../features/desk/mail/queries.ts'
import { sendMailAgain } from '../features/mail/send-again.ts'
import { parseInput } from '../http/serve.ts'
import { counted, inColumns, say, shell } from './mistake.ts'

const now = () => new Date()

/** The newest fifty mails of the outbox with these words, in a state where one is named. */
export async function listMailsAtShell(db: Db, words: string | undefined, state: string | undefined) {
  const params = parseInput(list.input, { q: words, state })
  for (const { mail_id, state, kind, to_address, subject, problem, created_at } of await listMails(
    db,
    params,
    params,
  ))
    say(inColumns(mail_id, created_at.toISOString(), state.padEnd(6), kind, to_address, subject, problem))
  say(counted(await countMails(db, params), 'mail', 'mails'))
}

/** Queues a mail once more; one that waits already stays so. */
export async function sendMailAgainAtShell(db: Db, typed: string) {
  const { mail_id } = parseInput(again.input, { mail_id: typed })
  await sendMailAgain({ db, now }, mail_id, shell)
  say(`Mail ${mail_id} is queued.`)
}
