import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueue } from './fetch-atlases.ts'

type Request = { name: string; signal: AbortSignal; answer: (status: number) => void; lose: () => void }

/** All requests so far. */
let requests: Request[]
let seen: string[]
/** The last request of an atlas. */
const find = (name: string) => requests.findLast(request => request.name === name)!
const namesOf = (all: readonly Request[]) => all.map(({ name }) => name)
const letters = (count: number) => Array.from({ length: count }, (_, i) => String.fromCharCode(97 + i))
/** Lets the queue go on with what was answered. */
const settle = () => vi.advanceTimersByTimeAsync(0)

function openQueue() {
  return createQueue({
    onAtlas: (name, _picture, density) => seen.push(`${name} ${density}`),
    onGone: () => seen.push('gone'),
    onAgain: () => seen.push('again'),
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  seen = []
  vi.stubGlobal('createImageBitmap', async () => ({}))
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => reject(signal.reason))
    const name = /sixteen\/(.+)-[12]\.webp$/.exec(url)![1]!
    requests.push({
      name,
      signal,
      answer: status => resolve(new Response('', { status })),
      lose: () => reject(new TypeError('Failed to fetch')),
    })
    return promise
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('six atlases are fetched at once, the most urgent first, and the next with each that arrives', async () => {
  const setWanted = openQueue()
  setWanted(letters(8), 2)
  expect(namesOf(requests)).toEqual(letters(6))
  find('c').answer(200)
  await settle()
  expect(seen).toEqual(['c 2'])
  expect(namesOf(requests)).toEqual(letters(7))
})

test('an atlas that is no longer wanted leaves the queue, or is aborted, which is no failure', async () => {
  const setWanted = openQueue()
  setWanted(letters(8), 1)
  setWanted(['b', 'h'], 1)
  await settle()
  expect(requests.filter(({ signal }) => !signal.aborted).map(({ name }) => name)).toEqual(['b', 'h'])
  setWanted(['a', 'b'], 2)
  await settle()
  // At another density each is fetched again.
  expect(namesOf(requests.filter(({ signal }) => !signal.aborted))).toEqual(['a', 'b'])
  find('a').answer(200)
  find('b').answer(200)
  await settle()
  expect(seen).toEqual(['a 2', 'b 2'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen).toHaveLength(2)
})

test('an atlas that does not arrive is fetched again after a while; only one that is not found makes the page ask', async () => {
  const setWanted = openQueue()
  setWanted(['a', 'b', 'c'], 1)
  find('a').answer(503)
  find('b').lose()
  await settle()
  setWanted(['a', 'b', 'c'], 1)
  expect(requests).toHaveLength(3)
  expect(seen).toEqual([])
  await vi.advanceTimersByTimeAsync(3000)
  expect(seen).toEqual(['again', 'again'])
  setWanted(['a', 'b', 'c'], 1)
  expect(namesOf(requests)).toEqual(['a', 'b', 'c', 'a', 'b'])

  seen = []
  find('a').answer(404)
  find('b').answer(404)
  await settle()
  expect(seen).toEqual(['gone'])
  await vi.advanceTimersByTimeAsync(3000)
  setWanted(['a', 'c'], 1)
  find('a').answer(404)
  await settle()
  expect(seen).toEqual(['gone', 'again', 'again', 'gone'])
})

test('an error of the listener does not keep the next atlas from being fetched', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const error = new Error('no memory')
  const setWanted = createQueue({
    onAtlas() {
      throw error
    },
    onGone() {},
    onAgain() {},
  })
  setWanted(letters(7), 1)
  find('a').answer(200)
  await settle()
  expect(reported).toHaveBeenCalledWith(error)
  expect(namesOf(requests)).toEqual(letters(7))
})
