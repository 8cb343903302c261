import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

// Where a logo is shown without its name, its pictures are named by tokens: the list that shows it and the logo,
// encrypted in one block of AES under a key of the site's secret. A token reveals nothing and cannot be guessed. The same
// logo in the same list has the same token for every viewer, so that browsers can cache the picture.

/** The features that name pictures by tokens, each with its own key. A list is a book on the bench or a day of Blind. */
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
  // Eight bytes of zeros authenticate the token: another one passes by chance once in 2⁶⁴.
  if (block.readBigUInt64BE(8) !== 0n) return undefined
  return { list: block.readUInt32BE(0), logo_id: block.readUInt32BE(4) }
}
