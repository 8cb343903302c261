import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const root = join(import.meta.dirname, '..')
export const webFolder = join(root, 'dist/web')
const stamp = join(root, 'dist/web.stamp')
const compress = promisify(brotliCompress)

/** Builds the web application into dist/web unless what lies there was made from the same sources. */
export async function buildWeb(): Promise<void> {
  const sources = await fingerprint()
  if ((await readFile(stamp, 'utf8').catch(() => '')) === sources) return
  const { build } = await import('vite')
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await compressAll(webFolder)
  await writeFile(stamp, sources)
}

/** Stands for the content of everything the build reads. */
async function fingerprint() {
  const names = ['vite.config.ts', 'package-lock.json']
  for (const folder of ['web', 'shared'])
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) names.push(join(entry.parentPath, entry.name).slice(root.length + 1))
  const hash = createHash('sha256')
  for (const name of names.sort()) hash.update(name).update(await readFile(join(root, name)))
  return hash.digest('hex')
}

/** Text assets also as brotli at its best, so that no request pays for it. */
async function compressAll(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !/\.(js|css|svg|json|txt)$/.test(path) || (await stat(path)).size < 1024) continue
    const bytes = await readFile(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${path}.br`, await compress(bytes, { params }))
  }
}

if (import.meta.main) await buildWeb()
