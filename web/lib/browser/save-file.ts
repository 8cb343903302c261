import { revokeLater } from './object-url.ts'

/** Saves a file as a download. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Revoked later: the browser has not read it yet.
  revokeLater(link.href)
}
