import { imageStem } from './image-url.ts'

// A logo at its true sizes: one lossless WebP sprite with the logo at 64, 32, 24 and 16 px side by side, and below
// that row the same at twice the size for high-density screens.

/** In CSS pixels, from left to right. */
export const trueSizes = [64, 32, 24, 16] as const
type TrueSize = (typeof trueSizes)[number]
type Density = 1 | 2
export const densities: readonly Density[] = [1, 2]

/** The size of the whole sprite, in its own pixels. */
export const stripSize = { width: 272, height: 192 }

/** The position of a size in the sprite, in the sprite's own pixels. */
export function stripPlace(size: TrueSize, density: Density) {
  const before = trueSizes.slice(0, trueSizes.indexOf(size))
  return {
    left: before.reduce((sum, one) => sum + one, 0) * density,
    top: density === 1 ? 0 : trueSizes[0],
    side: size * density,
  }
}

/** The path that serves a picture's sprite; undefined for files of version 1, which have none. */
export const stripUrl = (image: string) =>
  image.includes('-') ? `${imageStem(image)}-strip.webp` : undefined
