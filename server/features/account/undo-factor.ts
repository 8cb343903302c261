import { transaction } from '../../db/connect.ts'
import { newLinkToken } from '../../http/mailed-link.ts'
import { hashToken } from '../../lib/hash-token.ts'
import { hashPassword } from '../../lib/password.ts'
import type { Services } from '../../services.ts'
import { voidPassword } from '../auth/queries.ts'
import { findFactorUndo, lockFactors, removeFactorsSince } from '../factors/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import { findTakenNames, lockNames } from '../membership/queries.ts'
import { accountTakenBack } from './messages.ts'
import { listEmailChangesSince, setEmailChangeState, updateDesigner } from './queries.ts'

/**
 * Takes an account back for the owner of the mailbox, by the link in the letter about a new factor: removes that factor and
 * all that were added after it, undoes changes of the email address since, voids the password and ends every session. Gives
 * a link that sets a new password; undefined if the token is unknown or its time is over.
 */
export async function undoFactor(
  { db, now }: Pick<Services, 'db' | 'now'>,
  token: string,
): Promise<{ designer_id: number; token: string; removed: string[] } | undefined> {
  const tokenHash = hashToken(token)
  if (!(await findFactorUndo(db, tokenHash, now()))) return undefined
  // Hashing is slow, so it is done before rows are locked.
  const unknownPassword = await hashPassword(newLinkToken())
  return transaction(db, async trx => {
    await lockNames(trx)
    // Concurrent requests wait for the lock above: the second finds the link used.
    const undo = await findFactorUndo(trx, tokenHash, now())
    const account = undo && (await lockFactors(trx, undo.designer_id))
    if (!account) return undefined
    const { designer_id } = account
    const [change] = await listEmailChangesSince(trx, designer_id, undo.since)
    let { email } = account
    if (change) {
      const taken = await findTakenNames(trx, { username: '', email: change.old_email }, null)
      const isOwn = change.old_email.toLowerCase() === email.toLowerCase()
      if (isOwn || !taken.email) email = change.old_email
      await setEmailChangeState(trx, change, 'restored')
      await updateDesigner(trx, designer_id, { email })
    }
    const removed = await removeFactorsSince(trx, designer_id, undo.since)
    const resetToken = await voidPassword(trx, designer_id, unknownPassword, now())
    await enqueueMail(trx, accountTakenBack({ ...account, email, removed, at: now() }))
    return { designer_id, token: resetToken, removed }
  })
}
