import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { canRunS3Store, startS3Store } from '../../tests/s3-store.ts'
import { Unavailable } from '../lib/errors.ts'
import { copyFolder } from './file-store.ts'
import { type Files, localFiles } from './files.ts'
import { s3Files } from './s3-files.ts'

const name = 'images/0123abcd-160.avif'
const otherName = 'originals/0123abcd-160.avif'
const bytes = Buffer.from('some bytes')
const badNames = [
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
]

/** A place to keep files in: an instance of it, and another one that sees the same. */
type Store = { open(): Files; clear(): Promise<void> }

async function folderStore(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  return { open: () => localFiles(join(folder, 'store')), clear: () => rm(folder, { recursive: true }) }
}

let store: Awaited<ReturnType<typeof startS3Store>> | undefined
beforeAll(async () => {
  if (canRunS3Store) store = await startS3Store()
})
afterAll(() => store?.close())

/** Over the store's one bucket; what a test leaves there is removed. */
async function s3Store(): Promise<Store> {
  const open = () => s3Files(store!)
  const clear = async () => {
    for (const left of [name, otherName]) await open().remove(left)
  }
  return { open, clear }
}

const stores = [
  { kind: 'a folder', make: folderStore, isHere: true },
  {
    kind: 'an S3 store (left out where python3-swift is not installed)',
    make: s3Store,
    isHere: canRunS3Store,
  },
]

