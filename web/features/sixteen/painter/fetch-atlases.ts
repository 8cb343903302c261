import { atlasUrl, type Density } from '../../../../shared/rules/sixteen.ts'

/** Atlases that are fetched at once: as many connections as a browser opens to a host with HTTP/1.1. */
const atOnce = 6
/** Delay before an atlas that didn't arrive is fetched again, and the least time from one call of `onGone` to the next. */
const againMs = 3000
const timeoutMs = 30_000

type Listener = {
  onAtlas: (name: string, picture: ImageBitmap, density: Density) => void
  /** The server no longer has an atlas: it was drawn again since the page learnt of it. */
  onGone: () => void
  /** An atlas that did not arrive may be fetched again: ask for those that are still missing. */
  onAgain: () => void
}

/** Returns what sets the atlases that are wanted, the most urgent first: those that no longer are leave the queue, or are aborted. */
export function createQueue({ onAtlas, onGone, onAgain }: Listener) {
  let wanted: readonly string[] = []
  let density: Density = 1
  const fetching = new Map<string, { density: Density; stop: AbortController }>()
  /** Atlases that did not arrive less than `againMs` ago. */
  const failed = new Set<string>()
  let goneAt = Number.NEGATIVE_INFINITY

  function fetchNext() {
    for (const name of wanted) {
      if (fetching.size >= atOnce) return
      // An error in `onAtlas` is reported as one of the worker.
      if (!fetching.has(name) && !failed.has(name)) fetchOne(name, density).catch(error => reportError(error))
    }
  }

  async function fetchOne(name: string, density: Density) {
    const stop = new AbortController()
    fetching.set(name, { density, stop })
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)])
    const read = await readAtlas(atlasUrl(name, density), signal)
    fetching.delete(name)
    try {
      if (stop.signal.aborted) return
      wanted = wanted.filter(each => each !== name)
      if (typeof read === 'object') onAtlas(name, read, density)
      else fail(name, read)
    } finally {
      fetchNext()
    }
  }

  function fail(name: string, how: Failure) {
    failed.add(name)
    setTimeout(() => {
      failed.delete(name)
      onAgain()
    }, againMs)
    const now = Date.now()
    if (how !== 'gone' || now - goneAt < againMs) return
    goneAt = now
    onGone()
  }

  return (names: readonly string[], of: Density) => {
    wanted = names
    density = of
    for (const [name, { density, stop }] of fetching)
      if (density !== of || !names.includes(name)) stop.abort()
    fetchNext()
  }
}

/** Any other failure than an atlas that is gone says nothing of the page's answer: the connection, the server under load. */
type Failure = 'gone' | 'failed'

async function readAtlas(url: string, signal: AbortSignal): Promise<ImageBitmap | Failure> {
  try {
    const answer = await fetch(url, { signal })
    if (answer.status === 404) return 'gone'
    return answer.ok ? await createImageBitmap(await answer.blob()) : 'failed'
  } catch {
    return 'failed'
  }
}
