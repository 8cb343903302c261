import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import * as api from '../shared/api.ts'
import { listEndpoints } from '../shared/endpoint.ts'
import { rules, serverLayers } from './architecture-rules.ts'

// The import rules of architecture-rules.ts, and the few rules that a text search can check.

const root = join(import.meta.dirname, '..')
const problems: string[] = []

const roots = ['shared', 'server', 'web', 'demo', 'tests', 'scripts', 'bench']
const { output } = await cruise(roots, {
  ruleSet: { forbidden: rules.forbidden as never },
  validate: true,
  ...(rules.options as object),
})
const result = output as ICruiseResult
for (const violation of result.summary.violations)
  problems.push(`${violation.rule.name}: ${violation.from} -> ${violation.to}`)
// A parser that cannot read TypeScript finds no imports and reports no violation, so its presence is checked.
if (result.summary.totalDependenciesCruised! < 100)
  problems.push('The import graph looks empty: is its parser installed?')

for (const folder of roots)
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name).slice(root.length + 1)
    const source = readFileSync(join(root, path), 'utf8')
    const isTestOrTool = /^(tests|scripts|bench)\/|\.test\.ts$/.test(path)
    const isInLayer = serverLayers.some(layer => new RegExp(layer).test(path))
    if (path.startsWith('server/') && !isInLayer && !path.endsWith('.test.ts'))
      problems.push(`${path}: belongs to no layer of the server`)
    if (/process\.env/.test(source) && path !== 'server/config.ts' && !isTestOrTool)
      problems.push(`${path}: only server/config.ts reads the environment`)
    if (/\.selectAll\(/.test(source))
      problems.push(`${path}: name the columns; selectAll() sends what it should not`)
    if (/^server\/features\/.*routes\.ts$/.test(path) && /new Date\(\)|Date\.now\(\)/.test(source))
      problems.push(`${path}: time comes from now()`)
    if (
      /^server\/features\/.*routes\.ts$/.test(path) &&
      /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[`<.]/.test(source)
    )
      problems.push(`${path}: statements stand in queries.ts`)
    if (
      path.startsWith('web/') &&
      /\b(api(\.\w+){2}|endpoint)\.(input|output|who|summary|csv)\b/.test(source)
    )
      problems.push(`${path}: in the browser a call is its method and path; import a schema from its file`)
    if (/\blazy[(<]/.test(source) && path.startsWith('web/') && !path.startsWith('web/lib/loading/'))
      problems.push(`${path}: code that is loaded later is a lazyWithRetry() or lazyOptional()`)
  }

const seen = new Set<string>()
const calls = listEndpoints(api)
for (const { group, name, endpoint } of calls) {
  const key = `${endpoint.method} ${endpoint.path}`
  if (seen.has(key)) problems.push(`${group}.${name}: ${key} is taken`)
  seen.add(key)
}

// A noun is one file of the contract, one group of calls and one feature; so is a room of the desk.
const fileOf = (group: string) =>
  group.replaceAll('.', '/').replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const groups = new Set(calls.map(({ group }) => group))
if (groups.size < 20) problems.push('The contract’s groups were not found')
for (const group of groups) {
  const feature = `server/features/${fileOf(group)}/routes.ts`
  const source = readFileSync(join(root, feature), 'utf8')
  const imported = [...source.matchAll(/from '[./]*shared\/api\/([\w/-]+)\.ts'/g)].map(match => match[1]!)
  if (!imported.length) problems.push(`${feature}: has no calls`)
  for (const file of imported)
    if (file !== fileOf(group)) problems.push(`${feature}: serves a call of shared/api/${file}.ts`)
}

for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length ? 1 : 0
