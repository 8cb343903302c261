import { mkdir, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Config, S3Config } from '../../config.ts'
import { type Files, localFiles } from '../../outside/files.ts'
import { s3Files } from '../../outside/s3-files.ts'

/** A part has up to 16 MB, and no request waits for it: slow lines have time. */
const patient = { tries: 4, tryMs: 120_000, pauseMs: 500, restMs: 10_000 }

type Where = Pick<Config, 's3' | 'files'>

/**
 * Opens the place of backups, for a backup (a folder is made if it is missing) or for a restore: a folder, or `s3://bucket` in
 * the store that the S3 settings name. The place of the pictures is refused: a backup would copy nothing, and pruning it would
 * remove the site's own pictures.
 */
export async function openTarget(
  where: string,
  config: Where,
  purpose: 'backup' | 'restore' = 'backup',
): Promise<Files> {
  if (!where.startsWith('s3://')) return openFolder(resolve(where), config, purpose)
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(where)?.[1]
  if (!bucket) throw new Error(`${where} names no bucket: write s3://bucket.`)
  if (!config.s3)
    throw new Error(
      `${where} needs the settings S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    )
  if (config.files.kind === 's3' && config.files.bucket === bucket)
    throw new Error(
      `${where} is where the site’s pictures are (S3_BUCKET). Name a bucket of its own for backups.`,
    )
  const store: S3Config = { ...config.s3, bucket }
  return s3Files(store, patient)
}

async function openFolder(folder: string, { files }: Where, purpose: 'backup' | 'restore'): Promise<Files> {
  if (purpose === 'restore')
    await readdir(folder).catch(error => {
      throw new Error(
        error.code === 'ENOENT'
          ? `There is no folder ${folder}.`
          : `Nothing can be read from ${folder} (${error.code}).`,
      )
    })
  if (files.kind === 'folder') {
    const [place, pictures] = await Promise.all([findRealPath(folder), findRealPath(files.folder)])
    if (isWithin(place, pictures) || isWithin(pictures, place))
      throw new Error(
        `${folder} holds the site’s pictures, or lies among them (${files.folder}). Name a folder of its own for backups, best on another disk.`,
      )
  }
  if (purpose === 'backup')
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(error => {
      throw new Error(`Nothing can be written to ${folder} (${error.code}).`)
    })
  return localFiles(folder)
}

/** Resolves symbolic links, also where the last folders of the path do not exist yet. */
async function findRealPath(path: string): Promise<string> {
  return realpath(path).catch(async error => {
    if (error.code !== 'ENOENT') return path
    return join(await findRealPath(dirname(path)), basename(path))
  })
}

const isWithin = (path: string, folder: string) => !/^\.\.(\/|$)/.test(relative(folder, path))
