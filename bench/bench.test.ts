import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { canRunProxy } from '../tests/proxy.ts'
import { compileCache } from '../tests/running-server.ts'
import { thorough } from '../tests/thorough.ts'

/** Runs the benchmark in a small gallery, with the least of each measurement. */
async function runBench(...args: string[]) {
  const script = join(import.meta.dirname, 'bench.ts')
  const child = spawn(process.execPath, [script, ...args, '--logos', '1000', '--quick'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compileCache },
  })
  const [output, problems, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  expect(code, problems).toBe(0)
  return output
}

describe('the benchmark with one process', () => {
  let output: string
  beforeAll(async () => {
    output = await runBench('cost', 'plans', 'hidden', 'writes', 'search-size')
  }, 400_000)

  test('measures every kind of request in a small gallery', () => {
    for (const what of ['Fresh, page 1', 'Search: a rare word', 'Related logos', 'Like', 'Upload'])
      expect(output).toMatch(new RegExp(`^${what}: p95 [\\d.]+ ms, CPU`, 'm'))
  })

  test('writes the query plans of cases that have a goal', () => {
    for (const what of ['Fresh, any page', 'Search: a middling word, popular'])
      expect(output).toMatch(new RegExp(`^${what}: [1-9]\\d* statements, [\\d.]+ ms$`, 'm'))
  })

  test('measures Fresh and search beside hidden logos, and compares them with brute force', () => {
    expect(output).toMatch(/^Search: a rare word: the database alone p95/m)
    const [, beside] = output.split('20 logos are hidden.')
    expect(beside).toMatch(/^1\d compared, 0 differ$/m)
  })

  test('measures searches on synthetic bitmaps', () => {
    for (const what of ['two frequent words', 'a frequent word, popular, page 50'])
      expect(output).toMatch(new RegExp(`^${what}: 1000 p95 [\\d.]+ ms, CPU [\\d.]+$`, 'm'))
  })

  test('measures what an upload costs until its answer and afterwards, and counts refused writes', () => {
    expect(output).toMatch(/^Upload: CPU to the answer \d+ ms, in all \d+ ms$/m)
    expect(output).toMatch(/^Likes and comments, 16 clients: 0 of 32 refused$/m)
  })
})

// Run before a measurement, by `npm run bench:money -- bench.test`: cluster.test.ts proves what the program does with two
// processes, and this only that they can be measured.
describe.runIf(thorough && canRunProxy)('with two processes behind nginx', () => {
  let output: string
  beforeAll(async () => {
    const traffic = ['--rate', '20', '--clients', '30', '--seconds', '1']
    output = await runBench('cost', 'load', 'slow', '--processes', '2', ...traffic)
  }, 400_000)

  test('the benchmark compares two processes with one', () => {
    for (const what of ['Fresh, page 1', 'The HTML shell', 'Like', 'Sign-in', 'Upload'])
      expect(output).toMatch(
        new RegExp(`^${what}: one \\d+/s, CPU .*; two \\d+/s, CPU .*, nginx \\d+ µs$`, 'm'),
      )
    expect(output).toMatch(
      /^The front page, visitors: cached \d+\/s, CPU \d+ µs; past the cache \d+\/s, CPU \d+ µs$/m,
    )
  })

  test('both processes receive traffic, also beside slow clients', () => {
    expect(output).toMatch(/^20\/s: p99 \d+ ms, 0 failed/m)
    expect(output).toMatch(/^Without them: p99 [\d.]+ ms, 0 failed$/m)
    expect(output).toMatch(/^Beside them: p99 [\d.]+ ms, 0 failed$/m)
  })
})
