import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Emphasis } from '../../shared/rules/look.ts'
import { Overloaded, Unavailable } from '../lib/errors.ts'
import { NeighbourCache } from '../lib/look/neighbour-cache.ts'
import type { Match, Query, Without } from '../lib/look/scan-index.ts'
import type { Announcements } from './listen.ts'
import type { FromWorker, Search, ToWorker } from './look-worker.ts'

/** Finds the logos nearest to what is asked for. */
export type LookIndex = {
  /** Without hidden logos, nearest first. Waits until all logos are loaded. */
  nearest(queries: Query[], emphasis: Emphasis, most: number, without?: Without): Promise<Match[]>
  /**
   * The nearest to a logo by shape and colour alike, of other designers; none before all logos are loaded, and while others are
   * compared.
   */
  neighbours(logo: { logo_id: number; designer_id: number; views: Uint8Array }): Promise<Match[]>
  /** Starts loading; otherwise the first search does. */
  start(): void
  /** How many logos are compared, and in how much memory; undefined before they are loaded. */
  state(): { logos: number; bytes: number } | undefined
  /** Whether all changes are heard of and compared with: none is missed or waits to be read. */
  isCurrent(): boolean
  close(): Promise<void>
}

/** Searches that wait for the thread; more are refused. */
export const mostWaiting = 32
/** A thread that ended by itself is not started again sooner, since each start costs about as much as a hundred searches. */
const restartMs = 5000
/** Neighbours of a logo that are found; of these the viewer may see some, and Related shows the best. */
export const mostNeighbours = 40

type Waiting = { resolve: (matches: Match[]) => void; reject: (error: Error) => void }

/**
 * Keeps the views of all logos of the database at `url` in a thread of its own, which runs `file`, so that a comparison never delays the event
 * loop. Announcements of any process, about uploads, deletions and hiding, keep it current; after a lost connection it reads all again.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what starts, tells and asks the thread shares its state
export function openLookIndex(
  url: string,
  announcements: Announcements | undefined,
  warn: (reason: string) => void = () => {},
  file: string | URL = join(import.meta.dirname, 'look-worker.ts'),
): LookIndex {
  let worker: Worker | undefined
  let state: { logos: number; bytes: number } | undefined
  let calls = 0
  /** Changes that the thread was told of, and those after which nothing was left to read. */
  let [told, done] = [0, 0]
  let endedAt = Number.NEGATIVE_INFINITY
  const waiting = new Map<number, Waiting>()
  const tell = (message: ToWorker) => {
    told++
    worker?.postMessage(message)
  }
  const cache = new NeighbourCache(({ views, ...without }) =>
    ask({
      queries: [{ views, isTransformed: false }],
      emphasis: 'both',
      most: mostNeighbours,
      without,
      isQuick: true,
    }),
  )
  const hearConnection = () => {
    cache.clear()
    tell({ kind: 'reload' })
  }
  const hearChange = (logo_id: number) => {
    if (!logo_id) return hearConnection()
    tell({ kind: 'changed', logo_id })
  }
  announcements?.on('look', hearChange)
  announcements?.on('listening', hearConnection)

  function hear(message: FromWorker) {
    if (message.kind === 'state') {
      done = message.done
      // Until now the thread compared with what was there before.
      if (message.isReload) cache.clear()
      for (const logoId of message.changed) cache.forget(logoId)
      state = { logos: message.logos, bytes: message.bytes }
    } else if (message.kind === 'failed') warn(message.message)
    else {
      waiting.get(message.call)?.resolve(message.matches)
      waiting.delete(message.call)
    }
  }

  function start(): Worker | undefined {
    if (worker) return worker
    if (performance.now() - endedAt < restartMs) return undefined
    const started = new Worker(file, { workerData: { url } })
    worker = started
    ;[told, done] = [0, 0]
    // It never keeps the process alive.
    started.unref()
    started.on('message', hear)
    started.on('error', error => warn(String(error)))
    started.on('exit', () => {
      if (worker === started) worker = undefined
      endedAt = performance.now()
      state = undefined
      for (const { reject } of waiting.values()) reject(unavailable())
      waiting.clear()
    })
    return started
  }

  async function ask(search: Search): Promise<Match[]> {
    if (waiting.size >= mostWaiting)
      throw new Overloaded('Too many searches by look are waiting', {
        sentence: 'A lot of logos are being compared. Please try again in a moment.',
        retryAfter: 3,
      })
    const thread = start()
    if (!thread) throw unavailable()
    const call = ++calls
    const found = new Promise<Match[]>((resolve, reject) => waiting.set(call, { resolve, reject }))
    thread.postMessage({ kind: 'find', call, ...search } satisfies ToWorker)
    return found
  }

  return {
    nearest: (queries, emphasis, most, without = {}) =>
      ask({ queries, emphasis, most, without, isQuick: false }),
    neighbours: async logo => (state ? cache.find(logo, state.logos) : []),
    start: () => void start(),
    state: () => state,
    isCurrent: () => state !== undefined && told === done && (announcements?.isListening() ?? false),
    async close() {
      announcements?.off('look', hearChange)
      announcements?.off('listening', hearConnection)
      await worker?.terminate()
    },
  }
}

const unavailable = () =>
  new Unavailable('The thread that compares logos has ended', {
    sentence: 'We can’t compare logos right now. Please try again in a moment.',
    retryAfter: 5,
  })
