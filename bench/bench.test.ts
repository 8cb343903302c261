import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the benchmark measures every kind of request in a small gallery', { timeout: 180_000 }, () => {
  const run = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'bench.ts'), '--logos', '1000', '--quick'],
    {
      encoding: 'utf8',
    },
  )
  expect(run.status, run.stderr).toBe(0)
  for (const what of ['Fresh, page 1', 'Search: a rare word', 'Related logos', 'Like', 'Upload'])
    expect(run.stdout).toMatch(new RegExp(`^${what}: p95 [\\d.]+ ms, CPU`, 'm'))
})
