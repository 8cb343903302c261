import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  checkFit,
  edgeColour,
  firstPlacement,
  fitMessages,
  limitPlacement,
  marginRange,
  maxFitBytes,
  rectangleOf,
  reduceColours,
  scalePlacement,
  sniffFit,
} from './fit.ts'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#1b4d3e' } })

test('headers of PNG, JPEG, WebP in its three forms and AVIF tell the sides', async () => {
  const files = await Promise.all([
    drawn(640, 400).png().toBuffer(),
    drawn(640, 400).jpeg().toBuffer(),
    drawn(640, 400).flatten().webp().toBuffer(),
    drawn(640, 400).webp({ lossless: true }).toBuffer(),
    drawn(640, 400).ensureAlpha(0.5).webp().toBuffer(),
    drawn(640, 400).avif().toBuffer(),
  ])
  for (const file of files)
    expect(sniffFit(file)).toEqual({ kind: 'raster', width: 640, height: 400, isAnimated: false })
})

test('animations are recognized', async () => {
  const frames = await Promise.all(
    ['#fff', '#000'].map(background =>
      sharp({ create: { width: 40, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const joined = sharp(frames, { join: { animated: true } })
  for (const file of [await joined.clone().gif().toBuffer(), await joined.clone().webp().toBuffer()])
    expect(sniffFit(file)).toEqual({ kind: 'raster', width: 40, height: 20, isAnimated: true })
})

test('an SVG is known by its element, with a declaration and comments before it or without', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"/>'
  for (const text of [svg, `<?xml version="1.0"?>\n<!-- drawn -->\n${svg}`, `\u{feff}\n<!DOCTYPE svg>${svg}`])
    expect(sniffFit(new TextEncoder().encode(text))).toEqual({ kind: 'svg' })
  for (const text of ['<html><svg></svg></html>', 'a letter about <svg >', ''])
    expect(sniffFit(new TextEncoder().encode(text))).toBeUndefined()
})

test('over 20 MB and over 50 megapixels are refused by the headers alone', () => {
  expect(checkFit(new Uint8Array(maxFitBytes + 1))).toBe(fitMessages.bytes)
  const png = Buffer.from(`89504e470d0a1a0a0000000d49484452${'00'.repeat(17)}000000004944415400000000`, 'hex')
  png.writeUInt32BE(10_000, 16)
  png.writeUInt32BE(5000, 20)
  expect(checkFit(png)).toBeUndefined()
  png.writeUInt32BE(5001, 20)
  expect(checkFit(png)).toBe(fitMessages.pixels)
  expect(checkFit(new TextEncoder().encode('a letter'))).toBe(fitMessages.kind)
})

test('a picture lies in the middle with its margin, wide or high', () => {
  expect(rectangleOf({ width: 1440, height: 720 }, firstPlacement)).toEqual({
    left: 90,
    top: 270,
    width: 720,
    height: 360,
  })
  expect(rectangleOf({ width: 10, height: 20 }, { margin: 0, x: 5, y: -5 })).toEqual({
    left: 230,
    top: -5,
    width: 450,
    height: 900,
  })
})

test('a scaled picture is as many times as large, within the limits of the margin', () => {
  const picture = { width: 400, height: 200 }
  const before = rectangleOf(picture, firstPlacement)
  expect(rectangleOf(picture, scalePlacement(firstPlacement, 1.5)).width).toBeCloseTo(before.width * 1.5)
  expect(rectangleOf(picture, scalePlacement(firstPlacement, 0.5)).width).toBeCloseTo(before.width / 2)
  expect(scalePlacement({ margin: 0.1, x: 30, y: -20 }, 1)).toEqual({ margin: 0.1, x: 30, y: -20 })
  expect(scalePlacement(firstPlacement, 100).margin).toBe(marginRange.least)
  expect(scalePlacement(firstPlacement, 0).margin).toBe(marginRange.most)
})

test('a placement keeps the middle of the picture on the square', () => {
  expect(limitPlacement({ margin: -9, x: 2000, y: -2000 })).toEqual({ margin: -0.5, x: 450, y: -450 })
})

test('the ground is the colour that most of the edge has; transparent edges are white', () => {
  const rgba = new Uint8ClampedArray(10 * 10 * 4).fill(255)
  for (let at = 0; at < rgba.length; at += 4) rgba.set([27, 77, 62, 255], at)
  rgba.set([255, 0, 0, 255], 0)
  expect(edgeColour(rgba, 10, 10)).toBe('#1b4d3e')
  expect(edgeColour(new Uint8ClampedArray(10 * 10 * 4), 10, 10)).toBe('#ffffff')
  expect(edgeColour(new Uint8ClampedArray(0), 0, 0)).toBe('#ffffff')
})

test('reduced colours differ by two levels at most, and keep black and white', () => {
  const all = Uint8ClampedArray.from({ length: 256 }, (_, level) => level)
  reduceColours(all)
  expect(new Set(all).size).toBe(64)
  expect([all[0], all[255]]).toEqual([0, 255])
  expect(Math.max(...all.map((level, at) => Math.abs(level - at)))).toBeLessThanOrEqual(2)
})
