import type { BlindDay, BlindNames, BlindResult } from '../../../shared/api/blind.ts'
import { blindNamesKey } from '../../../shared/rules/blind.ts'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))

/**
 * Decrypts the names on the device: the server's answer to the five, without how many others kept them. For a device
 * without a connection. Rejects where the page isn't secure, since the browser then has no cryptography.
 */
export async function openNames({ names }: BlindDay, kept: readonly number[]): Promise<BlindResult> {
  const { password, iterations, hash } = blindNamesKey
  const base = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveKey',
  ])
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash, salt: bytesOf(names.salt), iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  )
  const sealed = bytesOf(names.text)
  const text = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: sealed.subarray(0, 12) },
    key,
    sealed.subarray(12),
  )
  const opened: BlindNames = JSON.parse(new TextDecoder().decode(text))
  return {
    players: 0,
    tiles: opened.tiles.map(tile => tile && { ...tile, kept_ct: null }),
    liked_ct: kept.filter(place => opened.liked.includes(place)).length,
  }
}
