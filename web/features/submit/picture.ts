import { checkFit, fitMessages, maxFitBytes, sniffFit } from '../../../shared/rules/fit.ts'
import { checkImage, checkImageFile, sniffImage } from '../../../shared/rules/image.ts'
import { type EmbeddedFacts, noEmbedded, readEmbedded } from './embedded-facts.ts'

/** A valid chosen picture. `url` is an object URL of this page; `note` says how it was fitted. */
export type Picture = { file: File; url: string; side: number; note?: string }

/** A chosen picture that breaks a rule, and can be fitted. */
export type Misfit = { file: File; isAnimated: boolean }

/** A chosen file: the picture or its error, what can be fitted, and what the file says of itself. */
export type Chosen = { file: File; result: Picture | string; misfit?: Misfit; embedded: EmbeddedFacts }

/** The length of the beginning of a file that tells its kind, for a file that is not read as a whole. */
const headBytes = 65_536

/** Reads a chosen file in every way the form needs. */
export async function readChosen(file: File): Promise<Chosen> {
  const result = await readPicture(file)
  const bytes = file.size <= maxFitBytes ? await file.arrayBuffer().catch(() => undefined) : undefined
  const embedded = bytes ? await readEmbedded(bytes) : noEmbedded
  if (typeof result !== 'string') return { file, result, embedded }
  const view = new Uint8Array(
    bytes ??
      (await file
        .slice(0, headBytes)
        .arrayBuffer()
        .catch(() => [])),
  )
  const header = sniffFit(view)
  // A file that is no picture needs only one sentence.
  if (!header) return { file, result, embedded }
  const refusal = bytes ? checkFit(view) : fitMessages.bytes
  if (refusal) return { file, result: `${result.replace(/\.$/, '')}. ${refusal}`, embedded }
  const isAnimated = header.kind === 'raster' && header.isAnimated
  return { file, result, embedded, misfit: { file, isAnimated } }
}

/** Reads a picture, or returns its error. The bytes are copied, because the file may change or be deleted. */
export async function readPicture(file: File): Promise<Picture | string> {
  // A file that is too large is not read.
  const isTooLarge = checkImage({ bytes: file.size, width: 1, height: 1 })
  if (isTooLarge) return isTooLarge
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return 'We couldn’t read this file.'
  const view = new Uint8Array(bytes)
  const fault = checkImageFile(view)
  if (fault) return fault
  const copy = new File([bytes], file.name, { type: file.type })
  return { file: copy, url: URL.createObjectURL(copy), side: sniffImage(view)!.width }
}

/** The file's name without its extension, as the initial title. */
export const titleOf = (name: string) => name.replace(/\.[^.]+$/, '').trim()
