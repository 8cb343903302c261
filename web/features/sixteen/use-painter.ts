import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FromPainter, ToPainter } from './painter/messages.ts'

export type Painter = { tell: (message: ToPainter, transfer?: Transferable[]) => void }

type Listener = {
  /** Whether all squares in the window are drawn, and none is moving. While the page scrolls it is told some ten times a second. */
  onRested: (isRested: boolean) => void
  /** The first squares are drawn. */
  onBegun: () => void
  /** The server no longer has an atlas that the page names. */
  onGone: () => void
}

/** The worker that draws on a canvas in each of the two holders. */
export function usePainter(
  holders: { plane: RefObject<HTMLDivElement | null>; loupe: RefObject<HTMLDivElement | null> },
  listener: Listener,
): Painter | undefined {
  const [painter, setPainter] = useState<Painter>()
  const [failure, setFailure] = useState<Error>()
  // Without the worker there is nothing to see: the error page is shown, which reports it.
  if (failure) throw failure
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
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
    worker.onmessage = ({ data }: MessageEvent<FromPainter>) => {
      if (data.kind === 'rested') latest.current.onRested(data.isRested)
      else if (data.kind === 'begun') latest.current.onBegun()
      else latest.current.onGone()
    }
    worker.onerror = event => {
      // Otherwise the window would report it a second time.
      event.preventDefault()
      // The event of a script that could not be loaded has no message.
      setFailure(new Error(`Sixteen’s painter: ${event.message || 'not loaded'}`))
    }
    setPainter({ tell })
    return () => {
      worker.terminate()
      for (const canvas of canvases) canvas.remove()
      setPainter(undefined)
      latest.current.onRested(false)
    }
  }, [plane, loupe])
  return painter
}
