import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { imageMessages } from '../../shared/rules/image.ts'
import { densities, stripPlace, trueSizes } from '../../shared/rules/true-sizes.ts'
import { thorough } from '../../tests/thorough.ts'
import { Overloaded } from '../lib/errors.ts'
import { localFiles } from './files.ts'
import { decodeLogo, decodeWholeLogo, ImageError, originalName, storeLogo } from './images.ts'

type Rgb = [number, number, number]

/** A square whose pixels are told by a function of their place. */
function draw(side: number, colourAt: (x: number, y: number) => Rgb) {
  const data = Buffer.alloc(side * side * 3)
  for (let i = 0; i < side * side; i += 1) data.set(colourAt(i % side, Math.floor(i / side)), i * 3)
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
}

/** A disc on a ground: the shape of a logo, with hard edges and margins. */
const mark = (side: number, ink: Rgb = [201, 47, 22], ground: Rgb = [255, 255, 255]) =>
  draw(side, (x, y) => (Math.hypot(x - side / 2, y - side / 2) < side / 3 ? ink : ground))

const pngChunk = (type: string, data: Buffer) => {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** A valid one-bit PNG of any size, black, in very few bytes. */
function blackPng(width: number, height: number, ...extra: Buffer[]) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Puts chunks behind the header of a PNG. */
const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])

function gif(side: number, frames: number) {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  header.writeUInt16LE(side, 6)
  header.writeUInt16LE(side, 8)
  const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x4c\x01\0', 'latin1')
  return Buffer.concat([header, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

/** A progressive JPEG that passes over its 900 × 900 pixels again and again, twelve bytes each time. */
function jpegOfScans(scans: number) {
  const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data]
  const oneCode = (symbol: number) => [1, ...Array<number>(15).fill(0), symbol]
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array<number>(64).fill(1)),
    ...segment(0xc2, 8, 3, 132, 3, 132, 1, 1, 0x11, 0),
    ...segment(0xc4, 0, ...oneCode(0)),
    ...segment(0xc4, 0x10, ...oneCode(0xd0)),
    ...segment(0xda, 1, 1, 0, 0, 0, 0),
    ...Array<number>(1597).fill(0),
    // One run of "nothing here" over all 12,769 blocks.
    ...Array.from({ length: scans }, () => [...segment(0xda, 1, 1, 0, 1, 63, 0), 0x47, 0x87]).flat(),
    ...[0xff, 0xd9],
  ])
}

