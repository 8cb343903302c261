/** SHA-256 and HMAC-SHA256: Node's in the server (`node-digest.ts`), WebCrypto in a reader's browser. */
export interface Digest {
  sha256(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array>
  hmac(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array>
}

/** WebCrypto, which browsers offer to pages over https and from localhost. */
export const webDigest: Digest = {
  sha256: async bytes => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  async hmac(key, message) {
    const imported = await importKey(key)
    return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
  },
}

let lastKey: { hex: string; imported: Promise<CryptoKey> } | undefined

/** A draw uses one key some 25,000 times: the last import is kept. */
function importKey(key: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const hex = toHex(key)
  if (lastKey?.hex !== hex)
    lastKey = {
      hex,
      imported: crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    }
  return lastKey.imported
}

const encoder = new TextEncoder()
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

export const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

/** Throws on anything but whole bytes in lower-case hexadecimal. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new Error('Not hexadecimal')
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  )
}
