import type { Raster } from './saliency.ts'

/** The eight ways to mirror and turn a picture; the first is as it is. */
export function turned({ data, width, height }: Raster, way: number): Raster {
  const isMirrored = way >= 4
  const quarter = way % 4
  const swapped = quarter % 2 === 1
  const [newWidth, newHeight] = swapped ? [height, width] : [width, height]
  const pixels = new Uint8Array(data.length)
  for (let y = 0; y < newHeight; y++)
    for (let x = 0; x < newWidth; x++) {
      let [fromX, fromY] = [x, y]
      if (quarter === 1) [fromX, fromY] = [y, height - 1 - x]
      else if (quarter === 2) [fromX, fromY] = [width - 1 - x, height - 1 - y]
      else if (quarter === 3) [fromX, fromY] = [width - 1 - y, x]
      if (isMirrored) fromX = width - 1 - fromX
      const from = (fromY * width + fromX) * 3
      const to = (y * newWidth + x) * 3
      pixels[to] = data[from]!
      pixels[to + 1] = data[from + 1]!
      pixels[to + 2] = data[from + 2]!
    }
  return { data: pixels, width: newWidth, height: newHeight }
}

/** A picture turned clockwise about its middle by some degrees, at the same size; what comes from outside continues its edge. */
export function tilted({ data, width, height }: Raster, degrees: number): Raster {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  const pixels = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fromX, left, right] = pixelsBeside(middleX + (x - middleX) * cos + (y - middleY) * sin, width)
      const [fromY, top, bottom] = pixelsBeside(middleY - (x - middleX) * sin + (y - middleY) * cos, height)
      for (let channel = 0; channel < 3; channel++) {
        const value = (column: number, row: number) => data[(row * width + column) * 3 + channel]!
        const above = value(left, top) * (1 - fromX) + value(right, top) * fromX
        const below = value(left, bottom) * (1 - fromX) + value(right, bottom) * fromX
        pixels[(y * width + x) * 3 + channel] = Math.round(above * (1 - fromY) + below * fromY)
      }
    }
  return { data: pixels, width, height }
}

/** The two pixels of a side beside a place on it, and the share of the second. */
function pixelsBeside(place: number, side: number): [share: number, first: number, second: number] {
  const inside = Math.max(0, Math.min(side - 1, place))
  const first = Math.floor(inside)
  return [inside - first, first, Math.min(first + 1, side - 1)]
}
