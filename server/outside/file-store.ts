import type { FilesConfig } from '../config.ts'
import { type Files, listLocalFiles, localFiles } from './files.ts'
import { s3Files } from './s3-files.ts'

/** The files that the settings name. */
export function openFiles(config: FilesConfig): Files {
  return config.kind === 's3' ? s3Files(config) : localFiles(config.folder)
}

/** Concurrent copies. */
const copiesAtOnce = 8

/**
 * Copies what lies in a folder into another store. May be stopped, and run again, while the site writes into either:
 * a name always means the same picture. Rejects at the first file that cannot be copied.
 */
export async function copyFolder(
  folder: string,
  to: Files,
  onProgress: (progress: { copied: number; there: number }) => void,
) {
  const from = localFiles(folder)
  const names = listLocalFiles(folder)
  const progress = { copied: 0, there: 0 }
  async function work() {
    for await (const name of names) {
      const isThere = await to.has(name)
      const bytes = isThere ? undefined : await from.get(name)
      if (bytes) await to.put(name, bytes)
      // Neither store has the file: the site has removed it since it was listed.
      if (isThere) progress.there++
      else if (bytes) progress.copied++
      onProgress(progress)
    }
  }
  await Promise.all(Array.from({ length: copiesAtOnce }, work))
  return progress
}
