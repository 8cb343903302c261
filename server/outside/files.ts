import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, opendir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Where pictures and vector originals are kept. A name is `folder/file` in lower case, such as `images/<hash>-160.avif`; the
 * folder says who may see it: `images/` is served to everyone, `originals/` to no one, `vectors/` to owner and chair.
 * A stored file is never changed in place: the same name always means the same bytes.
 */
export interface Files {
  /** Stores the bytes; they survive a power cut once this resolves. Idempotent. A name of another form is a RangeError. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or undefined when there is no such file, also for a name that no file can have. */
  get(name: string): Promise<Buffer | undefined>
  has(name: string): Promise<boolean>
  /** Idempotent: removing what is not there succeeds. */
  remove(name: string): Promise<void>
  /** The names in a folder that begin with these two characters, in no order. With every pair of them: the whole folder. */
  list(folder: string, shard: string): Promise<string[]>
  /** Bytes of the disk that the files are on; a store that is no disk has none. */
  findSpace?(): Promise<{ free: number; total: number }>
}

const nameForm = /^[a-z][a-z0-9-]{0,31}\/[a-z0-9][a-z0-9-]{1,127}(\.[a-z0-9]{1,8})?$/

/** Whether a file can have this name. */
export const isFileName = (name: string) => nameForm.test(name)

/** The file of a vector original, by the name in its row. */
export const vectorFile = (name: string) => `vectors/${name}`

/** Refuses to write under a name that no file can have. */
export function mustBeFileName(name: string) {
  if (!isFileName(name)) throw new RangeError('Not a name for a stored file')
}

/** Files on a local disk, under `folder`, spread by the first two characters of their names: folders stay small. */
export function localFiles(folder: string): Files {
  // No valid name begins with a dot, so a partly written file can never be read.
  const partial = join(folder, '.partial')

  /** Shards whose own entries are on disk already. */
  const durableShards = new Set<string>()

  function pathOf(name: string): string {
    const [family, file] = name.split('/') as [string, string]
    return join(folder, family, file.slice(0, 2), file)
  }

  return {
    async put(name, bytes) {
      mustBeFileName(name)
      const path = pathOf(name)
      const draft = join(partial, randomUUID())
      await mkdir(partial, { recursive: true })
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeDurably(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      // The new entry, and the folders that may be as new as the file, must be on disk too.
      const shard = dirname(path)
      await syncFolder(shard)
      if (durableShards.has(shard)) return
      for (const holder of [dirname(shard), folder]) await syncFolder(holder)
      durableShards.add(shard)
    },

    async get(name) {
      return isFileName(name) ? readFile(pathOf(name)).catch(unlessAbsent(undefined)) : undefined
    },

    async has(name) {
      if (!isFileName(name)) return false
      return access(pathOf(name), constants.R_OK).then(() => true, unlessAbsent(false))
    },

    async remove(name) {
      mustBeFileName(name)
      const path = pathOf(name)
      const gone = await rm(path).then(() => true, unlessAbsent(false))
      if (gone) await syncFolder(dirname(path))
    },

    async list(family, shard) {
      const names = await readdir(join(folder, family, shard)).catch(unlessAbsent<string[]>([]))
      return names.map(file => `${family}/${file}`).filter(isFileName)
    },

    async findSpace() {
      // Before the first file there is no folder.
      const { bsize, bavail, blocks } = await statfs(folder).catch(() => statfs(dirname(folder)))
      return { free: bavail * bsize, total: blocks * bsize }
    },
  }
}

/** The names of all files under `folder`, as `localFiles` spreads them there. */
export async function* listLocalFiles(folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    const [family, , file] = join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .split('/')
    const name = `${family}/${file}`
    if (entry.isFile() && isFileName(name)) yield name
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Turns "no such file" into `absent`; a disk that fails must not look like an empty one. */
function unlessAbsent<T>(absent: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code === 'ENOENT') return absent
    throw error
  }
}
