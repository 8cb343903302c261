import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Decision records have a title, a status, a date and at most 30 lines; links, paths and tests that documents name exist.

const root = join(import.meta.dirname, '..')
const problems: string[] = []
const mostLines = 30

const decisions = 'docs/decisions'
const records = readdirSync(join(root, decisions)).sort()
if (records.length < 20) problems.push(`${decisions}: the decision records were not found`)

const statusLine =
  /^Status: (accepted|superseded by \[\d+\]\(\S+\))(, extended by \[\d+\]\(\S+\))?\.( (Supersedes|Extends) \[\d+\]\(\S+\)\.)* Date: \d{4}-\d{2}-\d{2}\.$/
for (const name of records) {
  const path = `${decisions}/${name}`
  const number = /^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]
  if (!number) {
    problems.push(`${path}: a record is named like 0012-payments.md`)
    continue
  }
  const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n')
  if (!lines[0]?.startsWith(`# ${Number(number)}. `))
    problems.push(`${path}: the title begins with "# ${Number(number)}. "`)
  if (!statusLine.test(lines[2] ?? ''))
    problems.push(
      `${path}: line 3 is like "Status: accepted. Date: 2026-11-22." (or superseded by, extended by, Supersedes, Extends)`,
    )
  if (lines.length > mostLines)
    problems.push(`${path}: ${lines.length} lines, at most ${mostLines}; measurements belong in bench/notes`)
}
const numbers = records.map(name => name.slice(0, 4))
for (const number of numbers.filter((n, i) => numbers.indexOf(n) !== i))
  problems.push(`${decisions}: there are two records ${number}`)

/** Every document of the repository. */
const documents = ['.', 'docs', decisions, 'bench', 'bench/notes', 'bench/plans', 'deploy'].flatMap(folder =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .filter(name => name.endsWith('.md'))
        .map(name => join(folder, name))
    : [],
)
for (const path of documents) {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/```[\s\S]*?```/g, '')
  for (const [, target] of text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
    if (!target || /^[a-z]+:|^\//.test(target)) continue
    if (!existsSync(join(root, dirname(path), target))) problems.push(`${path}: ${target} does not exist`)
  }
}

const text = (path: string) => readFileSync(join(root, path), 'utf8')

/** Paths of the repository that present-state documents name in backticks. */
for (const path of documents.filter(path => /^(README|docs\/[^/]+)\.md$/.test(path)))
  for (const [, named] of text(path).matchAll(
    /`((?:bench|demo|deploy|docs|scripts|server|shared|tests|web)\/[\w./-]+)`/g,
  ))
    if (named && !/NNNN/.test(named) && !existsSync(join(root, named)))
      problems.push(`${path}: ${named} does not exist`)

const tests = ['server', 'shared', 'web', 'tests', 'scripts', 'bench', 'demo'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(test|spec)\.tsx?$/.test(name))
    .map(name => `/${folder}/${name}`),
)
const coverage = text('docs/coverage.md')
for (const path of ['docs/coverage.md', 'docs/security.md'])
  for (const [, named] of text(path).matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g))
    if (!tests.some(test => test.endsWith(`/${named}`))) problems.push(`${path}: there is no test ${named}`)
/** The journeys and the component tests that the table names by their page. */
const pages = [...coverage.matchAll(/(browser|components): ((?:`[\w-]+`(?: \([^)]*\))?(?:, )?)+)/g)].flatMap(
  ([, kind, list]) =>
    [...(list ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) =>
      kind === 'browser' ? `browser/${name}.spec.ts` : `components/${name}.test.tsx`,
    ),
)
for (const kind of ['browser', 'components'])
  if (pages.filter(page => page.startsWith(kind)).length < 10)
    problems.push(`docs/coverage.md: its tests of ${kind} were not found`)
for (const page of pages)
  if (!tests.includes(`/tests/${page}`)) problems.push(`docs/coverage.md: there is no tests/${page}`)

for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length ? 1 : 0
