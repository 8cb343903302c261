import { spawn } from 'node:child_process'
import { join } from 'node:path'

// `npm run check`: the static checks. The steps run in parallel; a step that passes prints nothing.

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')

/** On one thread: several check some types more than once, which takes twice the CPU, and other steps run beside it. */
const types = (config: string) => ['tsc', '--singleThreaded', '-p', config]

// The longest first.
const steps: { name: string; command: string[] }[] = [
  { name: 'types', command: types('tsconfig.json') },
  { name: 'types of component tests', command: types('tests/components/tsconfig.json') },
  { name: 'download budget', command: ['node', 'scripts/check-budget.ts'] },
  { name: 'lint and format', command: ['biome', 'ci', '--error-on-warnings', '--colors=off', '.'] },
  { name: 'generated files', command: ['node', 'scripts/generate/generate.ts', '--check'] },
  { name: 'architecture', command: ['node', 'scripts/check-architecture.ts'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'types of the web', command: types('web/tsconfig.json') },
  { name: 'words', command: ['node', 'scripts/check-words.ts'] },
  { name: 'documents', command: ['node', 'scripts/check-documents.ts'] },
  { name: 'styles', command: ['node', 'scripts/check-styles.ts'] },
]

function run(step: (typeof steps)[number]) {
  const [program, ...args] = step.command
  const started = performance.now()
  return new Promise<{ name: string; ok: boolean; output: string; seconds: number }>(resolve => {
    const child = spawn(join(bin, program!), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    child.on('error', error => (output += error.message))
    child.on('close', code =>
      resolve({ name: step.name, ok: code === 0, output, seconds: (performance.now() - started) / 1000 }),
    )
  })
}

let failed = 0
const waiting = [...steps]
async function worker() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const { name, ok, output, seconds } = await run(step)
    process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)\n`)
    if (ok) continue
    failed++
    process.stdout.write(`${output.trim()}\n\n`)
  }
}
await Promise.all([worker(), worker(), worker()])
process.stdout.write(`check: ${steps.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed ? 1 : 0