const photo = draw(300, (x, y) => [(x * 5 + y * 3) % 256, (x * y) % 256, (x * 7 + y * 11) % 256])
const manyBytes = async () => {
  const png = await mark(8).png().toBuffer()
  return (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
}

describe('a bad upload is refused with a sentence for its sender', () => {
  const animation = Buffer.alloc(8)
  animation.writeUInt32BE(2)
  const text = (s: string) => async () => Buffer.from(s)
  const cases: [string, () => Promise<Buffer>, keyof typeof imageMessages][] = [
    ['nothing', text(''), 'kind'],
    ['text', text('just text, named logo.png'), 'kind'],
    ['HTML', text('<!doctype html><script>alert(1)</script>'), 'kind'],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'kind'],
    ['PDF', text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'), 'kind'],
    ['Photoshop', async () => Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(400)]), 'kind'],
    ['TIFF', () => mark(90).tiff().toBuffer(), 'kind'],
    ['WebP', () => mark(90).webp().toBuffer(), 'kind'],
    ['AVIF', () => mark(90).avif({ effort: 0 }).toBuffer(), 'kind'],
    [
      'noise',
      async () => Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 31 + i * 17) & 255)),
      'kind',
    ],
    ['half a JPEG', async () => (await photo.clone().jpeg().toBuffer()).subarray(0, 9000), 'kind'],
    [
      'half a progressive JPEG',
      async () => (await photo.clone().jpeg({ progressive: true }).toBuffer()).subarray(0, 9000),
      'kind',
    ],
    ['half a PNG', async () => (await photo.clone().png().toBuffer()).subarray(0, 9000), 'kind'],
    ['half a GIF', async () => (await photo.clone().gif().toBuffer()).subarray(0, 9000), 'kind'],
    ['a JPEG of 100,000 scans', async () => jpegOfScans(100_000), 'kind'],
    [
      'a PNG with a wrong checksum',
      async () => {
        const png = await mark(90).png().toBuffer()
        png[60]! ^= 1
        return png
      },
      'kind',
    ],
    ['an animated GIF', async () => gif(9, 2), 'animated'],
    ['a GIF of 20,000 frames', async () => gif(9, 20_000), 'animated'],
    ['an animated PNG', async () => blackPng(9, 9, pngChunk('acTL', animation)), 'animated'],
    ['800 × 900', async () => blackPng(800, 900), 'square'],
    ['1000 × 900', async () => blackPng(1000, 900), 'square'],
    ['1 × 100,000', async () => blackPng(1, 100_000), 'square'],
    ['901 × 901', async () => blackPng(901, 901), 'side'],
    ['16,000 × 16,000 in 31 kB', async () => blackPng(16_000, 16_000), 'side'],
    ['a GIF of one pixel on a screen of 65,535', async () => gif(65_535, 1), 'side'],
    ['2,000,000 bytes', async () => (await manyBytes())(2_000_000), 'bytes'],
    ['2,000,000 bytes that are no picture', async () => Buffer.alloc(2_000_000), 'bytes'],
  ]
  test.each(cases)('%s', async (_, make, message) => {
    const refused = decodeLogo(await make())
    await expect(refused).rejects.toThrow(ImageError)
    await expect(refused).rejects.toThrow(imageMessages[message])
  })

  test.each([
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['TIFF', () => mark(9).tiff().toBuffer()],
    ['AVIF', () => mark(9).avif({ effort: 0 }).toBuffer()],
  ])('even with valid headers, no decoder opens %s', async (_, make) => {
    await expect(
      sharp(await make())
        .raw()
        .toBuffer(),
    ).rejects.toThrow()
  })

  test('1,999,999 bytes are accepted', async () => {
    expect((await decodeLogo((await manyBytes())(1_999_999))).side).toBe(8)
  })

  test('an ordinary progressive JPEG is accepted', async () => {
    expect((await decodeLogo(await mark(90).jpeg({ progressive: true }).toBuffer())).side).toBe(90)
  })
})

describe('only the pixels of an upload are stored', () => {
  const marker = '<script>alert("marker")</script>'
  const stored = async (upload: Buffer) => {
    const logo = await decodeWholeLogo(upload)
    return [logo.original, ...logo.derivatives.map(d => d.bytes)]
  }

  test('not a JPEG’s EXIF location, profile and comments', async () => {
    const upload = await mark(90)
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: marker }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(upload.includes(marker)).toBe(true)
    for (const bytes of await stored(upload)) {
      expect(bytes.includes(marker)).toBe(false)
      expect(bytes.includes('Exif')).toBe(false)
      // Of WebP, PNG and AVIF: shorter names occur in compressed pixels by chance.
      for (const profile of ['ICCP', 'iCCP', 'colrprof', 'colrrICC'])
        expect(bytes.includes(profile)).toBe(false)
    }
    expect(await sharp((await stored(upload))[0]).metadata()).not.toHaveProperty('exif')
  })

  test('not a PNG’s text, nor a page appended to it', async () => {
    const png = await mark(90).png().toBuffer()
    const upload = Buffer.concat([
      withChunks(png, pngChunk('tEXt', Buffer.from(`Comment\0${marker}`))),
      Buffer.from(marker),
    ])
    for (const bytes of await stored(upload)) expect(bytes.includes(marker)).toBe(false)
  })

  test('not a page appended to a GIF', async () => {
    const upload = Buffer.concat([await mark(90).gif().toBuffer(), Buffer.from(marker)])
    for (const bytes of await stored(upload)) expect(bytes.includes(marker)).toBe(false)
  })

  test('megabytes of compressed text are dropped without being unpacked', async () => {
    const packed = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(7_900_000, 65))])
    const png = await mark(90).png().toBuffer()
    const upload = withChunks(png, ...Array<Buffer>(200).fill(pngChunk('zTXt', packed)))
    expect(upload.length).toBeLessThan(2_000_000)
    const before = process.resourceUsage().maxRSS
    expect((await decodeLogo(upload)).hash).toBe((await decodeLogo(png)).hash)
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(300_000)
  })
})

