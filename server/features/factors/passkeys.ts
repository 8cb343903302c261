import { createHmac } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Assertion, Registration } from '../../../shared/api/factors.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Services } from '../../services.ts'
import { countPasskeyUse, findPasskey, insertChallenge, listPasskeys, takeChallenge } from './queries.ts'

type Needed = Pick<Services, 'db' | 'now' | 'publicUrl' | 'secret'>

const challengeMs = 5 * 60_000
/** EdDSA, ES256 and RS256, as COSE names them: what authenticators have. */
const algorithms = [-8, -7, -257]

/** The domain that passkeys are bound to; of the public address, never of the host that a request names. */
const rpIdOf = (publicUrl: string) => new URL(publicUrl).hostname

const allow = ({ credential_id, transports }: { credential_id: string; transports: string[] }) => ({
  id: credential_id,
  transports,
})

/**
 * The account's id in authenticators: the same for all its passkeys, and derived with the secret, so that it identifies
 * no account to others.
 */
const userHandleOf = (secret: string, designerId: number) =>
  createHmac('sha256', secret).update(`passkey:${designerId}`).digest()

/** What a browser needs to make a passkey that verifies its user and signs in by itself. */
export async function makeRegistrationOptions(
  { db, now, publicUrl, secret }: Needed,
  account: { designer_id: number; username: string; company: string },
) {
  const { designer_id } = account
  const options = await generateRegistrationOptions({
    rpName: siteWords().site_name,
    rpID: rpIdOf(publicUrl),
    userName: account.username,
    userDisplayName: account.company,
    userID: new Uint8Array(userHandleOf(secret, designer_id)),
    timeout: challengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: (await listPasskeys(db, designer_id)).map(allow),
  })
  await insertChallenge(db, {
    challenge: options.challenge,
    designer_id,
    expires_at: new Date(now().getTime() + challengeMs),
  })
  return { ...options }
}

/** What a browser needs to use a passkey: one of an account's, or any that it has for this site. */
export async function makeAuthenticationOptions(
  { db, now, publicUrl }: Needed,
  designerId: number | undefined,
) {
  const passkeys = designerId === undefined ? [] : await listPasskeys(db, designerId)
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(publicUrl),
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(allow),
  })
  await insertChallenge(db, {
    challenge: options.challenge,
    designer_id: null,
    expires_at: new Date(now().getTime() + challengeMs),
  })
  return { ...options }
}

/** A new passkey as it is kept; undefined if it does not answer a challenge of ours to this account. */
export async function readRegistration(services: Needed, designerId: number, credential: Registration) {
  const challenge = challengeOf(credential)
  if (!(await takeChallenge(services.db, challenge, designerId, services.now()))) return undefined
  const verified = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: services.publicUrl,
    expectedRPID: rpIdOf(services.publicUrl),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    sign_count: counter,
    transports: credential.response.transports ?? [],
  }
}

/** The account whose passkey has answered a challenge of ours just now; undefined otherwise. */
export async function provePasskey(services: Needed, credential: Assertion) {
  const { db, now, publicUrl, secret } = services
  const challenge = challengeOf(credential)
  if (!(await takeChallenge(db, challenge, null, now()))) return undefined
  const passkey = await findPasskey(db, credential.id)
  if (!passkey) return undefined
  const { userHandle } = credential.response
  if (userHandle && userHandle !== userHandleOf(secret, passkey.designer_id).toString('base64url'))
    return undefined
  const verified = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: publicUrl,
    expectedRPID: rpIdOf(publicUrl),
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.sign_count),
    },
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const isNew = await countPasskeyUse(db, passkey.passkey_id, verified.authenticationInfo.newCounter, now())
  return isNew ? passkey : undefined
}

/** The challenge that was answered; '' if it cannot be read. */
function challengeOf({ response }: Registration | Assertion): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
