// Sixteen: every logo at 16 px. Logos are named by their position in the order of the grounds, in which the atlases follow
// each other.

/** Squares of an atlas, in rows of 16. */
export const atlasSquares = 256
export const atlasColumns = 16
/** The side of a square in CSS pixels. */
export const squareSide = 16
export const densities = [1, 2] as const
export type Density = (typeof densities)[number]

/** The path of an atlas's picture for a screen. */
export const atlasUrl = (atlas: string, density: Density) => `/images/sixteen/${atlas}-${density}.webp`

/** Orders besides that of the grounds, within which they keep it. */
export const sixteenSorts = { ground: 'Ground', year: 'Year', country: 'Country' } as const
export type SixteenSort = keyof typeof sixteenSorts

/**
 * Positions as base64, mostly a byte or two for each: the difference to the one before, its sign in the lowest bit, in groups
 * of seven bits, the lowest first (LEB128).
 */
export function encodePositions(positions: readonly number[]): string {
  const bytes: number[] = []
  let before = 0
  for (const position of positions) {
    const step = position - before
    let rest = step < 0 ? -2 * step - 1 : 2 * step
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
    bytes.push(rest)
    before = position
  }
  let text = ''
  // `fromCharCode` takes as many arguments as the stack holds.
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.slice(i, i + 8192))
  return btoa(text)
}

/** Decodes what `encodePositions` has written. */
export function decodePositions(text: string): Uint32Array {
  const bytes = atob(text)
  const positions = new Uint32Array(bytes.length)
  let [n, rest, shift, position] = [0, 0, 0, 0]
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i)
    rest |= (byte & 127) << shift
    shift += 7
    if (byte > 127) continue
    position += rest & 1 ? -((rest + 1) / 2) : rest / 2
    positions[n++] = position
    rest = shift = 0
  }
  return positions.slice(0, n)
}