describe('the picture is what a viewer would see', () => {
  const colourAt = async (png: Buffer, x: number, y: number) => {
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    return [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  }
  const near = (colour: number[], expected: Rgb) =>
    expect(Math.max(...colour.map((value, i) => Math.abs(value - expected[i]!)))).toBeLessThanOrEqual(4)

  test('transparency becomes white', async () => {
    const upload = await sharp({ create: { width: 60, height: 60, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer()
    const { original, ground } = await decodeLogo(upload)
    near(await colourAt(original, 30, 30), [255, 127, 127])
    expect(ground).toMatch(/^#ff7[ef]7[ef]$/)
  })

  test('EXIF rotation is applied', async () => {
    const corner = draw(64, (x, y) => (x < 32 && y < 32 ? [255, 0, 0] : [255, 255, 255]))
    const upload = await corner
      .withMetadata({ orientation: 6 })
      .jpeg({ chromaSubsampling: '4:4:4' })
      .toBuffer()
    const { original } = await decodeLogo(upload)
    near(await colourAt(original, 48, 16), [255, 0, 0])
    near(await colourAt(original, 16, 16), [255, 255, 255])
  })

  test('a colour profile is applied', async () => {
    const wide = await mark(90, [200, 60, 40]).withIccProfile('p3').png().toBuffer()
    const { original } = await decodeLogo(wide)
    near(await colourAt(original, 45, 45), [200, 60, 40])
  })

  test.each([
    ['grey', mark(90, [90, 90, 90]).toColourspace('b-w').png()],
    ['grey JPEG', mark(90, [90, 90, 90]).toColourspace('b-w').jpeg()],
    ['16 bits', mark(90, [90, 90, 90]).toColourspace('rgb16').png()],
    ['a palette', mark(90, [90, 90, 90]).png({ palette: true })],
    ['interlaced', mark(90, [90, 90, 90]).png({ progressive: true })],
    ['CMYK', mark(90, [90, 90, 90]).toColourspace('cmyk').jpeg()],
  ])('%s becomes plain sRGB', async (_, image) => {
    const { original } = await decodeLogo(await image.toBuffer())
    expect(await sharp(original).metadata()).toMatchObject({ channels: 3, depth: 'uchar', space: 'srgb' })
    const [red, green, blue] = (await colourAt(original, 45, 45)) as Rgb
    for (const value of [red, green, blue]) expect(Math.abs(value - 90)).toBeLessThan(16)
  })
})

describe('the hash identifies the pixels', () => {
  test('it is the same for PNG and GIF, plain, packed or interlaced', async () => {
    const image = mark(90)
    const hashes = await Promise.all(
      [
        image.clone().png(),
        image.clone().gif(),
        image.clone().png({ progressive: true, compressionLevel: 1 }),
      ].map(async upload => (await decodeLogo(await upload.toBuffer())).hash),
    )
    expect(new Set(hashes).size).toBe(1)
    expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test('it differs for one other pixel, and for another size of one colour', async () => {
    const flat = (side: number) => draw(side, () => [9, 9, 9])
    const dot = draw(90, (x, y) => (x === 4 && y === 4 ? [9, 9, 10] : [9, 9, 9]))
    const uploads = await Promise.all([flat(90), flat(89), dot].map(image => image.png().toBuffer()))
    const hashes = await Promise.all(uploads.map(async upload => (await decodeLogo(upload)).hash))
    expect(new Set(hashes).size).toBe(3)
  })
})

describe('the ground, which is the colour of the edge', () => {
  const groundOf = async (image: Sharp) => (await decodeLogo(await image.png().toBuffer())).ground
  // The same numbers on every run.
  const noise = (x: number, y: number) => ((x * 7919 + y * 104_729 + x * y * 31) % 17) - 8

  test('a flat picture keeps its colour', async () => {
    expect(await groundOf(mark(300, [0, 0, 0], [18, 52, 86]))).toBe('#123456')
    expect(await groundOf(mark(300))).toBe('#ffffff')
    expect(await groundOf(draw(1, () => [1, 2, 3]))).toBe('#010203')
  })

  test('a JPEG of low quality keeps about its colour', async () => {
    const jpeg = await mark(300, [0, 90, 180], [240, 200, 20]).jpeg({ quality: 40 }).toBuffer()
    expect((await decodeLogo(jpeg)).ground).toMatch(/^#(e[ef]|f[01])c[789]1[0-9a-f]$/)
  })

  test('a little grain changes no ground', async () => {
    const grain = draw(300, (x, y) => [200 + noise(x, y) / 2, 200 + noise(y, x) / 2, 200])
    expect(await groundOf(grain)).toMatch(/^#c[789]c[789]c8$/)
  })

  test('a mark that touches the edge briefly changes no ground', async () => {
    expect(await groundOf(draw(300, x => (x > 145 && x < 151 ? [0, 0, 0] : [255, 255, 255])))).toBe('#ffffff')
    expect(await groundOf(draw(300, x => (x > 120 && x < 180 ? [0, 0, 0] : [255, 255, 255])))).toBeNull()
  })

  test('a gradient, a photograph, two halves and a frame have no ground', async () => {
    expect(await groundOf(draw(300, x => [x * 0.85, x * 0.85, 255]))).toBeNull()
    expect(await groundOf(draw(300, (_, y) => [255 - y / 6, 255 - y / 6, 255 - y / 6]))).toBeNull()
    expect(await groundOf(photo.clone())).toBeNull()
    expect(await groundOf(draw(300, x => (x < 150 ? [255, 0, 0] : [0, 0, 255])))).toBeNull()
    expect(await groundOf(draw(300, (x, y) => (Math.min(x, y) < 1 ? [0, 0, 0] : [255, 255, 255])))).toBeNull()
  })
})

describe('pictures for the screen', () => {
  /** Only here may this process open what it made; no upload is decoded at the same time. */
  const measure = async (bytes: Buffer) => {
    const operation = ['VipsForeignLoadHeif']
    sharp.unblock({ operation })
    try {
      return await sharp(bytes).metadata()
    } finally {
      sharp.block({ operation })
    }
  }
  /** The pixels of what was made. */
  const decoded = async (bytes: Buffer) => {
    const operation = ['VipsForeignLoadHeif']
    sharp.unblock({ operation })
    try {
      return sharp(await sharp(bytes).removeAlpha().png().toBuffer())
    } finally {
      sharp.block({ operation })
    }
  }
  const sizesOf = async (side: number) => {
    const logo = await decodeWholeLogo(await mark(side).png().toBuffer())
    expect(logo.side).toBe(side)
    const sizes: Record<string, string> = {}
    for (const { name, bytes } of logo.derivatives) {
      const { width, height, mediaType } = await measure(bytes)
      // Two bits of the AVIF's configuration box say whether colour has half the resolution.
      if (mediaType === 'image/avif') expect(bytes[bytes.indexOf('av1C') + 6]! & 0b1100).toBe(0)
      sizes[name.replace(logo.hash, '')] = `${mediaType} ${width} ${height}`
    }
    return sizes
  }

  test('each has the side and format of its name', async () => {
    expect(await sizesOf(900)).toEqual({
      'images/-2-160.avif': 'image/avif 160 160',
      'images/-2-320.avif': 'image/avif 320 320',
      'images/-2-640.avif': 'image/avif 640 640',
      'images/-2-900.avif': 'image/avif 900 900',
      'images/-2-320.webp': 'image/webp 320 320',
      'images/-2-900.webp': 'image/webp 900 900',
      'images/-2-strip.webp': 'image/webp 272 192',
    })
  })

  test('none is larger than the logo', async () => {
    const sizes = await sizesOf(500)
    expect(sizes['images/-2-320.webp']).toBe('image/webp 320 320')
    expect(sizes['images/-2-640.avif']).toBe('image/avif 500 500')
    expect(sizes['images/-2-900.webp']).toBe('image/webp 500 500')
    expect(new Set(Object.values(await sizesOf(1)))).toEqual(
      new Set(['image/avif 1 1', 'image/webp 1 1', 'image/webp 272 192']),
    )
  })

  test('the strip holds every true size, pixel by pixel, for both densities', async () => {
    const logo = await decodeWholeLogo(await mark(900).png().toBuffer())
    const strip = await decoded(logo.derivatives.find(d => d.name.endsWith('strip.webp'))!.bytes)
    for (const density of densities)
      for (const size of trueSizes) {
        const { left, top, side } = stripPlace(size, density)
        const held = await strip.clone().extract({ left, top, width: side, height: side }).raw().toBuffer()
        const exact = await sharp(logo.original).resize(side, side).raw().toBuffer()
        const off = held.filter((value, i) => Math.abs(value - exact[i]!) > 8)
        expect(off.length / held.length).toBeLessThan(0.02)
      }
  })

  test('the flat ground of a small picture stays flat', async () => {
    const rings = draw(900, (x, y) =>
      Math.hypot(x - 450, y - 450) % 90 < 9 ? [20, 60, 150] : [255, 255, 255],
    )
    const logo = await decodeWholeLogo(await rings.png().toBuffer())
    const small = logo.derivatives.find(d => d.name.endsWith('-320.avif'))!
    const shown = await (await decoded(small.bytes)).raw().toBuffer()
    const exact = await sharp(logo.original).resize(320, 320).raw().toBuffer()
    let ground = 0
    let specks = 0
    for (let i = 0; i < exact.length; i += 3) {
      if (exact[i] !== 255 || exact[i + 1] !== 255 || exact[i + 2] !== 255) continue
      ground++
      if (shown.subarray(i, i + 3).some(value => value <= 251)) specks++
    }
    expect(specks / ground).toBeLessThan(0.014)
  })

  test('the lossless picture has exactly the uploaded pixels', async () => {
    const upload = await photo.clone().png().toBuffer()
    const { original } = await decodeWholeLogo(upload)
    expect((await sharp(original).raw().toBuffer()).equals(await photo.clone().raw().toBuffer())).toBe(true)
  })
})

test('storing a logo twice leaves each of its files once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'logos-'))
  try {
    const files = localFiles(folder)
    const logo = await decodeWholeLogo(await mark(90).png().toBuffer())
    await Promise.all([storeLogo(files, logo), storeLogo(files, logo)])
    await storeLogo(files, logo)
    expect(await files.get(originalName(logo.hash))).toEqual(logo.original)
    for (const { name, bytes } of logo.derivatives) expect(await files.get(name)).toEqual(bytes)
    expect(await readdir(join(folder, 'images', logo.hash.slice(0, 2)))).toHaveLength(7)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('two are decoded at a time, forty are queued, the next is refused with Retry-After', async () => {
  const upload = await mark(8).png().toBuffer()
  const taken = Array.from({ length: 42 }, () => decodeLogo(upload))
  await expect(decodeLogo(upload)).rejects.toThrow(Overloaded)
  await expect(decodeLogo(Buffer.from('no picture'))).rejects.toThrow(ImageError)
  expect(new Set((await Promise.all(taken)).map(logo => logo.hash)).size).toBe(1)
  expect((await decodeLogo(upload)).side).toBe(8)
})

/** The first of a fixed sequence; `npm run bench:money -- --runs 2000 images.test` decodes more of it. */
const damagedCount = thorough?.runs ?? 400

test(`${damagedCount} damaged pictures each give a logo or a refusal`, { timeout: 400_000 }, async () => {
  let state = 1
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const small = draw(24, (x, y) => [x * 10, y * 10, (x * y) % 256])
  const sources = await Promise.all([
    small.clone().jpeg().toBuffer(),
    small
      .clone()
      .jpeg({ progressive: true })
      .withMetadata({ orientation: 3 })
      .withIccProfile('p3')
      .toBuffer(),
    small.clone().png({ compressionLevel: 0 }).toBuffer(),
    small.clone().png({ palette: true, progressive: true }).toBuffer(),
    small.clone().gif().toBuffer(),
  ])
  for (let round = 0; round < damagedCount; round += 1) {
    const damaged = Buffer.from(sources[round % sources.length]!)
    for (let changes = random(4); changes >= 0; changes -= 1) damaged[random(damaged.length)] = random(256)
    const upload = random(5) === 0 ? damaged.subarray(0, random(damaged.length)) : damaged
    const result = await decodeLogo(upload).catch((error: unknown) => error)
    if (result instanceof Error) expect(result).toBeInstanceOf(ImageError)
    else expect(result).toHaveProperty('hash')
  }
})
