import { type Config, dataPaths } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { countPictureJobs } from '../features/pictures/queries.ts'
import { copyFolder, openFiles } from '../outside/file-store.ts'
import { Mistake, say } from './mistake.ts'

export async function showPictureJobs(db: Db) {
  const { uploads, earlier } = await countPictureJobs(db)
  say(
    `${uploads} new uploads wait for the rest of their pictures, ${earlier} older pictures are to be made anew`,
  )
}

/** Run before the site moves to an S3 store, and once more after it, for what came in between. */
export async function copyPicturesAtShell(config: Config) {
  if (config.files.kind !== 's3')
    throw new Mistake('Set S3_ENDPOINT and the other settings of S3: they say where to copy to.')
  const { files: folder } = dataPaths(config)
  const { copied, there } = await copyFolder(folder, openFiles(config.files), progress => {
    if ((progress.copied + progress.there) % 1000 === 0) say(`${progress.copied} copied`)
  })
  say(`${copied} files copied, ${there} were there already`)
}
