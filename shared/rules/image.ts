/*
 * The rules of a logo's picture, shared by the form that chooses it and the server that receives it. Everything here
 * is pure and total: any bytes give an answer, in linear time.
 */

/** A file must be smaller than this many bytes. */
const maxImageBytes = 2_000_000
/** The longest side accepted, in pixels. */
export const maxImageSide = 900

export const imageMessages = {
  bytes: 'File size must be < 2MB',
  kind: 'File must be a JPG, PNG or GIF image.',
  animated: 'Animated images are not accepted.',
  square: 'File must be a square.',
  side: 'File must be 900 x 900 or less.',
} as const

/** The picture's headers. `frames` is 2 for any animation. */
type ImageHeader = { format: 'jpeg' | 'png' | 'gif'; width: number; height: number; frames: 1 | 2 }

/**
 * The first rule a picture breaks, as the sentence to show, or undefined when it may be submitted.
 * Always in this order: bytes, kind, animation, square, side. So 901 × 901 is too large, and 1000 × 900,
 * which is neither square nor small enough, is not a square. A side below 1 is no picture at all.
 */
export function checkImage(image: {
  bytes: number
  width: number
  height: number
  pages?: number
}): string | undefined {
  const { bytes, width, height, pages = 1 } = image
  if (bytes >= maxImageBytes) return imageMessages.bytes
  if (!(width >= 1 && height >= 1)) return imageMessages.kind
  if (pages > 1) return imageMessages.animated
  if (width !== height) return imageMessages.square
  if (width > maxImageSide) return imageMessages.side
}

/** `checkImage` for a whole file, judged by its content: neither its name nor its declared type counts. */
export function checkImageFile(file: Uint8Array): string | undefined {
  const bytes = file.length
  const header = bytes < maxImageBytes ? sniffImage(file) : undefined
  return checkImage({ bytes, width: header?.width ?? 0, height: header?.height ?? 0, pages: header?.frames })
}

/** Reads a JPEG's, PNG's or GIF's headers without decoding pixels. Undefined for anything else. Never throws. */
export function sniffImage(bytes: Uint8Array): ImageHeader | undefined {
  if (hasText(bytes, 0, '\x89PNG\r\n\x1a\n')) return sniffPng(bytes)
  if (hasText(bytes, 0, '\xff\xd8\xff')) return sniffJpeg(bytes)
  if (hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')) return sniffGif(bytes)
}

/** The whole chunks of a PNG, in order, up to and with IEND; `start` to `end` spans length, type, data and CRC. */
export function* pngChunks(bytes: Uint8Array): Generator<{ type: string; start: number; end: number }> {
  let start = 8
  while (start + 12 <= bytes.length) {
    const end = start + 12 + be32(bytes, start)
    if (end > bytes.length) return
    const type = String.fromCharCode(
      bytes[start + 4]!,
      bytes[start + 5]!,
      bytes[start + 6]!,
      bytes[start + 7]!,
    )
    yield { type, start, end }
    if (type === 'IEND') return
    start = end
  }
}

function sniffPng(bytes: Uint8Array): ImageHeader | undefined {
  if (be32(bytes, 8) !== 13 || !hasText(bytes, 12, 'IHDR')) return
  let frames: 1 | 2 = 1
  for (const { type, start } of pngChunks(bytes)) {
    // The chunk of an animation must come before the pixels; later, every reader ignores it.
    if (type === 'acTL' && be32(bytes, start + 8) > 1) frames = 2
    if (type === 'IDAT') return { format: 'png', width: be32(bytes, 16), height: be32(bytes, 20), frames }
  }
}

// Each scan of a progressive JPEG passes over the whole picture: 1.8 MB can hold 150,000 scans and keep a decoder
// busy for ten seconds. Encoders write about ten.
const maxJpegScans = 64

function sniffJpeg(bytes: Uint8Array): ImageHeader | undefined {
  let size: { width: number; height: number } | undefined
  let scans = 0
  let at = 2
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1]!
    if (bytes[at] !== 0xff || marker === 0xff) {
      at += 1 // pixels of a scan, or filling before a marker
    } else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2 // a 0xff among the pixels, or a marker that stands alone
    } else if (marker === 0xd9) {
      break
    } else {
      const length = be16(bytes, at + 2)
      if (length < 2) return
      const isFrame =
        marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
      if (isFrame) size ??= { width: be16(bytes, at + 7), height: be16(bytes, at + 5) }
      if (marker === 0xda && ++scans > maxJpegScans) return
      at += 2 + length
    }
  }
  return size && scans > 0 ? { format: 'jpeg', ...size, frames: 1 } : undefined
}

function sniffGif(bytes: Uint8Array): ImageHeader | undefined {
  let width = le16(bytes, 6)
  let height = le16(bytes, 8)
  let frames = 0
  let at = 13 + gifColours(bytes[10]!)
  while (frames < 2) {
    if (bytes[at] === 0x21) {
      at = endOfGifData(bytes, at + 2)
    } else if (bytes[at] === 0x2c) {
      // Programs disagree about a frame that reaches beyond the screen, so the larger of the two sizes is used.
      width = Math.max(width, le16(bytes, at + 1) + le16(bytes, at + 5))
      height = Math.max(height, le16(bytes, at + 3) + le16(bytes, at + 7))
      at = endOfGifData(bytes, at + 11 + gifColours(bytes[at + 9]!))
      if (at > bytes.length) return
      frames += 1
    } else {
      break
    }
  }
  return frames > 0 ? { format: 'gif', width, height, frames: frames > 1 ? 2 : 1 } : undefined
}

/** Bytes of the colour table that the flags of a GIF's screen or frame announce. */
const gifColours = (flags: number): number => (flags & 0x80 ? 6 << (flags & 7) : 0)

/** The end of a chain of GIF data blocks; beyond the last byte if the file was cut off. */
function endOfGifData(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length) {
    const length = bytes[at]!
    at += 1 + length
    if (length === 0) return at
  }
  return bytes.length + 1
}

// Bit operators read a byte beyond the end as 0, so these are total.
const be16 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!
const le16 = (bytes: Uint8Array, at: number): number => (bytes[at + 1]! << 8) | bytes[at]!
const be32 = (bytes: Uint8Array, at: number): number => ((be16(bytes, at) << 16) | be16(bytes, at + 2)) >>> 0

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}
