import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canRunProxy } from '../tests/proxy.ts'

function runBench(...args: string[]) {
  const script = join(import.meta.dirname, 'bench.ts')
  const run = spawnSync(process.execPath, [script, ...args, '--logos', '1000', '--quick'], {
    encoding: 'utf8',
  })
  expect(run.status, run.stderr).toBe(0)
  return run.stdout
}

test('the benchmark measures every kind of request in a small gallery', { timeout: 400_000 }, () => {
  const output = runBench()
  for (const what of ['Fresh, page 1', 'Search: a rare word', 'Related logos', 'Like', 'Upload'])
    expect(output).toMatch(new RegExp(`^${what}: p95 [\\d.]+ ms, CPU`, 'm'))
})

test('the benchmark writes the query plans of cases that have a goal', { timeout: 400_000 }, () => {
  const output = runBench('plans')
  for (const what of ['Fresh, any page', 'Search: a middling word, popular'])
    expect(output).toMatch(new RegExp(`^${what}: [1-9]\\d* statements, [\\d.]+ ms$`, 'm'))
})

test('the benchmark measures Fresh and search beside hidden logos, and compares them with brute force', {
  timeout: 400_000,
}, () => {
  const output = runBench('hidden')
  expect(output).toMatch(/^Search: a rare word: the database alone p95/m)
  expect(output).toContain('20 logos are hidden.')
  expect(output).toMatch(/^1\d compared, 0 differ$/m)
})

test.skipIf(!canRunProxy)(
  'the benchmark compares two processes behind nginx with one (skipped if nginx is not installed)',
  { timeout: 400_000 },
  () => {
    const output = runBench('--processes', '2')
    for (const what of ['Fresh, page 1', 'The HTML shell', 'Like', 'Sign-in', 'Upload'])
      expect(output).toMatch(
        new RegExp(`^${what}: one \\d+/s, CPU .*; two \\d+/s, CPU .*, nginx \\d+ µs$`, 'm'),
      )
    expect(output).toMatch(
      /^The front page, visitors: cached \d+\/s, CPU \d+ µs; past the cache \d+\/s, CPU \d+ µs$/m,
    )
  },
)

test.skipIf(!canRunProxy)(
  'traffic reaches both processes through nginx, also beside slow clients',
  { timeout: 400_000 },
  () => {
    const load = runBench('load', '--processes', '2', '--rate', '20')
    expect(load).toMatch(/^20\/s: p99 \d+ ms, 0 failed/m)
    const slow = runBench('slow', '--processes', '2', '--rate', '20', '--clients', '30', '--seconds', '2')
    expect(slow).toMatch(/^Without them: p99 [\d.]+ ms, 0 failed$/m)
    expect(slow).toMatch(/^Beside them: p99 [\d.]+ ms, 0 failed$/m)
  },
)

test('it measures what an upload costs until its answer and afterwards, and counts refused writes', {
  timeout: 400_000,
}, () => {
  const output = runBench('writes')
  expect(output).toMatch(/^Upload: CPU to the answer \d+ ms, in all \d+ ms$/m)
  expect(output).toMatch(/^Likes and comments, 16 clients: 0 of 32 refused$/m)
})
