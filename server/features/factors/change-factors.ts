import type { Factors, Registration } from '../../../shared/api/factors.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid, notSignedIn, requireWhy } from '../../http/errors.ts'
import { newLinkToken } from '../../http/mailed-link.ts'
import { closeSessions } from '../../http/session.ts'
import { hashToken } from '../../lib/hash-token.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import { type FactorChange, factorsChanged, isAdded, undoMs } from './messages.ts'
import { readRegistration } from './passkeys.ts'
import {
  activateTotp,
  countRecoveryCodes,
  deleteFactors,
  deletePasskey,
  deleteTotp,
  findLack,
  findTotp,
  insertFactorUndo,
  insertPasskey,
  listFactorKinds,
  listPasskeys,
  lockFactors,
  replaceRecoveryCodes,
} from './queries.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import { findStep } from './totp.ts'

type Needed = Pick<Services, 'db' | 'now' | 'publicUrl' | 'secret' | 'hasDemoData'>
type Account = NonNullable<Awaited<ReturnType<typeof lockFactors>>>

const mostPasskeys = 20

export async function findFactors(db: Db, designerId: number): Promise<Factors> {
  const [passkeys, totp, recovery_left] = await Promise.all([
    listPasskeys(db, designerId),
    findTotp(db, designerId),
    countRecoveryCodes(db, designerId),
  ])
  return {
    passkeys: passkeys.map(({ passkey_id, name, created_at, last_used_at }) => ({
      passkey_id,
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    totp: totp?.secret ? 1 : 0,
    recovery_left,
  }
}

/** What an act on factors is given: the account, locked, the time of the change, and what tells the owner by letter. */
type Change = { trx: Db; account: Account; at: Date; tell: (what: FactorChange) => Promise<void> }

/**
 * Changes an account's factors under a lock, and tells its owner by letter, in one transaction. The letter about what was
 * added has a link that undoes it.
 */
function change<Result>(
  { db, now, publicUrl }: Needed,
  designerId: number,
  act: (change: Change) => Promise<Result>,
): Promise<Result> {
  return transaction(db, async trx => {
    const account = await lockFactors(trx, designerId)
    if (!account) throw notSignedIn()
    const at = now()
    const tell = async (what: FactorChange) => {
      const undo = isAdded(what) ? await makeUndo(trx, designerId, at) : undefined
      await enqueueMail(trx, factorsChanged(account, what, at, publicUrl, undo))
    }
    return act({ trx, account, at, tell })
  })
}

/** A link that removes what is added to the account from `since` on. */
async function makeUndo(trx: Db, designerId: number, since: Date) {
  const token = newLinkToken()
  const until = new Date(since.getTime() + undoMs)
  await insertFactorUndo(trx, {
    token_hash: hashToken(token),
    designer_id: designerId,
    since,
    expires_at: until,
  })
  return { token, until }
}

async function renewCodes({ trx, at }: Change, secret: string, designerId: number) {
  const codes = makeRecoveryCodes()
  const hashes = codes.map(code => hashRecoveryCode(secret, designerId, code))
  await replaceRecoveryCodes(trx, designerId, hashes, at)
  return { recovery_codes: codes }
}

/** Activates a new authenticator app once a code of it is right, and returns new recovery codes. */
export const confirmTotp = (services: Needed, designerId: number, code: string) =>
  change(services, designerId, async made => {
    const { trx, at, tell } = made
    const sealed = (await findTotp(trx, designerId))?.pending_secret
    if (!sealed) throw new HttpError(409, 'Please start with a new QR code.')
    const step = findStep(services.secret, { designerId, sealed }, code.replace(/\s/g, ''), at)
    if (step === undefined)
      throw invalid('code', 'That code isn’t right. Is the clock of your device set automatically?')
    await activateTotp(trx, designerId, step, at)
    await tell({ what: 'totp added' })
    return renewCodes(made, services.secret, designerId)
  })

export const renewRecovery = (services: Needed, designerId: number) =>
  change(services, designerId, async made => {
    const { trx, tell } = made
    const kinds = await listFactorKinds(trx, designerId)
    if (!kinds.includes('totp') && !kinds.includes('passkey'))
      throw new HttpError(409, 'Add a passkey or an authenticator app first.')
    await tell({ what: 'codes made' })
    return renewCodes(made, services.secret, designerId)
  })

export async function addPasskey(
  services: Needed,
  designerId: number,
  input: { name: string; credential: Registration },
) {
  const made = await readRegistration(services, designerId, input.credential)
  if (!made) throw invalid('credential', 'The passkey couldn’t be verified. Please try again.')
  return change(services, designerId, async ({ trx, at, tell }) => {
    if ((await listPasskeys(trx, designerId)).length >= mostPasskeys)
      throw new HttpError(409, `${mostPasskeys} passkeys are the most. Remove one first.`)
    const passkey = { ...made, designer_id: designerId, name: input.name, created_at: at }
    if (!(await insertPasskey(trx, passkey))) throw new HttpError(409, 'This passkey is already in use.')
    await tell({ what: 'passkey added', name: input.name })
    return findFactors(trx, designerId)
  })
}

export const removePasskey = (services: Needed, designerId: number, passkeyId: number) =>
  change(services, designerId, async ({ trx, tell }) => {
    const removed = await deletePasskey(trx, designerId, passkeyId)
    if (!removed) throw new HttpError(404, 'Passkey not found')
    await tell({ what: 'passkey removed', name: removed.name })
    return afterRemoval(services, trx, designerId)
  })

export const removeTotp = (services: Needed, designerId: number) =>
  change(services, designerId, async ({ trx, tell }) => {
    if (!(await deleteTotp(trx, designerId)))
      throw new HttpError(404, 'There is no authenticator app to remove.')
    await tell({ what: 'totp removed' })
    return afterRemoval(services, trx, designerId)
  })

/** Rolls the removal back if the account must keep a factor. Deletes the recovery codes with the last factor. */
async function afterRemoval({ hasDemoData, now }: Needed, trx: Db, designerId: number) {
  const { lacks_factor, has_demo_password } = await findLack(trx, designerId)
  if (lacks_factor && !(hasDemoData && has_demo_password))
    throw new HttpError(
      409,
      'Your work here needs a second factor. Add another one before you remove this.',
      {
        code: 'last_factor',
      },
    )
  const kinds = await listFactorKinds(trx, designerId)
  if (!kinds.includes('totp') && !kinds.includes('passkey'))
    await replaceRecoveryCodes(trx, designerId, [], now())
  return findFactors(trx, designerId)
}

/**
 * Removes every factor of an account whose owner has lost them, ends its sessions and tells the owner. Says whether there
 * was one.
 */
export async function resetFactors(
  services: Needed,
  input: { designer_id: number; why: string },
  actor: Actor,
): Promise<boolean> {
  const { designer_id } = input
  const why = requireWhy(input.why)
  if (actor.designer_id === designer_id)
    throw new HttpError(400, 'Change your own factors in your account, under “Login and security”.')
  return transaction(services.db, async trx => {
    const account = await lockFactors(trx, designer_id)
    if (!account) throw new HttpError(404, 'Member not found')
    const before = await listFactorKinds(trx, designer_id)
    await deleteFactors(trx, designer_id)
    if (!before.length) return false
    await closeSessions(trx, designer_id)
    const act = { what: 'members.reset-factor', kind: 'designer', id: designer_id, why } as const
    await recordAct(trx, actor, { ...act, before, after: [] }, services.now())
    await enqueueMail(trx, factorsChanged(account, { what: 'reset' }, services.now(), services.publicUrl))
    return true
  })
}
