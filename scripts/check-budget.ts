import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildWeb } from './build-web.ts'

// What a first visit downloads, in bytes after brotli, against the budget.

const budget = { javascript: 110_000, css: 8_000, font: 38_000, lazyRoute: 45_000, kit: 60_000 }

const webFolder = await buildWeb()
const html = await readFile(join(webFolder, 'index.html'), 'utf8')
const referenced = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(m => m[1]!)
const manifest = JSON.parse(await readFile(join(webFolder, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  { file: string; css?: string[]; imports?: string[]; isDynamicEntry?: boolean; isEntry?: boolean }
>

const brotli = async (file: string) => brotliCompressSync(await readFile(join(webFolder, file))).length
const problems: string[] = []
const say = (line: string) => process.stdout.write(`${line}\n`)

const entry = Object.keys(manifest).find(key => manifest[key]!.isEntry)!
const initial = closure(entry)
// The route of `/` is split off, but the first screen needs it.
const first = Object.keys(manifest).find(key => /pages\/explore/i.test(key))
for (const file of first ? closure(first) : []) initial.add(file)
for (const file of referenced) initial.add(file)

await limit(
  'first JavaScript',
  [...initial].filter(f => f.endsWith('.js')),
  budget.javascript,
)
await limit(
  'first CSS',
  [...initial].filter(f => f.endsWith('.css')),
  budget.css,
)
for (const file of referenced.filter(f => f.endsWith('.woff2'))) {
  const { size } = await stat(join(webFolder, file))
  check(`font ${file}`, size, budget.font)
}
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry) continue
  const own = [...closure(key)].filter(f => f.endsWith('.js') && !initial.has(f))
  const sizes = await Promise.all(own.map(brotli))
  check(
    `lazy ${key}`,
    sizes.reduce((a, b) => a + b, 0),
    budget.lazyRoute + budget.kit,
  )
  const [largest = 0] = sizes.sort((a, b) => b - a)
  check(`largest chunk of ${key}`, largest, budget.kit)
}

async function limit(name: string, files: string[], most: number) {
  const sizes = await Promise.all(files.map(brotli))
  if (!files.length) problems.push(`${name}: nothing found to measure`)
  check(
    `${name} (${files.length} files)`,
    sizes.reduce((a, b) => a + b, 0),
    most,
  )
}

function check(name: string, bytes: number, most: number) {
  say(`${bytes > most ? 'OVER' : 'ok  '} ${name}: ${(bytes / 1000).toFixed(1)} of ${most / 1000} kB`)
  if (bytes > most) problems.push(name)
}

function closure(key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]!
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const css of chunk.css ?? []) files.add(css)
  for (const next of chunk.imports ?? []) closure(next, files)
  return files
}

for (const problem of problems) say(problem)
process.exitCode = problems.length ? 1 : 0
