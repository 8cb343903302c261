import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Checks that every class a component uses is in its stylesheet, that every class of a stylesheet is used, and that
// raw colours, font sizes and shadows stand only in web/tokens.css.

const root = join(import.meta.dirname, '..')
const problems: string[] = []
const web = readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath, entry.name))

const used = new Map<string, Set<string>>()
let imports = 0
for (const path of web.filter(p => p.endsWith('.tsx'))) {
  const source = readFileSync(path, 'utf8')
  for (const [, name, file] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    imports++
    const sheet = join(dirname(path), file!)
    if (!existsSync(sheet)) {
      problems.push(`${short(path)}: no file ${file}`)
      continue
    }
    const classes = classesOf(sheet)
    const names = used.get(sheet) ?? new Set()
    used.set(sheet, names)
    for (const [, dot, bracket] of source.matchAll(
      new RegExp(`\\b${name}(?:\\.(\\w+)|\\[['"]([\\w-]+)['"]\\])`, 'g'),
    )) {
      const className = (dot ?? bracket)!
      names.add(className)
      if (!classes.has(className)) problems.push(`${short(path)}: ${short(sheet)} has no class .${className}`)
    }
    if (new RegExp(`\\b${name}\\[(?!['"])`).test(source)) for (const c of classes) names.add(c)
  }
}
if (!imports) problems.push('No stylesheet is imported anywhere: is this looking in the right place?')

for (const path of web.filter(p => p.endsWith('.css'))) {
  const css = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  if (path.endsWith('.module.css'))
    for (const name of classesOf(path))
      if (!used.get(path)?.has(name)) problems.push(`${short(path)}: .${name} is not used`)
  if (path.endsWith('tokens.css')) continue
  for (const [declaration] of css.matchAll(/[\w-]+\s*:[^;{}]+[;}]/g)) {
    if (/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab)\(/i.test(declaration))
      problems.push(`${short(path)}: a raw colour, ${declaration}`)
    if (
      /^font-size\s*:\s*(?!var\(|inherit|1em)/.test(declaration) ||
      /^font\s*:.*\d(px|rem)/.test(declaration)
    )
      problems.push(`${short(path)}: a raw font size, ${declaration}`)
    if (/^box-shadow\s*:(?!\s*(var\(|none|inset 0 0 0|0 0 0))/.test(declaration))
      problems.push(`${short(path)}: a raw shadow, ${declaration}`)
  }
}

function classesOf(path: string) {
  const css = readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/url\([^)]*\)/g, '')
  return new Set([...css.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(m => m[1]!))
}

function short(path: string) {
  return path.slice(root.length + 1)
}

for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length ? 1 : 0
