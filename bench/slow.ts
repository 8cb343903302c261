import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '../scripts/build-web.ts'
import { openLoop } from './open-loop.ts'
import type { SlowResult } from './results.ts'
import type { Member, Request } from './session.ts'
import { type Answer, spreadOf } from './statistics.ts'

/**
 * A client that tries to hold a connection: what it sends first, what it then sends at one byte per second, how it
 * reads.
 */
type Kind = { name: string; opening: string; trickle: string; readsSlowly?: true }

const bytesReadAtOnce = 1024

/**
 * Normal traffic, first without and then beside clients that send or read as slowly as they can and reconnect when
 * they are cut off.
 */
export async function measureSlow(
  origin: string,
  members: Member[],
  next: () => Request,
  {
    clients,
    rate,
    seconds,
    say,
  }: { clients: number; rate: number; seconds: number; say: (line: string) => void },
): Promise<SlowResult> {
  const kinds = await slowKinds(members)
  const normal = async () => {
    const answers = await openLoop(origin, { rate, seconds, next })
    return { latency: spreadOf(answers.map(a => a.took)), failed: answers.filter(isBad).length }
  }
  await openLoop(origin, { rate, seconds: Math.min(5, seconds), next })
  const without = await normal()
  say(`Without them: p99 ${without.latency.p99.toFixed(1)} ms, ${without.failed} failed`)

  /** In which all of them connect. */
  const startMs = Math.min(4000, seconds * 1000)
  const port = Number(new URL(origin).port)
  const ended = new AbortController()
  const held = kinds.map(() => ({ opened: 0, closedByServer: 0, ms: [] as number[] }))
  const crowd = Array.from({ length: clients }, async (_, i) => {
    const which = i % kinds.length
    const tally = held[which]!
    // Their starts are spread out.
    await sleep((i * startMs) / clients)
    while (!ended.signal.aborted) {
      tally.opened++
      const from = performance.now()
      if (await holdOn(port, kinds[which]!, ended.signal)) tally.closedByServer++
      tally.ms.push(performance.now() - from)
      await sleep(100)
    }
  })
  let beside: SlowResult['beside']
  try {
    await sleep(startMs * 1.25)
    beside = await normal()
  } finally {
    ended.abort()
    await Promise.all(crowd)
  }
  say(`Beside them: p99 ${beside.latency.p99.toFixed(1)} ms, ${beside.failed} failed`)
  return {
    clients,
    rate,
    seconds,
    without,
    beside,
    kinds: kinds.map(({ name }, i) => {
      const { ms, ...counts } = held[i]!
      return { name, ...counts, heldMs: spreadOf(ms) }
    }),
  }
}

const isBad = (answer: Answer) => answer.status < 200 || answer.status >= 300

async function slowKinds(members: Member[]): Promise<Kind[]> {
  const { cookie, 'x-csrftoken': csrf } = members[0]!.headers
  const head = 'Host: localhost\r\nUser-Agent: slow\r\n'
  const asset = await largestAsset()
  return [
    { name: 'headers that never end', opening: `GET / HTTP/1.1\r\n${head}X-Slow: `, trickle: 'x' },
    {
      name: 'a body that never ends',
      opening:
        `POST /api/logos HTTP/1.1\r\n${head}Cookie: ${cookie}\r\nX-CSRFToken: ${csrf}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n{',
      trickle: ' ',
    },
    {
      name: 'an answer read a kilobyte a second',
      // More than the system's socket buffers hold.
      opening: `GET ${asset} HTTP/1.1\r\n${head}\r\n`.repeat(40),
      trickle: '',
      readsSlowly: true,
    },
  ]
}

/** Holds a connection as long as possible; tells whether the server ended it. */
function holdOn(port: number, kind: Kind, signal: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host: '127.0.0.1' })
    if (kind.readsSlowly) socket.pause()
    else socket.resume()
    const clock = setInterval(() => {
      if (kind.readsSlowly) socket.read(bytesReadAtOnce)
      else socket.write(kind.trickle)
    }, 1000)
    const leave = () => socket.destroy()
    signal.addEventListener('abort', leave)
    socket.on('connect', () => socket.write(kind.opening))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(clock)
      signal.removeEventListener('abort', leave)
      resolve(!signal.aborted)
    })
    if (signal.aborted) leave()
  })
}

/** The path of the largest file of the built web: a static file, so it costs the server little. */
async function largestAsset() {
  const folder = join(await buildWeb(), 'assets')
  const names = (await readdir(folder)).filter(name => /\.(js|woff2|css)$/.test(name))
  const sizes = await Promise.all(names.map(async name => (await stat(join(folder, name))).size))
  return `/assets/${names[sizes.indexOf(Math.max(...sizes))]}`
}
