import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { password, session } from './auth.ts'
import { count, flag, id, requiredText, rowId, timestamp } from './fields.ts'

// The second factor: passkeys, codes of an authenticator app, and recovery codes for when both are lost.

export const factors = z.object({
  passkeys: z.array(
    z.object({
      passkey_id: rowId,
      name: z.string(),
      created_at: timestamp,
      last_used_at: z.nullable(timestamp),
    }),
  ),
  /** Whether codes of an authenticator app are set up. */
  totp: flag,
  /** Unused recovery codes. */
  recovery_left: count,
})
export type Factors = z.output<typeof factors>

const unreadable = 'That passkey couldn’t be read.'
const bytes = z.string(unreadable).check(z.regex(/^[A-Za-z0-9_-]+$/, unreadable))
/** What both of WebAuthn's answers have in their JSON form. */
const publicKeyCredential = {
  id: bytes.check(z.maxLength(1400, unreadable)),
  rawId: bytes.check(z.maxLength(1400, unreadable)),
  type: z.literal('public-key', unreadable),
  clientExtensionResults: z._default(z.object({}), {}),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'], unreadable)),
}
const registration = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))),
  }),
})
export const assertion = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(bytes),
  }),
})
export type Registration = z.output<typeof registration>
export type Assertion = z.output<typeof assertion>

/** Six digits of an app, or a recovery code, with or without spaces and hyphens. */
const code = z
  .string('Enter the code.')
  .check(z.trim(), z.minLength(1, 'Enter the code.'), z.maxLength(40, 'At most 40 characters, please.'))

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
/** Options for the browser in WebAuthn's JSON form. */
const options = z.looseObject({ challenge: z.string() })
const passwordAgain = z.object({ password: password('Password is required') })
/**
 * Proof that the caller may add a factor: the password for the first one; for a further one a `code` or passkey (`proof`) that
 * is there, or the password in a session confirmed by a factor in the last 15 minutes.
 */
const proofToAdd = {
  password: z.optional(password('Password is required')),
  code: z.optional(code),
  proof: z.optional(assertion),
}
const nothing = z.object({})

export const find = endpoint({
  method: 'GET',
  path: '/api/auth/factors',
  who: 'signed in',
  summary: 'One’s own passkeys, whether an authenticator app is set up, and how many recovery codes are left',
  input: nothing,
  output: factors,
})

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/factor',
  who: 'anyone',
  whileSuspended: true,
  summary: 'The second step of signing in, within 5 minutes of the password: a code or a passkey',
  input: z.object({ code: z.optional(code), credential: z.optional(assertion) }),
  output: session,
})

export const confirm = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  who: 'signed in',
  whileSuspended: true,
  summary:
    'Prove again that it is you, for acts of weight in the next 15 minutes: by the password, or by a code or passkey where there is a second factor',
  input: z.object({
    password: z.optional(password('Password is required')),
    code: z.optional(code),
    credential: z.optional(assertion),
  }),
  output: session,
})

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp',
  who: 'signed in',
  whileSuspended: true,
  summary: 'A new secret for an authenticator app; it counts once a code of it is sent',
  needsConfirm: true,
  input: z.object(proofToAdd),
  output: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/api/auth/totp',
  who: 'signed in',
  whileSuspended: true,
  summary: 'Let the new secret count, by a code of it; answers ten new recovery codes, shown this once',
  input: z.object({ code }),
  output: recoveryCodes,
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/api/auth/totp',
  who: 'signed in',
  whileSuspended: true,
  summary: 'Remove the authenticator app; 409 where staff would be left without a second factor',
  needsConfirm: true,
  input: passwordAgain,
  output: factors,
})

export const renewRecovery = endpoint({
  method: 'POST',
  path: '/api/auth/recovery',
  who: 'signed in',
  whileSuspended: true,
  summary: 'Ten new recovery codes in place of all earlier ones, shown this once',
  needsConfirm: true,
  input: z.object(proofToAdd),
  output: recoveryCodes,
})

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  who: 'signed in',
  whileSuspended: true,
  summary: 'What the browser needs to make a passkey; a password that is sent is checked',
  needsConfirm: true,
  input: z.object({ password: z.optional(password('Password is required')) }),
  output: options,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  who: 'signed in',
  whileSuspended: true,
  summary: 'Keep a passkey that the browser has made',
  input: z.object({
    name: requiredText('Give the passkey a name.', maxLength.name),
    credential: registration,
    ...proofToAdd,
  }),
  output: factors,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys',
  who: 'signed in',
  whileSuspended: true,
  summary: 'Remove a passkey; 409 where staff would be left without a second factor',
  needsConfirm: true,
  input: z.object({ passkey_id: id }),
  output: factors,
})

export const challenge = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/challenge',
  who: 'anyone',
  whileSuspended: true,
  summary: 'What the browser needs to sign in or confirm with a passkey',
  input: nothing,
  output: options,
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/login',
  who: 'anyone',
  whileSuspended: true,
  summary: 'Log in with a passkey alone',
  input: z.object({ credential: assertion }),
  output: session,
})
