import { checkImage, checkImageFile, sniffImage } from '../../../shared/rules/image.ts'

/** A valid chosen picture. `url` is an object URL of this page. */
export type Picture = { file: File; url: string; side: number }

/** Reads a chosen file, or returns its error. The bytes are copied, because the file may change or be deleted. */
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

/** The file as a data URL: base64 with its type. */
export function readDataUrl(file: Blob) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

/** The file's name without its extension, as the initial title. */
export const titleOf = (name: string) => name.replace(/\.[^.]+$/, '').trim()
