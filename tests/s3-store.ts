import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../server/config.ts'

// Debian's own Python: where its packages are.
const python = '/usr/bin/python3'

/** Whether Swift can be run here: Debian's `python3-swift`. */
export const canRunS3Store = spawnSync(python, ['-c', 'import swift.common.wsgi, swift.obj']).status === 0

/** A real S3 store on this machine that checks every signature, with an empty bucket. `close` forgets everything. */
export async function startS3Store(): Promise<S3Config & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-s3-'))
  const program = join(import.meta.dirname, 's3-store.py')
  // It ends with its input, so even when this process is killed.
  const child = spawn(python, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const endpoint = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', line => resolve(String(line).trim()))
    child.once('exit', code => reject(new Error(`The S3 store ended with ${code}`)))
  })
  const store = {
    endpoint,
    region: 'test-region',
    bucket: 'pictures',
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
  }
  const made = await new AwsClient({ ...store, service: 's3' }).fetch(`${endpoint}/${store.bucket}`, {
    method: 'PUT',
  })
  if (!made.ok) throw new Error(`The S3 store made no bucket: ${made.status}`)
  return {
    ...store,
    async close() {
      child.stdin.end()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same store as the program's settings name it. */
export const s3Settings = (store: S3Config) => ({
  S3_ENDPOINT: store.endpoint,
  S3_REGION: store.region,
  S3_BUCKET: store.bucket,
  S3_ACCESS_KEY_ID: store.accessKeyId,
  S3_SECRET_ACCESS_KEY: store.secretAccessKey,
})
