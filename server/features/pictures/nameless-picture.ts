import { imageStem } from '../../../shared/rules/image-url.ts'
import type { Files } from '../../outside/files.ts'
import { presentName } from '../../outside/images.ts'

/** The media types of the pictures that are named by tokens, by ending. */
const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

/** Splits the name of a picture that is named by a token: the token, which file of the logo, and its media type. */
export function splitNamelessName(name: string) {
  const [, token, which, ending] =
    /^([0-9a-f]{32})-((?:(?:160|320|640|900)|strip(?=\.webp))\.(avif|webp))$/.exec(name) ?? []
  return token && which && ending ? { token, which, type: types[ending]! } : undefined
}

/** Reads one of a logo's files, such as `320.avif`, or the one that stands in for it. */
export async function readNameless(files: Files, image: string, which: string) {
  const file = `${imageStem(image)}-${which}`.slice('/images/'.length)
  const present = presentName(file)
  return (await files.get(`images/${file}`)) ?? (present && (await files.get(present)))
}
