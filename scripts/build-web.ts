import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import packageJson from '../package.json' with { type: 'json' }
import { firstScreenConfig } from './first-screen-build.ts'

const root = join(import.meta.dirname, '..')
const builds = join(root, 'dist')
const compress = promisify(brotliCompress)
const run = promisify(execFile)
/** How many builds are kept: a running program keeps serving the build it started with. */
const keep = 4

/**
 * Returns the folder of the web application built from the present sources, and builds it if there is none. Each
 * state of the sources has its own folder, renamed into place when complete, because several programs may start at
 * the same time.
 */
export async function buildWeb(): Promise<string> {
  const build = (await fingerprint()).slice(0, 16)
  const folder = join(builds, `web-${build}`)
  if (await exists(folder)) return folder
  const partial = `${folder}.${randomUUID()}.partial`
  const vite = await import('vite')
  // Always a production build, for any NODE_ENV: React's development build is half as large again, and slow.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await vite.build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: partial, emptyOutDir: true },
    })
    await vite.build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      ...firstScreenConfig(partial),
    })
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
  // In a process of its own: in the program, which may run this build, the decoder refuses SVG.
  await run(process.execPath, [join(import.meta.dirname, 'draw-icons.ts'), partial])
  await writeFile(
    join(partial, 'meta.json'),
    JSON.stringify({ version: packageJson.version, build, builtAt: new Date() }),
  )
  await compressAll(partial)
  await rename(partial, folder).catch(async error => {
    // Another process built the same sources first.
    await rm(partial, { recursive: true, force: true })
    if (!(await exists(folder))) throw error
  })
  await removeOld()
  return folder
}

/** A hash of everything the build reads. */
async function fingerprint() {
  const names = [
    'vite.config.ts',
    'scripts/draw-icons.ts',
    'scripts/first-screen-build.ts',
    'package.json',
    'package-lock.json',
  ]
  for (const folder of ['web', 'shared'])
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) names.push(join(entry.parentPath, entry.name).slice(root.length + 1))
  const hash = createHash('sha256')
  for (const name of names.sort()) hash.update(name).update(await readFile(join(root, name)))
  return hash.digest('hex')
}

/** Text assets are compressed with brotli's highest level at build time, so that no request pays for it. */
async function compressAll(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (
      !entry.isFile() ||
      entry.parentPath.endsWith('.vite') ||
      !/\.(js|css|svg|json|txt)$/.test(path) ||
      (await stat(path)).size < 1024
    )
      continue
    const bytes = await readFile(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${path}.br`, await compress(bytes, { params }))
  }
}

async function removeOld() {
  const dated = []
  for (const name of await readdir(builds)) {
    const path = join(builds, name)
    if (/^web-[0-9a-f]{16}$/.test(name)) dated.push({ path, at: (await stat(path)).mtimeMs })
  }
  dated.sort((a, b) => b.at - a.at)
  for (const { path } of dated.slice(keep)) await rm(path, { recursive: true, force: true })
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

if (import.meta.main) process.stdout.write(`${await buildWeb()}\n`)
