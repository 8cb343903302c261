import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Files, localFiles } from './files.ts'

const name = 'images/0123abcd-160.avif'
const bytes = Buffer.from('some bytes')

let folder: string
let files: Files

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  files = localFiles(join(folder, 'store'))
})
afterEach(() => rm(folder, { recursive: true }))

test('what was put can be read, by another instance too', async () => {
  await files.put(name, bytes)
  expect(await files.get(name)).toEqual(bytes)
  expect(await files.has(name)).toBe(true)
  expect(await localFiles(join(folder, 'store')).get(name)).toEqual(bytes)
})

test('what was never put is absent', async () => {
  expect(await files.get(name)).toBeUndefined()
  expect(await files.has(name)).toBe(false)
})

test('putting twice is putting once', async () => {
  await files.put(name, bytes)
  await files.put(name, bytes)
  expect(await files.get(name)).toEqual(bytes)
})

test('removing is final, and removing what is not there succeeds', async () => {
  await files.put(name, bytes)
  await files.remove(name)
  expect(await files.has(name)).toBe(false)
  await files.remove(name)
})

test('files are spread over folders by the first two characters', async () => {
  await files.put(name, bytes)
  expect(await readFile(join(folder, 'store/images/01/0123abcd-160.avif'))).toEqual(bytes)
})

test('a file appears whole or not at all', async () => {
  const large = Buffer.alloc(16_000_000, 7)
  let isStored = false
  const stored = files.put(name, large).then(() => {
    isStored = true
  })
  while (!isStored) {
    const seen = await files.get(name)
    if (seen) expect(seen.equals(large)).toBe(true)
  }
  await stored
  expect((await files.get(name))?.equals(large)).toBe(true)
})

test('many puts of one name at once leave that file and nothing else', async () => {
  await Promise.all(Array.from({ length: 20 }, () => files.put(name, bytes)))
  expect(await files.get(name)).toEqual(bytes)
  expect(await readdir(join(folder, 'store/images/01'))).toEqual(['0123abcd-160.avif'])
  expect(await readdir(join(folder, 'store/.partial'))).toEqual([])
})

test('a put that fails says so and leaves nothing behind', async () => {
  await mkdir(join(folder, 'store/images/01/0123abcd-160.avif'), { recursive: true })
  await expect(files.put(name, bytes)).rejects.toThrow()
  expect(await readdir(join(folder, 'store/.partial'))).toEqual([])
})

test('a disk that fails is an error, not an absent file', async () => {
  await mkdir(join(folder, 'store/images/01/0123abcd-160.avif'), { recursive: true })
  await expect(files.get(name)).rejects.toThrow()
})

describe('a name that no file can have', () => {
  test.each([
    '../secret',
    'images/../../secret',
    'images/..',
    'images/.hidden',
    'images//etc',
    '/etc/passwd',
    '.partial/0123abcd',
    'images/01/0123abcd',
    'images/AB.avif',
    'images/a b.avif',
    'images/a\0b.avif',
    'images\\..\\secret',
    'images/%2e%2e',
    `images/${'a'.repeat(300)}`,
    'images/ab\n',
    'images/x',
    'images/',
    'images',
    '',
  ])('%j is refused', async bad => {
    await writeFile(join(folder, 'secret'), 'secret')
    await expect(files.put(bad, bytes)).rejects.toThrow(RangeError)
    await expect(files.remove(bad)).rejects.toThrow(RangeError)
    expect(await files.get(bad)).toBeUndefined()
    expect(await files.has(bad)).toBe(false)
    expect(await readdir(folder)).toEqual(['secret'])
  })
})
