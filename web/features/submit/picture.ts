import { checkImage, checkImageFile, sniffImage } from '../../../shared/rules/image.ts'

/** A chosen picture that may be sent. `url` is for this page alone. */
export type Picture = { file: File; url: string; side: number }

/** Takes a chosen file in, or says what is wrong with it. The bytes are copied: the file may change or go. */
export async function readPicture(file: File): Promise<Picture | string> {
  // What is too large is not even read.
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

/** The file's name without its extension: a title to begin with. */
export const titleOf = (name: string) => name.replace(/\.[^.]+$/, '').trim()
