import { transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { newLinkToken, resetMs } from '../../http/mailed-link.ts'
import { hashToken } from '../../lib/hash-token.ts'
import type { Services } from '../../services.ts'
import { insertReset } from '../auth/queries.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import { passwordReset } from './messages.ts'

/** Mails the owner of an account the link to set a new password. */
export async function sendPasswordLetter(
  { db, now, publicUrl }: Pick<Services, 'db' | 'now' | 'publicUrl'>,
  designerId: number,
  actor: Actor,
): Promise<void> {
  const token = newLinkToken()
  const until = new Date(now().getTime() + resetMs)
  await transaction(db, async trx => {
    const account = await trx
      .selectFrom('designer')
      .where('designer_id', '=', designerId)
      .where('closed_at', 'is', null)
      .select('email')
      .executeTakeFirst()
    if (!account) throw new HttpError(404, 'Member not found')
    await insertReset(trx, { token_hash: hashToken(token), designer_id: designerId, expires_at: until })
    await enqueueMail(trx, passwordReset({ to: account.email, designerId, token, until }, publicUrl))
    await recordAct(trx, actor, { what: 'members.password', kind: 'designer', id: designerId }, now())
  })
}
