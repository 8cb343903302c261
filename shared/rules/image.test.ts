import { describe, expect, test } from 'vitest'
import { checkImage, checkImageFile, pngChunks, sniffImage } from './image.ts'
import { imageUrl } from './image-url.ts'

const bytesOf = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap(part => (typeof part === 'string' ? [...part].map(c => c.charCodeAt(0)) : part)),
  )
const be32 = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]
const be16 = (n: number) => [n >>> 8, n & 255]
const le16 = (n: number) => [n & 255, n >>> 8]

const pngChunk = (type: string, data: number[]) => [
  ...be32(data.length),
  ...bytesOf(type),
  ...data,
  0,
  0,
  0,
  0,
]
const pngHead = (width: number, height: number) =>
  bytesOf('\x89PNG\r\n\x1a\n', pngChunk('IHDR', [...be32(width), ...be32(height), 8, 2, 0, 0, 0]))
const png = (width: number, height: number, ...chunks: number[][]) =>
  bytesOf([...pngHead(width, height)], ...chunks, pngChunk('IDAT', [0]), pngChunk('IEND', []))

const gifFrame = (left: number, top: number, width: number, height: number) => [
  ...[0x2c, ...le16(left), ...le16(top), ...le16(width), ...le16(height), 0],
  ...[2, 2, 0x4c, 0x01, 0],
]
const gif = (width: number, height: number, ...blocks: number[][]) =>
  bytesOf('GIF89a', le16(width), le16(height), [0x80, 0, 0], [0, 0, 0, 255, 255, 255], ...blocks, [0x3b])

const jpegFrame = (width: number, height: number, marker = 0xc0) => [
  0xff,
  marker,
  ...be16(11),
  8,
  ...be16(height),
  ...be16(width),
  1,
  1,
  0x11,
  0,
]
const jpegScan = [0xff, 0xda, ...be16(8), 1, 1, 0, 0, 63, 0, 1, 2, 0xff, 0x00, 3, 0xff, 0xd0, 4]
const jpeg = (...parts: number[][]) => bytesOf([0xff, 0xd8], ...parts, [0xff, 0xd9])

describe('a picture is refused with the first rule it breaks', () => {
  test.each([
    [{ bytes: 1_999_999, width: 900, height: 900 }, undefined],
    [{ bytes: 2_000_000, width: 900, height: 900 }, 'File size must be < 2MB'],
    [{ bytes: 1, width: 1, height: 1 }, undefined],
    [{ bytes: 1, width: 901, height: 901 }, 'File must be 900 x 900 or less.'],
    [{ bytes: 1, width: 800, height: 900 }, 'File must be a square.'],
    [{ bytes: 1, width: 1000, height: 900 }, 'File must be a square.'],
    [{ bytes: 1, width: 900, height: 901 }, 'File must be a square.'],
    [{ bytes: 1, width: 900, height: 900, pages: 1 }, undefined],
    [{ bytes: 1, width: 1000, height: 900, pages: 2 }, 'Animated images are not accepted.'],
    [{ bytes: 1, width: 0, height: 0, pages: 2 }, 'File must be a JPG, PNG or GIF image.'],
    [{ bytes: 1, width: Number.NaN, height: 900 }, 'File must be a JPG, PNG or GIF image.'],
    [{ bytes: 2_000_000, width: 0, height: 0, pages: 2 }, 'File size must be < 2MB'],
  ])('%o: %s', (image, message) => {
    expect(checkImage(image)).toBe(message)
  })

  test('a file is judged by its content, and too many bytes before anything else', () => {
    expect(checkImageFile(png(900, 900))).toBeUndefined()
    expect(checkImageFile(png(901, 901))).toBe('File must be 900 x 900 or less.')
    expect(checkImageFile(new Uint8Array(2_000_000))).toBe('File size must be < 2MB')
    expect(checkImageFile(new Uint8Array(1_999_999))).toBe('File must be a JPG, PNG or GIF image.')
    expect(checkImageFile(new Uint8Array())).toBe('File must be a JPG, PNG or GIF image.')
  })
})

test('a picture is served under its hash, size and format', () => {
  expect(imageUrl('0123abcd', 320, 'avif')).toBe('/images/0123abcd-320.avif')
})

