import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser, installBrowser } from './browser.ts'
import { findMemoryFolder } from './generate/scratch.ts'

// `npm test`: the static checks, then unit and server tests on a real PostgreSQL, then journeys in a real browser.
// `npm test -- unit` or `npm test -- browser` runs one part.

const root = join(import.meta.dirname, '..')
// Also what the tests start without server/start.sh, which sets it too.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
process.env.PWTEST_CACHE_DIR ??= join(root, 'node_modules/.cache/playwright')
// Temporary files of all tests; most are PostgreSQL's, which runs as another user and has to get through.
const memory = await findMemoryFolder()
for (const name of readdirSync(memory)) {
  const pid = /^colophon-test-(\d+)$/.exec(name)?.[1]
  // Of a run that was killed.
  if (pid && !isRunning(Number(pid))) removeFolder(join(memory, name))
}
const temporary = join(memory, `colophon-test-${process.pid}`)
mkdirSync(temporary)
chmodSync(temporary, 0o711)
process.env.TMPDIR = temporary
process.on('exit', () => removeFolder(temporary))
const parts: Record<string, () => boolean> = {
  check: () => run('node', 'scripts/check.ts'),
  unit: () => run('vitest', 'run'),
  browser: () => {
    if (!findBrowser()) installBrowser()
    return run('playwright', 'test')
  },
}

const requested = process.argv.slice(2)
for (const name of requested)
  if (!parts[name]) {
    process.stderr.write(`There is no part '${name}': ${Object.keys(parts).join(', ')}.\n`)
    process.exit(2)
  }
const failed = (requested.length ? requested : Object.keys(parts)).filter(name => {
  const [started, secondsBefore] = [performance.now(), readCpuSeconds()]
  const isFailed = !parts[name]!()
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  const cpu = secondsBefore === undefined ? '' : `, ${Math.round(readCpuSeconds()! - secondsBefore)} s of CPU`
  process.stdout.write(`${name}: ${minutes} minutes${cpu}\n`)
  return isFailed
})
if (failed.length) process.stderr.write(`Failed: ${failed.join(', ')}\n`)
process.exitCode = failed.length ? 1 : 0

/** Removes a folder as far as possible: a process that has been ended may still write there. */
function removeFolder(path: string) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    process.stderr.write(`${path} stays: ${error instanceof Error ? error.message : error}\n`)
  }
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function run(program: string, ...args: string[]) {
  return (
    spawnSync(join(root, 'node_modules/.bin', program), args, { cwd: root, stdio: 'inherit' }).status === 0
  )
}

/** The CPU time of all processes below this one that have ended; undefined where the system has no /proc. */
function readCpuSeconds(): number | undefined {
  const path = '/proc/self/stat'
  if (!existsSync(path)) return undefined
  // The name of the program stands in parentheses and may contain spaces. The fields cutime and cstime are the 14th and
  // 15th after it, in ticks of 10 ms.
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}
