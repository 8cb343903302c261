/** How far a channel may be from the ground's: from there on a pixel belongs to the mark. */
const apart = 64

type Colour = readonly [number, number, number]

const isApart = (a: Colour, r: number, g: number, b: number) =>
  Math.abs(a[0] - r) > apart || Math.abs(a[1] - g) > apart || Math.abs(a[2] - b) > apart

/**
 * Makes each pixel of a square picture, in RGBA, black where it differs from the ground and white where it does not. The
 * ground is the corner that most corners are like. Runs for each tile, over a hundred thousand pixels: it allocates nothing.
 */
export function inOneColour(pixels: Uint8ClampedArray, side: number): void {
  const colourAt = (at: number): Colour => [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
  const corners = [0, side - 1, side * (side - 1), side * side - 1].map(i => colourAt(4 * i))
  const unlike = corners.map(corner => corners.filter(other => isApart(corner, ...other)).length)
  const ground = corners[unlike.indexOf(Math.min(...unlike))] ?? [255, 255, 255]
  for (let at = 0; at < pixels.length; at += 4) {
    const ink = isApart(ground, pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) ? 0 : 255
    pixels[at] = ink
    pixels[at + 1] = ink
    pixels[at + 2] = ink
    pixels[at + 3] = 255
  }
}