describe('PNG headers', () => {
  test('size comes from IHDR', () => {
    expect(sniffImage(png(900, 899))).toEqual({ format: 'png', width: 900, height: 899, frames: 1 })
    expect(sniffImage(png(4_294_967_295, 16_000))?.width).toBe(4_294_967_295)
  })

  test('an animation is one with more than one frame, announced before the pixels', () => {
    const acTL = (frames: number) => pngChunk('acTL', [...be32(frames), ...be32(0)])
    expect(sniffImage(png(9, 9, acTL(2)))?.frames).toBe(2)
    expect(sniffImage(png(9, 9, acTL(4_000_000_000)))?.frames).toBe(2)
    expect(sniffImage(png(9, 9, acTL(1)))?.frames).toBe(1)
    expect(sniffImage(png(9, 9, pngChunk('IDAT', []), acTL(2)))?.frames).toBe(1)
  })

  test('without pixels, or with a chunk that ends beyond the file, it is not a picture', () => {
    expect(sniffImage(pngHead(9, 9))).toBeUndefined()
    expect(sniffImage(bytesOf([...pngHead(9, 9)], be32(0xffffffff), 'IDAT', be32(0)))).toBeUndefined()
    expect(sniffImage(bytesOf('\x89PNG\r\n\x1a\n', pngChunk('IDAT', [1, 2, 3])))).toBeUndefined()
  })

  test('chunks end with IEND; bytes after it are left out', () => {
    const file = bytesOf([...png(9, 9)], pngChunk('tEXt', [1]))
    expect([...pngChunks(file)].map(chunk => chunk.type)).toEqual(['IHDR', 'IDAT', 'IEND'])
  })
})

describe('JPEG headers', () => {
  test.each([0xc0, 0xc1, 0xc2])('size comes from the frame header %i', marker => {
    const header = { format: 'jpeg', width: 640, height: 480, frames: 1 }
    expect(sniffImage(jpeg(jpegFrame(640, 480, marker), jpegScan))).toEqual(header)
  })

  test('Huffman, arithmetic and extension tables are no frame headers', () => {
    const tables = [0xc4, 0xc8, 0xcc].map(marker => jpegFrame(7, 7, marker))
    expect(sniffImage(jpeg(...tables, jpegFrame(5, 5), jpegScan))?.width).toBe(5)
  })

  test('a size inside a thumbnail of the metadata does not count', () => {
    const thumbnail = [...jpeg(jpegFrame(5, 5), jpegScan)]
    const metadata = [0xff, 0xe1, ...be16(thumbnail.length + 2), ...thumbnail]
    expect(sniffImage(jpeg(metadata, jpegFrame(900, 900), jpegScan))?.width).toBe(900)
  })

  test('without a scan it is not a picture, and with a hundred it is refused as an attack', () => {
    expect(sniffImage(jpeg(jpegFrame(5, 5)))).toBeUndefined()
    expect(sniffImage(jpeg(jpegFrame(5, 5), ...Array(12).fill(jpegScan)))).toBeDefined()
    expect(sniffImage(jpeg(jpegFrame(5, 5), ...Array(100).fill(jpegScan)))).toBeUndefined()
  })
})

describe('GIF headers', () => {
  test('size is the screen, even when the frame covers less of it', () => {
    const header = { format: 'gif', width: 90, height: 80, frames: 1 }
    expect(sniffImage(gif(90, 80, gifFrame(10, 10, 5, 5)))).toEqual(header)
  })

  test('a frame that reaches beyond the screen widens it', () => {
    expect(sniffImage(gif(1, 1, gifFrame(65_000, 3, 65_000, 4)))).toMatchObject({ width: 130_000, height: 7 })
  })

  test('a huge screen around one pixel is huge', () => {
    expect(sniffImage(gif(65_535, 65_535, gifFrame(0, 0, 1, 1)))?.width).toBe(65_535)
  })

  test('frames count no further than two, past extensions and colour tables', () => {
    const comment = [0x21, 0xfe, 3, 1, 2, 0x2c, 0]
    const own = gifFrame(0, 0, 9, 9)
    own.splice(9, 1, 0x80, 1, 2, 3, 4, 5, 6)
    expect(sniffImage(gif(9, 9, comment, own, comment))?.frames).toBe(1)
    expect(sniffImage(gif(9, 9, comment, own, comment, own))?.frames).toBe(2)
    expect(sniffImage(gif(9, 9, ...Array(20_000).fill(own)))?.frames).toBe(2)
  })

  test('a frame that is cut off, or missing, is not a picture', () => {
    const whole = gif(9, 9, gifFrame(0, 0, 9, 9))
    expect(sniffImage(whole.subarray(0, -1))).toBeDefined()
    expect(sniffImage(whole.subarray(0, -2))).toBeUndefined()
    expect(sniffImage(gif(9, 9))).toBeUndefined()
  })
})

test('every prefix of a picture gives an answer', () => {
  const pictures = [png(9, 9), jpeg(jpegFrame(9, 9), jpegScan), gif(9, 9, gifFrame(0, 0, 9, 9))]
  for (const picture of pictures) {
    for (let length = 0; length < picture.length; length += 1) {
      const header = sniffImage(picture.subarray(0, length))
      if (header) expect(header).toMatchObject({ width: 9, height: 9, frames: 1 })
    }
  }
})
