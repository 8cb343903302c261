import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'verify-'))
afterAll(() => rmSync(folder, { recursive: true }))

const root = join(import.meta.dirname, '..')
const example = join(root, 'tests/fixtures/judging/example-draw.json')
const verify = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/verify-draw.ts', ...args], { cwd: root, encoding: 'utf8' })

function write(name: string, text: string) {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('npm run verify', () => {
  test('a draw that agrees: exit code 0 and a sentence for each point', () => {
    const { status, stdout } = verify(example)
    expect(stdout).toContain('agrees  Repeating the draw gives every entry the same three jurors.')
    expect(stdout).toMatch(/The draw agrees with what was published\.\n$/)
    expect(status).toBe(0)
  })

  test('a changed draw: exit code 1, and it says what differs', () => {
    const draw = JSON.parse(readFileSync(example, 'utf8')) as { assignments: [number, number[]][] }
    draw.assignments[0] = [draw.assignments[0]?.[0] as number, [1, 2, 3]]
    const { status, stdout } = verify(write('changed.json', JSON.stringify(draw)))
    expect(stdout).toContain('DIFFERS Repeating the draw gives other jurors than those published.')
    expect(status).toBe(1)
  })

  test.each([
    ['no file', () => [], /npm run verify -- draw\.json/, 2],
    ['a file that is not there', () => [join(folder, 'none.json')], /can't be read/, 1],
    ['a file that is not JSON', () => [write('text.json', 'secret')], /is not JSON/, 1],
  ] as const)('%s: a sentence and no trace', (_, args, text, code) => {
    const { status, stderr } = verify(...args())
    expect(stderr).toMatch(text)
    expect(stderr).not.toContain('at ')
    expect(status).toBe(code)
  })
})
