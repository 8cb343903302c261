import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from './files.ts'
import { makeMailPicture, pictureHash } from './images.ts'

// The pictures that a mail's HTML names as `cid:`. Mail programs show neither SVG nor `data:`, and most ask before they load
// a picture from a site.

/** A picture as it is attached to a mail. */
type MailPicture = { cid: string; type: 'image/png' | 'image/jpeg'; bytes: Buffer }

/** Replaces the names of missing pictures in a mail's HTML, and reads the others. */
export type FindMailPictures = (html: string) => Promise<{ html: string; pictures: MailPicture[] }>

const wordmarks: MailPicture[] = ['wordmark', 'wordmark-dark'].map(cid => ({
  cid,
  type: 'image/png',
  bytes: readFileSync(join(import.meta.dirname, `${cid}.png`)),
}))

/** The content id of a logo that a mail shows `side` px wide. The same picture in the same size is attached once. */
export const logoCid = (image: string, side: number) => `logo-${pictureHash(image)}-${side}`

const logoName = /^logo-([0-9a-f]{32})-(\d{1,3})$/

/** The content id of the picture of a logo's plate. */
export const plateCid = (logoId: number) => `plate-${logoId}`

const plateName = /^plate-(\d{1,9})$/

/** Draws a logo's plate as JPEG; undefined for a hidden logo. */
type DrawPlate = (logoId: number) => Promise<Buffer | undefined>

/**
 * Pictures of logos are made when a mail is sent, not when it is written: a row of the outbox holds their names only. A
 * logo that is deleted by then leaves an empty square beside its title. A plate that can't be drawn is left out, and the
 * letter is sent without it.
 */
export function mailPictures(files: Files, drawPlate: DrawPlate): FindMailPictures {
  async function find(cid: string): Promise<MailPicture | undefined> {
    const [, logoId] = plateName.exec(cid) ?? []
    if (logoId) {
      const bytes = await drawPlate(Number(logoId)).catch(() => undefined)
      return bytes && { cid, type: 'image/jpeg', bytes }
    }
    const [, hash, side] = logoName.exec(cid) ?? []
    if (!hash) return wordmarks.find(wordmark => wordmark.cid === cid)
    const bytes = await makeMailPicture(files, hash, Number(side))
    return bytes && { cid, type: 'image/jpeg', bytes }
  }
  return async html => {
    const pictures: MailPicture[] = []
    let rest = html
    for (const cid of new Set([...html.matchAll(/ src="cid:([\w-]+)"/g)].map(match => match[1]!))) {
      const picture = await find(cid)
      if (picture) pictures.push(picture)
      else rest = rest.replaceAll(new RegExp(`<img [^>]*src="cid:${cid}"[^>]*>`, 'g'), '')
    }
    return { html: rest, pictures }
  }
}

/** A mail's HTML with its pictures as data URLs, for a frame in a browser. */
export const inlinePictures = (
  html: string,
  pictures: readonly { cid: string; type: string; bytes: Buffer }[],
) =>
  pictures.reduce(
    (text, { cid, type, bytes }) =>
      text.replaceAll(`cid:${cid}"`, `data:${type};base64,${bytes.toString('base64')}"`),
    html,
  )
