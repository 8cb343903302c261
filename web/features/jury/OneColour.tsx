import { useEffect, useRef } from 'react'
import { inOneColour } from './one-colour.ts'

/** A logo in one colour, `side` px wide. A canvas, because which pixels are the mark depends on the picture's own ground. */
export function OneColour({ src, name, side = 320 }: { src: string; name: string; side?: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d', { willReadFrequently: true })
    if (!context) return
    context.clearRect(0, 0, side, side)
    let isCurrent = true
    const image = new Image()
    image.src = src
    image.decode().then(
      () => {
        if (!isCurrent) return
        context.drawImage(image, 0, 0, side, side)
        const picture = context.getImageData(0, 0, side, side)
        inOneColour(picture.data, side)
        context.putImageData(picture, 0, 0)
      },
      // Without a connection the square stays empty.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [src, side])
  return <canvas ref={canvas} role="img" aria-label={`${name}, in one colour`} width={side} height={side} />
}
