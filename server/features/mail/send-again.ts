import { sql } from 'kysely'
import { transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'

/** Queues a mail once more. One that waits already is left alone. */
export async function sendMailAgain(
  { db, now }: Pick<Services, 'db' | 'now'>,
  mailId: string,
  actor: Actor,
): Promise<void> {
  await transaction(db, async trx => {
    const mail = await trx
      .selectFrom('mail')
      .where('mail_id', '=', mailId)
      .select(['status', 'kind', 'html', 'to_address', 'token_until'])
      .forUpdate()
      .executeTakeFirst()
    if (!mail?.to_address) throw new HttpError(404, 'Mail not found')
    if (mail.status === 'queued' || mail.status === 'sending') return
    if (!mail.html || (mail.token_until && mail.token_until <= now()))
      throw new HttpError(
        409,
        'Its link was removed after sending, so it can’t be sent again. Send the member a new one.',
      )
    await trx
      .updateTable('mail')
      .where('mail_id', '=', mailId)
      .set({ status: 'queued', attempts: 0, interruptions: 0, problem: '', next_attempt_at: now() })
      .execute()
    // An address that was refused once would be refused again without being asked.
    await trx.deleteFrom('mail_suppression').where('address', '=', mail.to_address.toLowerCase()).execute()
    const owner = await trx
      .selectFrom('designer')
      .where(sql<string>`lower(email)`, '=', mail.to_address.toLowerCase())
      .select('designer_id')
      .executeTakeFirst()
    const after = { mail_id: mailId, kind: mail.kind }
    await recordAct(
      trx,
      actor,
      { what: 'mails.again', kind: 'designer', id: owner?.designer_id ?? 0, after },
      now(),
    )
  })
}
