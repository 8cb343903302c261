import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { api } from '../shared/api.ts'
import { rules } from './architecture-rules.ts'

// Rules about who imports whom, and the few that a text search can show.

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
// A parser that cannot read TypeScript sees no imports and finds nothing wrong.
if (result.summary.totalDependenciesCruised! < 100)
  problems.push('The import graph looks empty: is its parser installed?')

for (const folder of roots)
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name).slice(root.length + 1)
    const source = readFileSync(join(root, path), 'utf8')
    const isTestOrTool = /^(tests|scripts|bench)\/|\.test\.ts$/.test(path)
    if (/process\.env/.test(source) && path !== 'server/config.ts' && !isTestOrTool)
      problems.push(`${path}: only server/config.ts reads the environment`)
    if (/\.selectAll\(/.test(source))
      problems.push(`${path}: name the columns; selectAll() sends what it should not`)
    if (/^server\/features\/.*routes\.ts$/.test(path) && /new Date\(\)|Date\.now\(\)/.test(source))
      problems.push(`${path}: time comes from now()`)
  }

const seen = new Set<string>()
for (const [group, calls] of Object.entries(api))
  for (const [name, endpoint] of Object.entries(calls)) {
    const key = `${endpoint.method} ${endpoint.path}`
    if (seen.has(key)) problems.push(`${group}.${name}: ${key} is taken`)
    seen.add(key)
  }

for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length ? 1 : 0
