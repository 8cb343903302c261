import { emailTaken } from '../../../shared/rules/registration.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { invalid } from '../../http/errors.ts'
import { linkExpired, linkUsed, newLinkToken, youngFactorMs } from '../../http/mailed-link.ts'
import { hashToken } from '../../lib/hash-token.ts'
import { hashPassword } from '../../lib/password.ts'
import type { Services } from '../../services.ts'
import { deleteResets, voidPassword } from '../auth/queries.ts'
import { removeFactorsSince } from '../factors/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import { findTakenNames, lockNames } from '../membership/queries.ts'
import { accountTakenBack, confirmMs, emailChangeAsked, emailPutBack, restoreMs } from './messages.ts'
import {
  type EmailChange,
  findEmailChange,
  insertEmailChange,
  lockAccount,
  setEmailChangeState,
  updateDesigner,
  withdrawEmailChange,
} from './queries.ts'

type Account = { designer_id: number; username: string; email: string }

/**
 * Begins a change of the email address: mails a link to the new address, which activates it when opened, and one to
 * the old address, which restores that. Replaces a pending change. Must run within `lockNames` and a lock on the
 * account.
 */
export async function beginEmailChange(
  trx: Db,
  account: Account,
  email: string,
  { now, publicUrl }: Pick<Services, 'now' | 'publicUrl'>,
) {
  await refuseTaken(trx, account, email)
  await withdrawEmailChange(trx, account.designer_id)
  const [confirmToken, restoreToken] = [newLinkToken(), newLinkToken()]
  const at = now()
  await insertEmailChange(trx, {
    designer_id: account.designer_id,
    old_email: account.email,
    new_email: email,
    confirm_hash: hashToken(confirmToken),
    restore_hash: hashToken(restoreToken),
    created_at: at,
  })
  const details = {
    username: account.username,
    from: account.email,
    to: email,
    confirmToken,
    restoreToken,
    at,
  }
  for (const mail of emailChangeAsked(details, publicUrl)) await enqueueMail(trx, mail)
}

/** Activates a new address. Undefined if the link's token is unknown. */
export function confirmEmailChange({ db, now }: Pick<Services, 'db' | 'now'>, token: string) {
  return withEmailChange(db, { confirm_hash: hashToken(token) }, async (trx, change, account) => {
    if (change.state === 'confirmed') throw linkUsed()
    if (change.state !== 'waiting' || isOver(change, confirmMs, now())) throw linkExpired()
    await refuseTaken(trx, account, change.new_email)
    await setEmailChangeState(trx, change, 'confirmed')
    await updateDesigner(trx, account.designer_id, { email: change.new_email })
    // A password reset mailed to the old address must not open the account any more.
    await deleteResets(trx, account.designer_id)
    return { email: change.new_email }
  })
}

/**
 * Restores the address from before a change, also after later changes. The person who requested the change knew the
 * password, so that becomes void: every session ends, and the answer sets a new password. Factors that were added since the
 * change, or in the seven days before it, are removed. Undefined if the link's token is unknown.
 */
export async function restoreEmail({ db, now }: Pick<Services, 'db' | 'now'>, token: string) {
  const link = { restore_hash: hashToken(token) }
  if (!(await findEmailChange(db, link))) return undefined
  // Hashing is slow, so it is done before rows are locked.
  const unknownPassword = await hashPassword(newLinkToken())
  return withEmailChange(db, link, async (trx, change, account) => {
    if (change.state === 'restored') throw linkUsed()
    if (isOver(change, restoreMs, now())) throw linkExpired()
    await refuseTaken(trx, account, change.old_email)
    await setEmailChangeState(trx, change, 'restored')
    await updateDesigner(trx, account.designer_id, { email: change.old_email })
    const resetToken = await voidPassword(trx, account.designer_id, unknownPassword, now())
    const since = new Date(change.created_at.getTime() - youngFactorMs)
    const removed = await removeFactorsSince(trx, account.designer_id, since)
    if (removed.length)
      await enqueueMail(trx, accountTakenBack({ ...account, email: change.old_email, removed, at: now() }))
    if (account.email !== change.old_email)
      await enqueueMail(
        trx,
        emailPutBack({ ...account, back: change.old_email, changeId: change.email_change_id }),
      )
    return { designer_id: account.designer_id, token: resetToken, removed }
  })
}

/** Runs `act` on the change that a link names, under the locks of the names and the account. */
async function withEmailChange<Result>(
  db: Db,
  link: Parameters<typeof findEmailChange>[1],
  act: (trx: Db, change: EmailChange, account: Account) => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await findEmailChange(db, link))) return undefined
  return transaction(db, async trx => {
    await lockNames(trx)
    const change = await findEmailChange(trx, link)
    const account = change && (await lockAccount(trx, change.designer_id))
    return account && act(trx, change, account)
  })
}

const isOver = (change: EmailChange, lastsMs: number, now: Date) =>
  now.getTime() - change.created_at.getTime() >= lastsMs

/** Refuses an address of another account or of a purchase in progress. */
async function refuseTaken(trx: Db, account: Account, email: string) {
  if (email.toLowerCase() === account.email.toLowerCase()) return
  const taken = await findTakenNames(trx, { username: '', email }, null)
  if (taken.email) throw invalid('email', emailTaken, 409)
}
