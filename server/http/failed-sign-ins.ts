import { createHmac } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { clearHits, type Limit } from './limits.ts'

const window = { seconds: 900 }
const perAddress: Limit = { name: 'sign-in:address', most: 100, ...window }
/** Counts by the typed name, whether or not it exists: the only limit that is answered with 429. */
const perNameAndAddress: Limit = { name: 'sign-in:name', most: 10, ...window }
/**
 * Both names of an account share one count. Beyond it every password is wrong, the right one too: a 429, or accepting
 * the right one, would tell which address belongs to which username, or that the guess was good.
 */
const perAccountAndAddress: Limit = { name: 'sign-in:account', most: 10, ...window, isSilent: true }
/** Counts over all addresses: slows attempts down, but never refuses, because anyone could lock the owner out. */
const perName: Limit = {
  name: 'sign-in:anywhere',
  most: 100,
  ...window,
  slowedTo: { name: 'sign-in:slowed', most: 1, seconds: 2 },
}
const perDevice: Limit = { name: 'sign-in:device', most: 10, ...window }

/** Names are stored as hashes only, since people type passwords into the wrong field. */
export const hashName = (secret: string, name: string) =>
  createHmac('sha256', secret).update(`sign-in:${name.toLowerCase()}`).digest('base64url')

/**
 * The limits that a failed sign-in counts under. A device that the account knows has a count of its own, which strangers
 * cannot raise, even at its address. Strangers are counted alike whether or not the account exists.
 */
export const failedSignIn = (attempt: {
  device: string | undefined
  designerId: number | undefined
  name: string
  address: string
}): (readonly [Limit, string])[] => {
  const { device, designerId, name, address } = attempt
  if (device) return [[perDevice, device]]
  return [
    [perAddress, address],
    [perNameAndAddress, `${name}:${address}`],
    [perAccountAndAddress, `${designerId ?? name}:${address}`],
    [perName, name],
  ]
}

/** The limit of a failed sign-in that names no account. */
export const failedSignInAnywhere = (address: string): (readonly [Limit, string])[] => [[perAddress, address]]

/** Limits wrong codes by strangers: with the password, a stranger has ten tries in an hour, 20 in six hours and 30 in a day. */
export const wrongCodesByStrangers: readonly Limit[] = [
  { name: 'factor:hour', most: 10, seconds: 3600 },
  { name: 'factor:hours', most: 20, seconds: 6 * 3600 },
  { name: 'factor:day', most: 30, seconds: 24 * 3600 },
]

/** Resets the counts at this address: an owner who has just set a password is not locked out by earlier failures. */
export async function forgetFailedSignIns(
  db: Db,
  account: { designer_id: number; username: string; email: string },
  { secret, address }: { secret: string; address: string },
) {
  await clearHits(db, perAccountAndAddress, `${account.designer_id}:${address}`)
  for (const limit of wrongCodesByStrangers) await clearHits(db, limit, String(account.designer_id))
  for (const typed of [account.username, account.email]) {
    const name = hashName(secret, typed)
    await clearHits(db, perNameAndAddress, `${name}:${address}`)
    await clearHits(db, perName, name)
  }
}
