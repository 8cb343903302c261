import { sniffImage } from './image.ts'

/*
 * The rules of a designer's picture, shared by form and server: any shape, in a format we decode. Pure and total,
 * like the rules of a logo's picture.
 */

const maxAvatarBytes = 5_000_000
const maxSearchedBytes = 8_000_000
export const searchedBytesMessage = 'File size must be < 8MB'
/** Far more than a picture of 512 px needs; the limit protects the decoder's memory. */
export const maxAvatarPixels = 16_000_000
/** Side of the stored square. */
export const avatarSide = 512

export const avatarMessages = {
  bytes: 'File size must be < 5MB',
  kind: 'File must be a JPG, PNG, GIF or WebP image.',
  pixels: 'The image must have fewer than 16 million pixels: 4000 x 3000, for example.',
} as const

/** The first rule that a file breaks, judged by its content, not its name; undefined if it may be an avatar. */
export function checkAvatarFile(file: Uint8Array): string | undefined {
  return file.length >= maxAvatarBytes ? avatarMessages.bytes : checkPicture(file)
}

/** As `checkAvatarFile`, for a picture to search with. */
export function checkSearchedFile(file: Uint8Array): string | undefined {
  return file.length > maxSearchedBytes ? searchedBytesMessage : checkPicture(file)
}

function checkPicture(file: Uint8Array): string | undefined {
  const size = sniffImage(file) ?? sniffWebp(file)
  if (!size || size.width < 1 || size.height < 1) return avatarMessages.kind
  if (size.width * size.height >= maxAvatarPixels) return avatarMessages.pixels
}

/** Reads a WebP's size from its first chunk: lossy, lossless or extended. */
function sniffWebp(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes.length < 30 || textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return
  const byte = (at: number) => bytes[at]!
  switch (textAt(bytes, 12)) {
    case 'VP8 ':
      if (byte(23) !== 0x9d || byte(24) !== 0x01 || byte(25) !== 0x2a) return
      return {
        width: (byte(26) | (byte(27) << 8)) & 0x3fff,
        height: (byte(28) | (byte(29) << 8)) & 0x3fff,
      }
    case 'VP8L':
      if (byte(20) !== 0x2f) return
      return {
        width: 1 + (byte(21) | ((byte(22) & 0x3f) << 8)),
        height: 1 + ((byte(22) >> 6) | (byte(23) << 2) | ((byte(24) & 0x0f) << 10)),
      }
    case 'VP8X':
      return {
        width: 1 + (byte(24) | (byte(25) << 8) | (byte(26) << 16)),
        height: 1 + (byte(27) | (byte(28) << 8) | (byte(29) << 16)),
      }
  }
}

const textAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
