import { type RefObject, useEffect, useRef, useState } from 'react'
import { atlasUrl, type Density } from '../../../shared/rules/sixteen.ts'
import type { FromPainter, ToPainter } from './painter/messages.ts'

/** Atlases that are fetched at once: as many connections as a browser opens to a host with HTTP/1.1. */
const atOnce = 6
/** Delay before an atlas that didn't arrive is fetched again. */
const againMs = 3000

export type Painter = { tell: (message: ToPainter, transfer?: Transferable[]) => void }

/**
 * The worker that draws on a canvas in each of the two holders, and what fetches the atlases it wants: those that are no longer wanted are dropped
 * from the queue. `findFirst`: atlases that it will want, fetched while its code loads. `onMissing`: an atlas was drawn again since
 * the page learnt of it.
 */
export function usePainter(
  holders: { plane: RefObject<HTMLDivElement | null>; loupe: RefObject<HTMLDivElement | null> },
  atlases: readonly { atlas: string }[],
  { density, findFirst, onMissing }: { density: Density; findFirst: () => number[]; onMissing: () => void },
): { painter: Painter | undefined; isRested: boolean } {
  const [painter, setPainter] = useState<Painter>()
  const [isRested, setIsRested] = useState(false)
  const latest = useRef({ atlases, density, findFirst, onMissing })
  useEffect(() => {
    latest.current = { atlases, density, findFirst, onMissing }
  })

  const { plane, loupe } = holders
  useEffect(() => {
    // A canvas can be handed over once: each worker gets its own.
    const canvases = [plane, loupe].map(holder =>
      holder.current!.appendChild(document.createElement('canvas')),
    )
    const worker = new Worker(new URL('./painter/painter.ts', import.meta.url), { type: 'module' })
    const tell: Painter['tell'] = (message, transfer = []) => worker.postMessage(message, transfer)
    const [planeDrawing, loupeDrawing] = canvases.map(canvas => canvas.transferControlToOffscreen())
    tell({ kind: 'canvases', plane: planeDrawing!, loupe: loupeDrawing! }, [planeDrawing!, loupeDrawing!])

    let wanted = latest.current.findFirst()
    const fetching = new Set<string>()
    const missing = new Set<string>()
    const fetchNext = () => {
      const { atlases, density } = latest.current
      while (fetching.size < atOnce) {
        const next = wanted.shift()
        if (next === undefined) return
        const name = atlases[next]?.atlas
        if (!name || fetching.has(name) || missing.has(name)) continue
        fetching.add(name)
        void fetchAtlas(atlasUrl(name, density)).then(picture => {
          fetching.delete(name)
          // Named by its place in the list, which may be another one by now.
          const atlas = latest.current.atlases.findIndex(each => each.atlas === name)
          if (picture && atlas >= 0) tell({ kind: 'atlas', atlas, picture }, [picture])
          if (!picture) {
            missing.add(name)
            latest.current.onMissing()
            setTimeout(() => {
              missing.delete(name)
              wanted.push(next)
              fetchNext()
            }, againMs)
          }
          fetchNext()
        })
      }
    }
    worker.onmessage = ({ data }: MessageEvent<FromPainter>) => {
      if (data.kind === 'rested') return setIsRested(data.isRested)
      wanted = data.atlases
      fetchNext()
    }
    setPainter({ tell })
    fetchNext()
    return () => {
      worker.terminate()
      for (const canvas of canvases) canvas.remove()
      setPainter(undefined)
    }
  }, [plane, loupe])
  return { painter, isRested }
}

const fetchAtlas = (url: string) =>
  fetch(url).then(
    answer => (answer.ok ? answer.arrayBuffer() : undefined),
    () => undefined,
  )
