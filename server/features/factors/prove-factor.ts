import type { Assertion } from '../../../shared/api/factors.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { failedSignIn, failedSignInAnywhere, wrongCodesByStrangers } from '../../http/failed-sign-ins.ts'
import { countOf, type Limit } from '../../http/limits.ts'
import type { Services } from '../../services.ts'
import { enqueueMail } from '../mail/queries.ts'
import { factorsChanged } from './messages.ts'
import { provePasskey } from './passkeys.ts'
import { countRecoveryCodes, findTotp, lockFactors, takeRecoveryCode, takeTotpStep } from './queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findStep } from './totp.ts'

type Needed = Pick<Services, 'db' | 'now' | 'publicUrl' | 'secret'>
export type Proof = { code?: string | undefined; credential?: Assertion | undefined }

const wrongRecoveryCodes: Limit = { name: 'factor:recovery', most: 10, seconds: 3600 }

const isTotpCode = (code: string) => /^\d{6}$/.test(code.replace(/\s/g, ''))

/**
 * The limits that a wrong second step of signing in counts under. A known device, recovery codes and passkeys have counts
 * of their own, so that strangers with the password cannot lock the owner out.
 */
export function failedSecondStep(
  { code, credential }: Proof,
  attempt: { device: string | undefined; designerId: number; name: string; address: string },
): (readonly [Limit, string])[] {
  const { device, designerId, address } = attempt
  if (credential) return failedSignInAnywhere(address)
  if (device) return failedSignIn(attempt)
  if (code === undefined || !isTotpCode(code))
    return [...failedSignInAnywhere(address), [wrongRecoveryCodes, `${designerId}:${address}`]]
  return [...failedSignIn(attempt), ...wrongCodesOf(designerId)]
}

/** The limits of wrong codes to confirm a session: its own, so that a stranger's session does not use up the owner's. */
export const failedConfirmation = ({ credential }: Proof, session: string): (readonly [Limit, string])[] =>
  credential ? [] : wrongCodesByStrangers.map(limit => [limit, `session:${session}`] as const)

const wrongCodesOf = (designerId: number) =>
  wrongCodesByStrangers.map(limit => [limit, String(designerId)] as const)

/** Whether strangers have used up their codes for this hour. */
export const areCodesUsedUp = async (db: Db, designerId: number, now: Date) =>
  (await countOf(db, wrongCodesByStrangers[0]!, String(designerId), now)) >= wrongCodesByStrangers[0]!.most

/** Whether this proves the account's second factor. Each proof counts once. */
export async function proveFactor(services: Needed, designerId: number, { code, credential }: Proof) {
  if (credential) return (await provePasskey(services, credential))?.designer_id === designerId
  if (code === undefined) return false
  return isTotpCode(code)
    ? proveTotp(services, designerId, code.replace(/\s/g, ''))
    : proveRecoveryCode(services, designerId, code)
}

async function proveTotp({ db, now, secret }: Needed, designerId: number, code: string) {
  const sealed = (await findTotp(db, designerId))?.secret
  if (!sealed) return false
  const step = findStep(secret, { designerId, sealed }, code, now())
  return step !== undefined && takeTotpStep(db, designerId, step)
}

function proveRecoveryCode({ db, now, secret, publicUrl }: Needed, designerId: number, code: string) {
  return transaction(db, async trx => {
    const account = await lockFactors(trx, designerId)
    if (!account) return false
    if (!(await takeRecoveryCode(trx, designerId, hashRecoveryCode(secret, designerId, code)))) return false
    const left = await countRecoveryCodes(trx, designerId)
    await enqueueMail(trx, factorsChanged(account, { what: 'code used', left }, now(), publicUrl))
    return true
  })
}
