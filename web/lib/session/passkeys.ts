import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import * as api from '../../../shared/api.ts'
import { call } from '../api/call.ts'

/** Whether this browser knows passkeys. */
export const knowsPasskeys = () => typeof PublicKeyCredential === 'function'

/** Lets the browser use a passkey of this site; what it answers is sent to the server. */
export async function askForPasskey() {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await call(api.factors.challenge, {})
  const answer = await startAuthentication({
    optionsJSON: optionsJSON as unknown as PublicKeyCredentialRequestOptionsJSON,
  })
  return { ...answer, clientExtensionResults: {} }
}

/** Lets the browser make a passkey for this site, once the server has found the password right. */
export async function makePasskey(password: string) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await call(api.factors.passkeyOptions, { password })
  const answer = await startRegistration({
    optionsJSON: optionsJSON as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  return { ...answer, clientExtensionResults: {} }
}
