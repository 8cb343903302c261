import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

// Where a logo is shown without its name, its pictures are named by tokens: the list that shows it and the logo, encrypted in
// one block of AES under a key of the site's secret. Nothing can be read from a token, none can be guessed, and the same logo
// in the same list has the same one for every viewer, so that a browser keeps the picture.

/** What names its pictures by tokens, each with a key of its own; a list is a book on the bench, a day of Blind. */
type Purpose = 'bench' | 'blind'
type Named = { list: number; logo_id: number }

const keys = new Map<string, Buffer>()

function keyOf(secret: string, purpose: Purpose) {
  const name = `${purpose} ${secret}`
  let key = keys.get(name)
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', `pictures of the ${purpose}`, 32))
    keys.set(name, key)
  }
  return key
}

/** 32 hexadecimal digits. */
export function pictureToken(secret: string, purpose: Purpose, { list, logo_id }: Named): string {
  const block = Buffer.alloc(16)
  block.writeUInt32BE(list, 0)
  block.writeUInt32BE(logo_id, 4)
  const cipher = createCipheriv('aes-256-ecb', keyOf(secret, purpose), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('hex')
}

/** What a token names; undefined for one that was not made here. */
export function readPictureToken(secret: string, purpose: Purpose, token: string): Named | undefined {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined
  const decipher = createDecipheriv('aes-256-ecb', keyOf(secret, purpose), null).setAutoPadding(false)
  const block = Buffer.concat([decipher.update(Buffer.from(token, 'hex')), decipher.final()])
  // Eight bytes of zeros tell our own from 2⁶⁴ others.
  if (block.readBigUInt64BE(8) !== 0n) return undefined
  return { list: block.readUInt32BE(0), logo_id: block.readUInt32BE(4) }
}