for (const { kind, make, isHere } of stores)
  describe.skipIf(!isHere)(kind, () => {
    let at: Store
    let files: Files
    beforeEach(async () => {
      at = await make()
      files = at.open()
    })
    afterEach(() => at.clear())

    test('a file that was put can be read, by another instance too', async () => {
      await files.put(name, bytes)
      expect(await files.get(name)).toEqual(bytes)
      expect(await files.has(name)).toBe(true)
      expect(await at.open().get(name)).toEqual(bytes)
    })

    test('every byte is kept, for none and for two million', async () => {
      for (const length of [0, 1, 2_000_000]) {
        const sent = randomBytes(length)
        await files.put(name, sent)
        expect((await files.get(name))?.equals(sent)).toBe(true)
        expect(await files.has(name)).toBe(true)
      }
    })

    test('a slice of a larger buffer is stored as that slice', async () => {
      await files.put(name, Buffer.from('before some bytes after').subarray(7, 17))
      expect(await files.get(name)).toEqual(bytes)
    })

    test('a file that was never put is absent', async () => {
      expect(await files.get(name)).toBeUndefined()
      expect(await files.has(name)).toBe(false)
    })

    test('different names are different files', async () => {
      await files.put(name, bytes)
      expect(await files.has(otherName)).toBe(false)
      await files.put(otherName, Buffer.from('others'))
      expect(await files.get(name)).toEqual(bytes)
    })

    test('putting is idempotent', async () => {
      await files.put(name, bytes)
      await files.put(name, bytes)
      expect(await files.get(name)).toEqual(bytes)
    })

    test('removing is final, and removing an absent file succeeds', async () => {
      await files.put(name, bytes)
      await files.remove(name)
      expect(await files.has(name)).toBe(false)
      expect(await files.get(name)).toBeUndefined()
      await files.remove(name)
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

    test('many concurrent puts of one name leave that file', async () => {
      await Promise.all(Array.from({ length: 20 }, () => files.put(name, bytes)))
      expect(await files.get(name)).toEqual(bytes)
    })

    test('an invalid name is refused, and nothing is found under it', async () => {
      for (const bad of badNames) {
        await expect(files.put(bad, bytes)).rejects.toThrow(RangeError)
        await expect(files.remove(bad)).rejects.toThrow(RangeError)
        expect(await files.get(bad)).toBeUndefined()
        expect(await files.has(bad)).toBe(false)
      }
    })
  })

describe('in a folder', () => {
  let folder: string
  let files: Files
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'))
    files = localFiles(join(folder, 'store'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('files are spread by the first two characters', async () => {
    await files.put(name, bytes)
    expect(await readFile(join(folder, 'store/images/01/0123abcd-160.avif'))).toEqual(bytes)
  })

  test('many concurrent puts of one name leave nothing else', async () => {
    await Promise.all(Array.from({ length: 20 }, () => files.put(name, bytes)))
    expect(await readdir(join(folder, 'store/images/01'))).toEqual(['0123abcd-160.avif'])
    expect(await readdir(join(folder, 'store/.partial'))).toEqual([])
  })

  test('a put that fails throws and leaves nothing behind', async () => {
    await mkdir(join(folder, 'store/images/01/0123abcd-160.avif'), { recursive: true })
    await expect(files.put(name, bytes)).rejects.toThrow()
    expect(await readdir(join(folder, 'store/.partial'))).toEqual([])
  })

  test('a disk that fails is an error, not an absent file', async () => {
    await mkdir(join(folder, 'store/images/01/0123abcd-160.avif'), { recursive: true })
    await expect(files.get(name)).rejects.toThrow()
  })

  test.each(badNames)('the name %j is refused, and reads nothing outside of the folder', async bad => {
    await writeFile(join(folder, 'secret'), 'secret')
    await expect(files.put(bad, bytes)).rejects.toThrow(RangeError)
    await expect(files.remove(bad)).rejects.toThrow(RangeError)
    expect(await files.get(bad)).toBeUndefined()
    expect(await readdir(folder)).toEqual(['secret'])
  })
})

describe.skipIf(!canRunS3Store)('an S3 store that fails', () => {
  const patience = { tries: 3, tryMs: 5000, pauseMs: 5, restMs: 60_000 }

  test.concurrent.each(['503', 'cut', 'half', 'hang', 'stall'] as const)(
    '%s: two failures are retried for every kind of request, three are not',
    async fault => {
      const line = await openBadLine(store!.endpoint)
      // The timeout of a silent server is long enough that a busy machine does not look like one.
      const tryMs = fault === 'hang' || fault === 'stall' ? 1500 : patience.tryMs
      const files = s3Files({ ...store!, endpoint: line.url }, { ...patience, tryMs })
      const own = `images/${fault}.avif`
      try {
        for (const [work, result] of [
          [() => files.put(own, bytes), undefined],
          [() => files.has(own), true],
          [() => files.get(own), bytes],
          [() => files.remove(own), undefined],
        ] as const) {
          line.faults = [fault, fault]
          expect(await work()).toEqual(result)
          expect(line.faults).toEqual([])
        }
        line.faults = [fault, fault, fault]
        await expect(files.get(own)).rejects.toThrow(`GET ${own}`)
        expect(await files.get(own)).toBeUndefined()
      } finally {
        await line.close()
      }
    },
  )

  test('a large file has more time: a second for each 500 kB, to the store and back', async () => {
    const line = await openBadLine(store!.endpoint)
    const files = s3Files({ ...store!, endpoint: line.url }, { ...patience, tries: 1, tryMs: 2500 })
    const large = randomBytes(3_000_000)
    const own = 'vectors/slow'
    try {
      line.faults = ['slow', 'slow']
      await files.put(own, large)
      expect((await files.get(own))?.equals(large)).toBe(true)
      expect(line.faults).toEqual([])
    } finally {
      await s3Files(store!).remove(own)
      await line.close()
    }
  })

  test('one that hangs is not used, then probed by one request at a time, and used again after its first answer', async () => {
    const line = await openBadLine(store!.endpoint)
    const realNow = Date.now
    let aheadMs = 0
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs)
    try {
      // All have failed before the first of them may try again.
      const timeouts = { ...patience, tries: 2, tryMs: 1500, pauseMs: 1000 }
      const files = s3Files({ ...store!, endpoint: line.url }, timeouts)
      line.faults = Array.from({ length: 9 }, () => 'hang')
      const first = await Promise.allSettled(Array.from({ length: 8 }, () => files.get(name)))
      expect(first.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'))
      expect(line.requests).toBe(8)
      await expect(files.get(name)).rejects.toThrow('left alone')
      await expect(files.put(name, bytes)).rejects.toThrow(Unavailable)
      expect(line.requests).toBe(8)
      aheadMs += patience.restMs
      const probing = files.get(name).catch((error: Error) => error.message)
      await expect(files.get(name)).rejects.toThrow('left alone')
      expect(await probing).toContain('left alone')
      expect(line.requests).toBe(9)
      aheadMs += patience.restMs
      expect(await files.has(name)).toBe(false)
      expect(await Promise.all([files.get(name), files.get(name)])).toEqual([undefined, undefined])
    } finally {
      clock.mockRestore()
      await line.close()
    }
  })

  test('the callers that wait for a slow one are limited', async () => {
    const line = await openBadLine(store!.endpoint)
    try {
      const files = s3Files({ ...store!, endpoint: line.url }, { ...patience, tries: 1, tryMs: 3000 })
      line.faults = Array.from({ length: 512 }, () => 'hang')
      const waiting = Promise.allSettled(Array.from({ length: 512 }, () => files.get(name)))
      await expect(files.get(name)).rejects.toThrow('Too many wait')
      await waiting
    } finally {
      await line.close()
    }
  })

  test('a permanent failure is not retried, and the error has its cause but no secret', async () => {
    const line = await openBadLine(store!.endpoint)
    try {
      const wrong = { ...store!, endpoint: line.url }
      for (const [settings, problem] of [
        [{ ...wrong, secretAccessKey: 'not-the-secret' }, '403 SignatureDoesNotMatch'],
        [{ ...wrong, accessKeyId: 'test:nobody' }, '403'],
        [{ ...wrong, bucket: 'no-such-bucket' }, '404 NoSuchBucket'],
      ] as const) {
        line.requests = 0
        const files = s3Files(settings, patience)
        await expect(files.get(name)).rejects.toThrow(problem)
        expect(line.requests).toBe(1)
        await expect(files.has(name)).rejects.toThrow(problem)
        await expect(files.put(name, bytes)).rejects.toThrow(problem)
        const error = await files.get(name).catch(e => e)
        expect(inspect(error, { depth: 9 })).not.toContain(settings.secretAccessKey)
      }
    } finally {
      await line.close()
    }
  })

  test('an unreachable store is an error, soon', async () => {
    const files = s3Files({ ...store!, endpoint: 'http://127.0.0.1:1' }, patience)
    await expect(files.get(name)).rejects.toThrow('The S3 store does not answer GET')
    await expect(files.has(name)).rejects.toThrow(Unavailable)
    await expect(files.put(name, bytes)).rejects.toThrow(Unavailable)
  })
})

describe.skipIf(!canRunS3Store)('moving from a folder to an S3 store', () => {
  test('copies every file once, and later ones when run again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'files-'))
    const from = localFiles(folder)
    const to = s3Files(store!)
    const names = Array.from(
      { length: 12 },
      (_, i) => `${i % 3 ? 'images' : 'originals'}/${i + 10}abcdef.png`,
    )
    try {
      for (const each of names) await from.put(each, Buffer.from(each))
      // A file that another program has half written: not one of ours.
      await writeFile(join(folder, '.partial/draft'), 'half')
      await expect(copyFolder(folder, s3Files({ ...store!, bucket: 'nowhere' }), () => {})).rejects.toThrow(
        'NoSuchBucket',
      )
      expect(await copyFolder(folder, to, () => {})).toEqual({ copied: 12, there: 0 })
      for (const each of names) expect(String(await to.get(each))).toBe(each)
      await from.put(name, bytes)
      expect(await copyFolder(folder, to, () => {})).toEqual({ copied: 1, there: 12 })
      expect(await to.get(name)).toEqual(bytes)
    } finally {
      for (const each of [name, ...names]) await to.remove(each)
      await rm(folder, { recursive: true })
    }
  }, 180_000)
})

type Fault = '503' | 'cut' | 'half' | 'hang' | 'stall' | 'slow'

/** A line to the store that fails as told, once for each of `faults`: an answer of 503, none, half of one, silence, half of one and silence, or the file four seconds late. */
async function openBadLine(to: string) {
  const target = new URL(to)
  const line = { faults: [] as Fault[], requests: 0, url: '', close: async () => {} }
  const server = createServer((request, response) => {
    line.requests++
    const fault = line.faults.shift()
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === 'hang') return
    if (fault === 'half' || fault === 'stall')
      response.writeHead(200, { 'content-length': 100 }).write('half')
    if (fault === 'stall') return
    if (fault === 'half') return void setTimeout(() => request.socket.destroy(), 20)
    if (fault === '503')
      return void request.resume().on('end', () => response.writeHead(503).end('slow down'))
    const { method, url, headers } = request
    const lateMs = fault === 'slow' ? 4000 : 0
    const onward = forward(
      { host: target.hostname, port: target.port, method, path: url, headers },
      answer => {
        response.writeHead(answer.statusCode!, answer.headers)
        response.flushHeaders()
        setTimeout(() => answer.pipe(response), method === 'GET' ? lateMs : 0)
      },
    )
    // Swift sends a body that a HEAD may not have. By then its answer is on the way.
    onward.on('error', () => response.headersSent || request.socket.destroy())
    setTimeout(() => request.pipe(onward), method === 'PUT' ? lateMs : 0)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  line.close = () =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return line
}
