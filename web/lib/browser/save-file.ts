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

/**
 * Downloads a file of ours by fetch instead of a link, because a refused link shows no error. Resolves to the sentence of a
 * refusal; rejects without an answer.
 */
export async function download(path: string): Promise<string | undefined> {
  const answer = await fetch(path)
  if (!answer.ok) return (await answer.json()).error
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  saveFile(await answer.blob(), name ?? 'download')
}
