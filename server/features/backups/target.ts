import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config, S3Config } from '../../config.ts'
import { type Files, localFiles } from '../../outside/files.ts'
import { s3Files } from '../../outside/s3-files.ts'

/** A part has up to 16 MB, and no request waits for it: slow lines have time. */
const patient = { tries: 4, tryMs: 120_000, pauseMs: 500, restMs: 10_000 }

/** Opens the place of backups: a folder, made if it is missing, or `s3://bucket` in the store that the S3 settings name. */
export async function openTarget(where: string, { s3 }: Pick<Config, 's3'>): Promise<Files> {
  if (!where.startsWith('s3://')) {
    const folder = resolve(where)
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(error => {
      throw new Error(`Nothing can be written to ${folder} (${error.code}).`)
    })
    return localFiles(folder)
  }
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(where)?.[1]
  if (!bucket) throw new Error(`${where} names no bucket: write s3://bucket.`)
  if (!s3)
    throw new Error(
      `${where} needs the settings S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    )
  const store: S3Config = { ...s3, bucket }
  return s3Files(store, patient)
}
