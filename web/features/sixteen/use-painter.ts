import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FromPainter, ToPainter } from './painter/messages.ts'

export type Painter = { tell: (message: ToPainter, transfer?: Transferable[]) => void }

/** The worker that draws on a canvas in each of the two holders. `onGone`: the server no longer has an atlas that the page names. */
export function usePainter(
  holders: { plane: RefObject<HTMLDivElement | null>; loupe: RefObject<HTMLDivElement | null> },
  onGone: () => void,
): { painter: Painter | undefined; isRested: boolean } {
  const [painter, setPainter] = useState<Painter>()
  const [isRested, setIsRested] = useState(false)
  const latest = useRef(onGone)
  useEffect(() => {
    latest.current = onGone
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
    worker.onmessage = ({ data }: MessageEvent<FromPainter>) =>
      data.kind === 'rested' ? setIsRested(data.isRested) : latest.current()
    setPainter({ tell })
    return () => {
      worker.terminate()
      for (const canvas of canvases) canvas.remove()
      setPainter(undefined)
    }
  }, [plane, loupe])
  return { painter, isRested }
}
