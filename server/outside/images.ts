import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { avatarMessages, avatarSide, checkAvatarFile, maxAvatarPixels } from '../../shared/rules/avatar.ts'
import {
  checkImageFile,
  imageMessages,
  maxImageSide,
  pngChunks,
  sniffImage,
} from '../../shared/rules/image.ts'
import { imageFormats, imageSizes, imageUrl } from '../../shared/rules/image-url.ts'
import type { Files } from './files.ts'

// These hold for the whole process. An upload may reach these decoders and no other: left alone, the library
// also opens SVG, TIFF, PDF and more. Every upload is new, so a cache would only hold memory.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})
sharp.concurrency(1)
sharp.cache(false)

/** The upload is not a picture we take. The message is the sentence to show its sender. */
export class ImageError extends Error {
  override name = 'ImageError'
}

/** Too many pictures are waiting already; the sender may try again after `retryAfter` seconds. */
export class BusyError extends Error {
  override name = 'BusyError'
  retryAfter = 10
}

/** A logo as we keep it. No byte of the upload itself is in here: everything is made from its pixels. */
export type DecodedLogo = {
  /** 32 hexadecimal digits that name these pixels; the same picture in another format has the same. */
  hash: string
  /** Side in pixels: at most 900, as uploaded. */
  side: number
  /** The colour of the picture's edge as `#rrggbb`; null when the edge is not of one colour. */
  ground: string | null
  /** Lossless PNG in sRGB, on white, without metadata. */
  original: Buffer
  /** Every size in every format, named as the file store holds them. */
  derivatives: { name: string; bytes: Buffer }[]
}

type Pixels = { data: Buffer; side: number }

const atOnce = 2
const maxWaiting = 40
const logoGate = pLimit(atOnce)
/** An avatar may be sixteen times as large as a logo: one after the other, beside the logos. */
const avatarGate = pLimit(1)

function inTurn<T>(gate: typeof logoGate, work: () => Promise<T>): Promise<T> {
  if (gate.pendingCount >= maxWaiting) throw new BusyError('Too many pictures are waiting')
  return gate(work)
}

/**
 * Refuses, decodes and re-encodes an uploaded logo. Throws ImageError for a bad picture, BusyError when overrun.
 * `quick` is for filling in thousands at once.
 */
export async function decodeLogo(upload: Buffer, effort: Effort = 'normal'): Promise<DecodedLogo> {
  const fault = checkImageFile(upload)
  if (fault) throw new ImageError(fault)
  return inTurn(logoGate, async () => {
    const pixels = await decodePixels(upload)
    const hash = hashPixels(pixels)
    return {
      hash,
      side: pixels.side,
      ground: findGround(pixels),
      original: await open(pixels).png().toBuffer(),
      derivatives: await makeDerivatives(pixels, hash, effort),
    }
  })
}

/** Where the file store keeps a logo's lossless picture, which is never served to the public. */
export function originalName(hash: string): string {
  return `originals/${hash}.png`
}

const derivativeName = (...of: Parameters<typeof imageUrl>) => imageUrl(...of).slice(1)

/** Puts a decoded logo into the file store, the lossless picture first. Idempotent. */
export async function storeLogo(files: Files, logo: DecodedLogo): Promise<void> {
  await files.put(originalName(logo.hash), logo.original)
  // Together: the disk then confirms several at once.
  await Promise.all(logo.derivatives.map(({ name, bytes }) => files.put(name, bytes)))
}

/** Removes all that `storeLogo` stored, the lossless picture last. Idempotent. */
export async function removeLogoFiles(files: Files, hash: string): Promise<void> {
  const names = imageFormats.flatMap(format => imageSizes.map(size => derivativeName(hash, size, format)))
  await Promise.all(names.map(name => files.remove(name)))
  await files.remove(originalName(hash))
}

/**
 * Refuses, decodes and re-encodes a designer's picture: the middle square of it, 512 px wide, as WebP in sRGB, on
 * white, without metadata. Throws as `decodeLogo` does.
 */
