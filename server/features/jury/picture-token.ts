import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

// A bench's pictures are named by tokens: the book and the logo, encrypted in one block of AES under a key of the site's
// secret. Nothing can be read from a token, none can be guessed, and the same logo has the same one for every juror of
// a book, so that a browser keeps the picture.

const keys = new Map<string, Buffer>()

function keyOf(secret: string) {
  let key = keys.get(secret)
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', 'pictures of the bench', 32))
    keys.set(secret, key)
  }
  return key
}

/** 32 hexadecimal digits. */
export function pictureToken(secret: string, bookId: number, logoId: number): string {
  const block = Buffer.alloc(16)
  block.writeUInt32BE(bookId, 0)
  block.writeUInt32BE(logoId, 4)
  const cipher = createCipheriv('aes-256-ecb', keyOf(secret), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('hex')
}

/** What a token names; undefined for one that was not made here. */
export function readPictureToken(secret: string, token: string) {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined
  const decipher = createDecipheriv('aes-256-ecb', keyOf(secret), null).setAutoPadding(false)
  const block = Buffer.concat([decipher.update(Buffer.from(token, 'hex')), decipher.final()])
  // Eight bytes of zeros tell our own from 2⁶⁴ others.
  if (block.readBigUInt64BE(8) !== 0n) return undefined
  return { book_id: block.readUInt32BE(0), logo_id: block.readUInt32BE(4) }
}
