import type { Db } from '../../db/connect.ts'
import { youngFactorMs } from '../../http/mailed-link.ts'
import { closeSessions } from '../../http/session.ts'
import { removeFactorsSince } from '../factors/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import { endTokens } from '../tokens/queries.ts'
import { passwordChanged } from './messages.ts'
import { deleteResets, replacePassword } from './queries.ts'

/**
 * Sets a new password in place of `account.password_hash`: ends every session, API token and mailed link of the account, and
 * mails its owner. `byLink`: the owner of the mailbox sets it, so the factors of the last days, which a stranger with the old
 * password could have added, are removed. Runs in the caller's transaction; after its commit the caller resets the counts of failed
 * sign-ins, which Valkey may keep. Returns the account's names; undefined, and changes nothing, if another change came first: of
 * concurrent changes with the same password or link, one succeeds.
 */
export async function setPassword(
  trx: Db,
  account: { designer_id: number; password_hash: string },
  passwordHash: string,
  { now, publicUrl, byLink = false }: { now: Date; publicUrl: string; byLink?: boolean },
): Promise<{ designer_id: number; username: string; email: string } | undefined> {
  const designer = await replacePassword(trx, account, passwordHash)
  if (!designer) return undefined
  await closeSessions(trx, designer.designer_id)
  await endTokens(trx, designer.designer_id)
  await deleteResets(trx, designer.designer_id)
  const since = new Date(now.getTime() - youngFactorMs)
  const removed = byLink ? await removeFactorsSince(trx, designer.designer_id, since) : []
  await enqueueMail(
    trx,
    passwordChanged({ to: designer.email, username: designer.username, at: now, removed }, publicUrl),
  )
  return designer
}