export async function decodeAvatar(upload: Buffer): Promise<Buffer> {
  const fault = checkAvatarFile(upload)
  if (fault) throw new ImageError(fault)
  const input = sniffImage(upload)?.format === 'png' ? keepPixelChunks(upload) : upload
  return inTurn(avatarGate, () =>
    sharp(input, { limitInputPixels: maxAvatarPixels, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(avatarSide, avatarSide, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => {
        throw new ImageError(avatarMessages.kind)
      }),
  )
}

/** Where the file store keeps a designer's picture. */
export function avatarName(avatar: string): string {
  return `images/${avatar}-avatar.webp`
}

async function decodePixels(upload: Buffer): Promise<Pixels> {
  const header = sniffImage(upload)
  const input = header?.format === 'png' ? keepPixelChunks(upload) : upload
  const decoded = await sharp(input, { limitInputPixels: maxImageSide ** 2, failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  // A decoder that sees another size than the headers told was shown another picture than we judged.
  const agrees = decoded?.info.width === header?.width && decoded?.info.height === header?.height
  if (!decoded || !agrees || decoded.info.channels !== 3) throw new ImageError(imageMessages.kind)
  return { data: decoded.data, side: decoded.info.width }
}

const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'iCCP', 'eXIf', 'IDAT', 'IEND'])

/**
 * A PNG with only what its pixels need: colours, profile and orientation. Compressed text would be unpacked
 * before anyone could refuse it: 1.9 MB of zTXt chunks took the decoder 9 seconds and 4.6 GB.
 */
function keepPixelChunks(png: Buffer): Buffer {
  const kept = [png.subarray(0, 8)]
  const seen = new Set<string>()
  for (const { type, start, end } of pngChunks(png)) {
    if (!pixelChunks.has(type) || (type !== 'IDAT' && seen.has(type))) continue
    seen.add(type)
    kept.push(png.subarray(start, end))
  }
  return Buffer.concat(kept)
}

function open({ data, side }: Pixels) {
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
}

function hashPixels({ data, side }: Pixels): string {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  return createHash('sha256').update(size).update(data).digest('hex').slice(0, 32)
}

/** The same quality either way: `quick` takes two fifths of the time for files half as large again, or twice. */
const efforts = { normal: { avif: 2, webp: 4 }, quick: { avif: 0, webp: 0 } }
type Effort = keyof typeof efforts

// Full colour resolution (4:4:4): halving it blurs the hard edges that logos are made of.
const encode = {
  avif: (image: Sharp, effort: number) =>
    image.avif({ quality: 60, effort, chromaSubsampling: '4:4:4' }).toBuffer(),
  webp: (image: Sharp, effort: number) => image.webp({ quality: 82, effort }).toBuffer(),
}

/** One after the other, so that a logo occupies one thread. */
async function makeDerivatives(
  pixels: Pixels,
  hash: string,
  effort: Effort,
): Promise<DecodedLogo['derivatives']> {
  const derivatives: DecodedLogo['derivatives'] = []
  for (const format of imageFormats) {
    const made = new Map<number, Buffer>()
    for (const size of imageSizes) {
      const side = Math.min(size, pixels.side)
      const bytes =
        made.get(side) ??
        (await encode[format](
          open(pixels).resize(side, side, { kernel: 'lanczos3' }),
          efforts[effort][format],
        ))
      made.set(side, bytes)
      derivatives.push({ name: derivativeName(hash, size, format), bytes })
    }
  }
  return derivatives
}

// The edge is the outermost hundredth of the picture. Distance is Euclidean in OKLab, where 0.02 is about the
// least that an eye notices side by side; JPEG noise stays below 0.03.
const edgePart = 0.01
const sameColour = 0.03
const sameShare = 0.97

function findGround({ data, side }: Pixels): string | null {
  const edge = edgePixels(data, side)
  const median = [0, 1, 2].map(channel => medianOf(edge, channel)) as [number, number, number]
  const ground = toOklab(...median)
  let same = 0
  for (let at = 0; at < edge.length; at += 3) {
    const colour = toOklab(edge[at]!, edge[at + 1]!, edge[at + 2]!)
    if (Math.hypot(colour[0] - ground[0], colour[1] - ground[1], colour[2] - ground[2]) <= sameColour)
      same += 1
  }
  if (same < (edge.length / 3) * sameShare) return null
  return `#${Buffer.from(median).toString('hex')}`
}

function edgePixels(data: Buffer, side: number): Buffer {
  const depth = Math.ceil(side * edgePart)
  const row = side * 3
  const parts = [data.subarray(0, depth * row)]
  for (let y = depth; y < side - depth; y += 1) {
    parts.push(
      data.subarray(y * row, y * row + depth * 3),
      data.subarray((y + 1) * row - depth * 3, (y + 1) * row),
    )
  }
  parts.push(data.subarray(Math.max(depth, side - depth) * row))
  return Buffer.concat(parts)
}

function medianOf(pixels: Buffer, channel: number): number {
  const counts = new Uint32Array(256)
  for (let at = channel; at < pixels.length; at += 3) counts[pixels[at]!]! += 1
  let value = 0
  let reached = counts[0]!
  while (reached * 6 < pixels.length) {
    value += 1
    reached += counts[value]!
  }
  return value
}

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const v = value / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

/** sRGB bytes to OKLab (Ottosson 2020). */
function toOklab(red: number, green: number, blue: number): [number, number, number] {
  const r = linear[red]!
  const g = linear[green]!
  const b = linear[blue]!
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
