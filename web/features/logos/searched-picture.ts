import { checkSearchedFile } from '../../../shared/rules/avatar.ts'
import { readDataUrl } from '../../lib/browser/data-url.ts'
import { shrinkPicture } from '../../lib/browser/shrink-picture.ts'

/** A small copy of a picture to search with, or why it was refused. */
type SearchedPicture = {
  name: string
  taken_at: number
  designer_id: number | undefined
  file_base64: string
  fault?: string | undefined
}

const mostKept = 5
/** The longer side of what is sent, in pixels, at most: the server reads a searched picture at 192. */
const mostSide = 400
/** The pictures taken last on this page, by the moment. */
const kept = new Map<number, SearchedPicture>()

/** The designer's picture that an address names; undefined for another tab's or designer's, and after a reload. */
export function readSearchedPicture(params: URLSearchParams, designerId: number | undefined) {
  const picture = kept.get(Number(params.get('picture')))
  return picture?.designer_id === designerId ? picture : undefined
}

/** Keeps a dropped, pasted or chosen file for the page that it gives the address of: Back leads there again. */
export async function keepSearchedPicture(file: File, designerId: number | undefined): Promise<string> {
  const bytes = await file.arrayBuffer().catch(() => undefined)
  const fault = bytes ? checkSearchedFile(new Uint8Array(bytes)) : 'We couldn’t read this file.'
  const file_base64 = fault ? '' : await readDataUrl(await shrink(file))
  const taken_at = Date.now()
  kept.set(taken_at, { name: file.name, taken_at, designer_id: designerId, file_base64, fault })
  for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
  return `/similar?picture=${taken_at}`
}

/** Each emphasis and page sends the picture again. One that the browser can't draw is sent as it is: the server says what is wrong with it. */
const shrink = (file: File): Promise<Blob> =>
  shrinkPicture(file, mostSide).then(
    canvas => canvas.convertToBlob(),
    () => file,
  )
