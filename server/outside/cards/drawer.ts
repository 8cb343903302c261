import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pLimit from 'p-limit'
import type { Files } from '../files.ts'
import { completeImage, pictureHash } from '../images.ts'
import type { Card, CardAnswer, CardOrder, CardShape } from './card.ts'

/** Draws cards in a process of its own, so that neither the event loop nor an upload waits. */
export type CardDrawer = {
  /** A card as JPEG; undefined where a logo's own picture is missing. `atlases`: the pictures of the card's. */
  draw(
    files: Files,
    card: Card,
    shape: CardShape,
    atlases?: readonly Uint8Array[],
  ): Promise<Buffer | undefined>
  close(): void
}

const patienceMs = 20_000
/** The process ends after so long without work. */
const idleMs = 60_000

export function openCardDrawer(): CardDrawer {
  /** Drawings run one at a time. The caller limits how many may wait. */
  const gate = pLimit(1)
  let child: ChildProcess | undefined
  let ending: NodeJS.Timeout | undefined

  function start() {
    if (child?.connected) return child
    const started = fork(new URL('process.ts', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      env: {},
    })
    // The process does not keep the program running.
    started.unref()
    started.channel?.unref()
    child = started
    return started
  }

  async function ask(order: CardOrder): Promise<Buffer> {
    clearTimeout(ending)
    const drawing = start()
    const done = new AbortController()
    const late = setTimeout(() => drawing.kill('SIGKILL'), patienceMs)
    try {
      drawing.send(order)
      const answer = await Promise.race([
        once(drawing, 'message', { signal: done.signal }).then(([message]) => message as CardAnswer),
        once(drawing, 'exit', { signal: done.signal }).then(
          (): CardAnswer => ({ error: 'the process has ended' }),
        ),
      ])
      if ('error' in answer) throw new Error(`A card was not drawn: ${answer.error}`)
      return Buffer.from(answer.bytes)
    } finally {
      clearTimeout(late)
      done.abort()
      ending = setTimeout(() => drawing.connected && drawing.disconnect(), idleMs)
      ending.unref()
    }
  }

  return {
    async draw(files, card, shape, atlases = []) {
      return gate(async () => {
        const size = card.makers ? 900 : 320
        const read = (image: string, which: string) => readPicture(files, image, which)
        const found = await Promise.all(card.pictures.slice(0, 4).map(image => read(image, `${size}.webp`)))
        const pictures = found.filter(bytes => bytes !== undefined)
        if (card.makers && !pictures.length) return undefined
        const strip =
          card.makers &&
          (await files.get(`images/${completeImage(pictureHash(card.pictures[0]!))}-strip.webp`))
        return ask({ card, shape, pictures, atlases, strip })
      })
    },
    close() {
      clearTimeout(ending)
      child?.kill()
      child = undefined
    },
  }
}

const readPicture = async (files: Files, image: string, which: string) =>
  (await files.get(`images/${completeImage(pictureHash(image))}-${which}`)) ??
  files.get(`images/${pictureHash(image)}-${which}`)
