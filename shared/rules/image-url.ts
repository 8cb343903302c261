/** Sides of the pictures made for the screen, in pixels. A smaller logo is never enlarged to reach one. */
export const imageSizes = [160, 320, 640, 900] as const
/** Formats of the pictures made for the screen, the preferred one first. */
export const imageFormats = ['avif', 'webp'] as const

type ImageSize = (typeof imageSizes)[number]
export type ImageFormat = (typeof imageFormats)[number]

/** Where a stored picture is served. Its name in the file store is the same, without the leading slash. */
export function imageUrl(hash: string, size: ImageSize, format: ImageFormat): string {
  return `/images/${hash}-${size}.${format}`
}

/** Every size of a picture, in the words of `srcset`. */
export const srcSet = (hash: string, format: ImageFormat) =>
  imageSizes.map(size => `${imageUrl(hash, size, format)} ${size}w`).join(', ')

/** Pictures may be enlarged by so much before one of twice the size is fetched: nobody sees a thirtieth. */
export const tileSharpness = 0.97

/** How wide a logo stands on the stage, in the words of `sizes`. */
export const stageSizes = '(width < 900px) min(100vw - 72px, 62vh - 72px), min(80vh, 60vw)'
