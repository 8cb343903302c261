import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../shared/endpoint.ts'
import type { Upload } from './queries.ts'
import { UploadQueue } from './upload-queue.ts'
import { isReady, isUnsent, lackingOf, newSubmission, newWork, type Submission } from './work.ts'

/** Uploads that the test answers. */
type Pending = Upload & { resolve: () => void; reject: (error: unknown) => void }

const events = new EventTarget()
let onLine = true
let closeQueue = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  onLine = true
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine
    },
  })
})
afterEach(() => {
  closeQueue()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function valid(logo: string): Submission {
  const file = new File([logo], `${logo}.png`, { type: 'image/png' })
  return {
    ...newSubmission(),
    logo,
    logotype: 'Symbol',
    keywords: 'fox, orange',
    fileName: file.name,
    picture: { file, url: `blob:${logo}`, side: 900 },
  }
}

function make(...submissions: Submission[]) {
  const uploads: Pending[] = []
  const upload = (item: Upload) =>
    new Promise<void>((resolve, reject) => uploads.push({ ...item, resolve, reject }))
  const queue = new UploadQueue(upload, async () => 'data:image/png;base64,AAAA')
  const close = queue.open()
  closeQueue = close
  queue.replace({ ...newWork(), submissions })
  const states = () => queue.read().submissions.map(({ state }) => state)
  const first = () => queue.read().submissions[0]!
  return { queue, uploads, states, first, close }
}

const flush = () => vi.advanceTimersByTimeAsync(0)
const lost = () => new CallError(0, { error: 'We couldn’t reach the gallery.' })

test('at most two logos are uploaded at once, the others in order', async () => {
  const { queue, uploads, states } = make(valid('Ant'), valid('Bee'), valid('Cat'))
  expect(queue.sendAll()).toBe(true)
  await flush()
  expect(states()).toEqual(['sending', 'sending', 'waiting'])
  uploads[1]!.resolve()
  await flush()
  expect(states()).toEqual(['sending', 'sent', 'sending'])
  uploads[0]!.resolve()
  uploads[2]!.resolve()
  await flush()
  expect(states()).toEqual(['sent', 'sent', 'sent'])
  expect(uploads.map(({ input }) => input.logo)).toEqual(['Ant', 'Bee', 'Cat'])
  expect(isUnsent(queue.read())).toBe(false)
})

test('sending twice uploads each logo once', async () => {
  const { queue, uploads } = make(valid('Ant'))
  queue.sendAll()
  queue.sendAll()
  await flush()
  expect(uploads).toHaveLength(1)
})

test('an invalid logo stays with its errors, and valid ones are sent', async () => {
  const { queue, uploads, states } = make(valid('Ant'), { ...valid('Bee'), logotype: '' })
  expect(queue.sendAll()).toBe(false)
  await flush()
  expect(states()).toEqual(['sending', 'open'])
  expect(uploads).toHaveLength(1)
  expect(queue.read().submissions[1]!.faults).toHaveProperty('logotype')
  expect(lackingOf(queue.read()).logotype).toHaveLength(1)
})

test('a logo without a picture is asked for one', () => {
  const { queue, first } = make({ ...valid('Ant'), picture: undefined })
  expect(queue.sendAll()).toBe(false)
  expect(first().faults.file).toBe('Choose an image.')
})

test('the queue’s defaults complete a logo’s own facts', async () => {
  const { queue, uploads } = make({ ...valid('Ant'), logotype: '', keywords: '' }, valid('Bee'))
  queue.changeDefaults({ logotype: 'Typographic', keywords: 'ink' })
  queue.sendAll()
  await flush()
  expect(uploads[0]!.input).toMatchObject({ logotype: 'Typographic', keywords: ',ink' })
  expect(uploads[1]!.input).toMatchObject({ logotype: 'Symbol', keywords: ',fox,orange' })
})

test('removing all but one logo makes the defaults its own values', () => {
  const [ant, bee] = [{ ...valid('Ant'), logotype: '' }, valid('Bee')]
  const { queue, first } = make(ant, bee)
  queue.changeDefaults({ logotype: 'Typographic' })
  queue.remove(bee.key)
  expect(first().logotype).toBe('Typographic')
  expect(queue.read().defaults.logotype).toBe('')
})

test('an upload without an answer is retried after 2, 4 and 8 s with the same idempotency key, then fails', async () => {
  const { queue, uploads, first } = make(valid('Ant'))
  queue.sendAll()
  await flush()
  for (const [attempt, waitMs] of [2000, 4000, 8000].entries()) {
    uploads[attempt]!.reject(lost())
    await flush()
    expect(first()).toMatchObject({ state: 'failed', isLost: true })
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(uploads).toHaveLength(attempt + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(uploads).toHaveLength(attempt + 2)
  }
  uploads[3]!.reject(lost())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(uploads).toHaveLength(4)
  expect(first()).toMatchObject({ state: 'failed', isLost: false })
  expect(new Set(uploads.map(({ input }) => input.upload_key)).size).toBe(1)
})

test('while offline nothing is retried; the online event retries', async () => {
  const { queue, uploads, first } = make(valid('Ant'))
  queue.sendAll()
  await flush()
  onLine = false
  uploads[0]!.reject(lost())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(uploads).toHaveLength(1)
  expect(first().failure).toContain('when you’re back online')
  onLine = true
  events.dispatchEvent(new Event('online'))
  await flush()
  expect(uploads).toHaveLength(2)
})

test('an edit cancels the automatic retry', async () => {
  const { queue, uploads, first } = make(valid('Ant'))
  queue.sendAll()
  await flush()
  uploads[0]!.reject(lost())
  await flush()
  queue.change(first().key, { logo: 'Anteater' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(uploads).toHaveLength(1)
  expect(first()).toMatchObject({ state: 'failed', isLost: false, logo: 'Anteater' })
})

test('facts edited after an attempt without an answer are sent as changes, since the server may have the old ones', async () => {
  const { queue, uploads, first } = make(valid('Ant'))
  queue.sendAll()
  await flush()
  expect(uploads[0]!.changes).toBeUndefined()
  uploads[0]!.reject(lost())
  await flush()
  queue.change(first().key, { logo: 'Anteater' })
  queue.sendAll()
  await flush()
  expect(uploads[1]!.changes).toMatchObject({ logo: 'Anteater' })
})

test('a rate limit pauses the whole queue for as long as the server asks', async () => {
  const { queue, uploads, states } = make(valid('Ant'), valid('Bee'), valid('Cat'))
  queue.sendAll()
  await flush()
  uploads[0]!.reject(new CallError(429, { error: 'Too many.' }, 30))
  await flush()
  expect(states()).toEqual(['waiting', 'sending', 'waiting'])
  uploads[1]!.resolve()
  await vi.advanceTimersByTimeAsync(29_999)
  expect(uploads).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(states()).toEqual(['sending', 'sent', 'sending'])
})

test('field errors of the server open the logo for editing', async () => {
  const { queue, uploads, first } = make(valid('Ant'))
  queue.sendAll()
  await flush()
  uploads[0]!.reject(new CallError(400, { error: 'Check it.', errors: { file_base64: 'Not square.' } }))
  await flush()
  expect(first()).toMatchObject({ state: 'open', faults: { file: 'Not square.' } })
  expect(isReady(first(), queue.read())).toBe(true)
})

test.each([
  [401, 'logged out'],
  [503, 'receiving a lot of uploads'],
  [500, 'Nothing is lost'],
])('status %i fails with words of its own and is not retried', async (status, words) => {
  const { queue, uploads, first } = make(valid('Ant'))
  queue.sendAll()
  await flush()
  uploads[0]!.reject(new CallError(status, { error: 'x' }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(first().state).toBe('failed')
  expect(first().failure).toContain(words)
  expect(uploads).toHaveLength(1)
})

test('a logo that the server can’t save for a moment waits in its form, which says so, and is sent by the next try', async () => {
  const { queue, uploads, first } = make(valid('Ant'))
  queue.sendAll()
  await flush()
  const error = 'We can’t save anything for a moment. Look around, and try again in a minute.'
  uploads[0]!.reject(new CallError(503, { error, code: 'saving_waits' }, 10))
  await flush()
  expect(first()).toMatchObject({ state: 'failed', failure: error, logo: 'Ant' })
  queue.sendAll()
  await flush()
  uploads[1]!.resolve()
  await flush()
  expect(first().state).toBe('sent')
})

test('leaving aborts what is in flight, and nothing is sent afterwards', async () => {
  const { queue, uploads, close } = make(valid('Ant'), valid('Bee'), valid('Cat'))
  queue.sendAll()
  await flush()
  close()
  expect(uploads[0]!.signal.aborted).toBe(true)
  for (const upload of uploads) upload.reject(new DOMException('', 'AbortError'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(uploads).toHaveLength(2)
})

test('progress is shown per logo', async () => {
  const { queue, uploads, first } = make(valid('Ant'))
  queue.sendAll()
  await flush()
  uploads[0]!.onProgress(0.4)
  expect(first().progress).toBe(0.4)
})

/** A PNG's headers alone. */
function headersOf(width: number, height: number) {
  const bytes = Buffer.from(
    `89504e470d0a1a0a0000000d49484452${'00'.repeat(17)}000000004944415400000000`,
    'hex',
  )
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return new File([bytes], 'Heron.png', { type: 'image/png' })
}

test('a wrong picture that can be fitted keeps its file and gives its name; fitted, it is valid with a new key', async () => {
  const { queue, first } = make(newSubmission())
  await queue.addFiles([headersOf(2, 1)], false)
  expect(first()).toMatchObject({
    logo: 'Heron',
    faults: { file: 'File must be a square.' },
    misfit: { isAnimated: false },
  })
  const { key } = first()
  queue.change(key, { logo: 'My own title' })
  const failed = await queue.fitAll(async () => ({ file: headersOf(2, 2), note: 'Fitted' }))
  expect(failed).toBe(0)
  expect(first()).toMatchObject({ logo: 'My own title', faults: {}, picture: { side: 2, note: 'Fitted' } })
  expect(first().key).not.toBe(key)
})

test('what cannot be opened is counted and keeps its error', async () => {
  const { queue, first } = make(newSubmission())
  await queue.addFiles([headersOf(2, 1)], false)
  expect(await queue.fitAll(async () => Promise.reject(new Error('no codec')))).toBe(1)
  expect(first().faults.file).toBe('File must be a square.')
})
