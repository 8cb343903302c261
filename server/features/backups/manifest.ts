import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Files } from '../../outside/files.ts'

// A backup in a store of files: `backups/<id>.json` is its manifest, written last, so that a backup without one was not
// finished. `parts/<SHA-256>.zst` are pieces of tables and of the index of pictures, named by their own bytes: backups
// share those that are the same. Pictures have their own names, which never mean another picture.

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** `bytes` as stored, compressed. */
const part = z.object({ sha256, bytes: z.int(), rows: z.int() })
export type Part = z.output<typeof part>

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  parts: z.array(part),
})
export type DumpedTable = z.output<typeof table>

const manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  /** The installation that it is of: a place keeps the backups of one. */
  installation: z.uuid(),
  made_at: z.iso.datetime(),
  /** Version of the program that made it. */
  program: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  /** By folder and the first two characters of the names. Each row of a part: name, bytes and SHA-256 of a picture. */
  pictures: z.array(
    z.object({ folder: z.string(), shard: z.string(), files: z.int(), bytes: z.int(), part }),
  ),
  /** Tells whether a restored site has the same SECRET, without telling the secret. */
  secret_fingerprint: z.string(),
  proof: z.object({ at: z.iso.datetime(), tables: z.int(), rows: z.int(), pictures: z.int() }),
})
export type Manifest = z.output<typeof manifest>

/** Thrown where a file of a backup differs from what was written. */
export class Damaged extends Error {}

export const hashOfBytes = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** A value that only the same SECRET gives. It is derived for this alone, and opens nothing. */
export const fingerprintOf = (secret: string) =>
  createHmac('sha256', secret).update('colophon:backup-fingerprint').digest('hex').slice(0, 16)

export const partName = (sha256: string) => `parts/${sha256}.zst`

/** The manifest of a backup that began at `at`: ids sort by time, and begin with the century, which is their shard. */
export const idOf = (at: Date) => at.toISOString().replace(/[-:.]/g, '').toLowerCase()
const manifestName = (id: string) => `backups/${id}.json`
const shardOfIds = '20'

/** Ids of the finished backups of a place, oldest first. */
export async function listBackups(target: Files): Promise<string[]> {
  const names = await target.list('backups', shardOfIds)
  return names.map(name => name.replace(/^backups\/|\.json$/g, '')).sort()
}

export async function writeManifest(target: Files, written: Manifest): Promise<void> {
  const text = JSON.stringify(written)
  await target.put(
    manifestName(written.id),
    Buffer.from(`${JSON.stringify({ sha256: hashOfBytes(text) })}\n${text}\n`),
  )
}

/** Reads a finished backup; throws a sentence if there is none, if it is damaged, or of a newer program. */
export async function readManifest(target: Files, id: string): Promise<Manifest> {
  const name = manifestName(id)
  const bytes = await target.get(name)
  if (!bytes) throw new Error(`There is no backup '${id}' here.`)
  const [head = '', text = ''] = bytes.toString().split('\n')
  if (!isWhole(head, text))
    throw new Damaged(`${name} is damaged, or is no backup of this program. Nothing was changed.`)
  const written = JSON.parse(text)
  if (written.format !== 1)
    throw new Error(
      `${name} was made by version ${written.program}, in a form that is newer than this program.`,
    )
  return manifest.parse(written)
}

function isWhole(head: string, text: string): boolean {
  try {
    return JSON.parse(head).sha256 === hashOfBytes(text)
  } catch {
    return false
  }
}

/** Reads a finished backup; undefined if it is damaged. */
export const findManifest = (target: Files, id: string): Promise<Manifest | undefined> =>
  readManifest(target, id).catch(unlessDamaged)

/** Turns damage into undefined. */
export function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof Damaged)) throw error
}

export const removeManifest = (target: Files, id: string) => target.remove(manifestName(id))

/** Every part that a backup names. */
export const partsOf = ({ tables, pictures }: Pick<Manifest, 'tables' | 'pictures'>): Part[] => [
  ...tables.flatMap(table => table.parts),
  ...pictures.map(({ part }) => part),
]
