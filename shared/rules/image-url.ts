// A logo's `image` is the name of its picture: the hash of its pixels, then the version of the files made from them,
// such as '0f3c…-2'. '-first' follows while only the WebP files and the strip of that version exist. A name without a
// version has the files of version 1, which had no strip; server/jobs/make-pictures.ts makes them again.

/** Formats of the pictures made for the screen, preferred first. */
export const imageFormats = ['avif', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

/**
 * Sides of the pictures made for the screen, in pixels. A smaller logo is never enlarged. WebP is for browsers
 * without AVIF, for the API's `url`, and for the first seconds after an upload.
 */
export const imageSizes = { avif: [160, 320, 640, 900], webp: [320, 900] } as const

/** A file name without its size: a hash of 32 digits and a version of one. */
export const imageStem = (image: string) => `/images/${image.slice(0, 34)}`

/** The path that serves a picture. */
export const imageUrl = (image: string, size: 320 | 900, format: ImageFormat = 'webp') =>
  `${imageStem(image)}-${size}.${format}`

const allSizes = (image: string, format: ImageFormat) =>
  imageSizes[format].map(size => `${imageStem(image)}-${size}.${format} ${size}w`).join(', ')

/** Every size of a picture, as a `srcset`. */
export const webpSet = (image: string) => allSizes(image, 'webp')

/** The AVIF `srcset`; undefined while there are no AVIF files. */
export const avifSet = (image: string) => (image[34] ? undefined : allSizes(image, 'avif'))

/** A picture may be enlarged by this factor before the next size is fetched: a thirtieth is invisible. */
export const tileSharpness = 0.97
