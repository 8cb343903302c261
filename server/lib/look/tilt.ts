import type { Raster } from './saliency.ts'

/** A picture turned clockwise about its middle by some degrees, at the same size; what comes from outside continues its edge. */
export function tilted({ data, width, height }: Raster, degrees: number): Raster {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  const pixels = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const fromX = onSide(middleX + (x - middleX) * cos + (y - middleY) * sin, width)
      const fromY = onSide(middleY - (x - middleX) * sin + (y - middleY) * cos, height)
      // Of the four pixels around it: where the first begins, the steps to the others, and the shares of those.
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
      const first = (top * width + left) * 3
      const across = left < width - 1 ? 3 : 0
      const down = top < height - 1 ? width * 3 : 0
      const [partX, partY] = [fromX - left, fromY - top]
      const to = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        const at = first + channel
        const above = data[at]! * (1 - partX) + data[at + across]! * partX
        const below = data[at + down]! * (1 - partX) + data[at + down + across]! * partX
        pixels[to + channel] = Math.round(above * (1 - partY) + below * partY)
      }
    }
  return { data: pixels, width, height }
}

/** The nearest place that is on a side of so many pixels. */
const onSide = (place: number, side: number) => Math.max(0, Math.min(side - 1, place))
