import type { Assertion } from '../../../shared/api/factors.ts'
import { transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { enqueueMail } from '../mail/queries.ts'
import { provePasskey } from '../passkeys/webauthn.ts'
import { factorsChanged } from './messages.ts'
import { countRecoveryCodes, findTotp, lockFactors, takeRecoveryCode, takeTotpStep } from './queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findStep } from './totp.ts'

type Needed = Pick<Services, 'db' | 'now' | 'publicUrl' | 'secret'>
export type Proof = { code?: string | undefined; credential?: Assertion | undefined }

/** Limits wrong codes of an account over all addresses: a password that leaked leaves no time to try a million codes. */
export const wrongCodesPerAccount = { name: 'factor:account', most: 30, seconds: 3600 }

/** Whether this proves the account's second factor. Each proof counts once. */
export async function proveFactor(services: Needed, designerId: number, { code, credential }: Proof) {
  if (credential) return (await provePasskey(services, credential))?.designer_id === designerId
  if (code === undefined) return false
  const digits = code.replace(/\s/g, '')
  return /^\d{6}$/.test(digits)
    ? proveTotp(services, designerId, digits)
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
