import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import sharp, { type Sharp } from 'sharp'
import type { Raster } from '../../server/lib/look/saliency.ts'
import type { Icon } from './icons.ts'

// Draws icons as a gallery would receive them, and as somebody would change them.

// The server's modules disable the loader of SVG in the whole process.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] })

/** Numbers from 0 to 1 from a seed (mulberry32). */
export type Random = () => number
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
export const choose = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const between = (random: Random, low: number, high: number) => low + (high - low) * random()

const locate = createRequire(import.meta.url)
const files = [
  'jost/files/jost-latin-600-normal',
  'archivo/files/archivo-latin-600-normal',
  'archivo-black/files/archivo-black-latin-400-normal',
  'bodoni-moda/files/bodoni-moda-latin-500-normal',
  'playfair-display/files/playfair-display-latin-700-normal',
  'zilla-slab/files/zilla-slab-latin-600-normal',
  'cormorant/files/cormorant-latin-600-normal',
  'league-gothic/files/league-gothic-latin-400-normal',
  'oleo-script/files/oleo-script-latin-700-normal',
  'fredoka/files/fredoka-latin-600-normal',
  'space-mono/files/space-mono-latin-700-normal',
  'unbounded/files/unbounded-latin-500-normal',
]
let fonts: opentype.Font[] | undefined
function loadFonts() {
  fonts ??= files.map(file => {
    const bytes = readFileSync(locate.resolve(`@fontsource/${file}.woff`))
    return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  })
  return fonts
}

const letters = 'aeiounrstlmdckpbgh'
const word = (random: Random) => {
  const length = 3 + Math.floor(random() * 7)
  const text = Array.from({ length }, () => choose(random, [...letters])).join('')
  const cased = random() < 0.3 ? text.toUpperCase() : text[0]!.toUpperCase() + text.slice(1)
  return random() < 0.25 ? `${cased} ${choose(random, ['Lab', 'One', 'Works', 'Bank', 'Studio'])}` : cased
}

/** Whether an icon is about as high as wide: a mark, not words. */
export function isMark({ viewBox }: Icon): boolean {
  const [, , width = 1, height = 1] = viewBox.split(' ').map(Number)
  return width / height < 1.6 && height / width < 1.6
}

type Placed = { left: number; top: number; side: number; turn?: number; filter?: string; stretch?: number }

/** The icon inside a square of the drawing. */
function place({ viewBox, body }: Icon, { left, top, side, turn = 0, filter, stretch = 1 }: Placed) {
  const centre = `${left + side / 2} ${top + side / 2}`
  const squeeze =
    stretch === 1
      ? ''
      : `translate(${centre}) scale(${stretch} 1) translate(${-(left + side / 2)} ${-(top + side / 2)})`
  return `<g transform="${turn ? `rotate(${turn} ${centre})` : ''} ${squeeze}"${filter ? ` filter="url(#${filter})"` : ''}>
    <svg x="${left}" y="${top}" width="${side}" height="${side}" viewBox="${viewBox}">${body}</svg></g>`
}

const canvas = 100

type Drawing = { body: string; ground?: string; defs?: string; width?: number; height?: number }

/** The drawing's pixels, `side` px wide at its longer side. */
async function render(
  { body, ground = '#ffffff', defs = '', width = canvas, height = canvas }: Drawing,
  side: number,
) {
  const scale = side / Math.max(width, height)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
    width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" viewBox="0 0 ${width} ${height}">
    <defs>${defs}</defs><rect width="${width}" height="${height}" fill="${ground}"/>${body}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).toColourspace('srgb')
}

const ink = (colour: string) => {
  const [r, g, b] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  // Dark parts become ink, light ones paper.
  return `<filter id="ink" color-interpolation-filters="sRGB"><feColorMatrix values="0 0 0 0 ${r} 0 0 0 0 ${g} 0 0 0 0 ${b} -0.2 -0.5 -0.1 1 0"/></filter>`
}
const flat = (colour: string) => {
  const [r, g, b] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return `<filter id="ink" color-interpolation-filters="sRGB"><feColorMatrix values="0 0 0 0 ${r} 0 0 0 0 ${g} 0 0 0 0 ${b} 0 0 0 1 0"/></filter>`
}
/** Of a drawing in several colours the dark parts; one of a single colour is filled whole. */
const oneColour = ({ set }: Icon, colour: string) => (set === 'simple-icons' ? flat(colour) : ink(colour))
const hue = (degrees: number) =>
  `<filter id="hue" color-interpolation-filters="sRGB"><feColorMatrix type="hueRotate" values="${degrees}"/></filter>`
const line = (width: number) => `<filter id="line" color-interpolation-filters="sRGB">
  <feMorphology in="SourceAlpha" operator="dilate" radius="${width}" result="wide"/>
  <feComposite in="wide" in2="SourceAlpha" operator="out"/></filter>`

const colours = ['#e4002b', '#0057b8', '#00843d', '#5c2d91', '#ff6a13', '#111111', '#00a3ad', '#b5651d']
const pale = ['#ffffff', '#fdf1dc', '#dcefe6', '#eef2ff', '#f4f4f4']

const inMiddle = { left: 15, top: 15, side: 70 }

/** The icon as its owner would upload it. */
export const original = (icon: Icon): Drawing => ({ body: place(icon, inMiddle) })

function text(random: Random, height: number) {
  const path = choose(random, loadFonts()).getPath(word(random), 0, 0, height)
  const box = path.getBoundingBox()
  return { d: path.toPathData(2), box, width: box.x2 - box.x1, height: box.y2 - box.y1 }
}

/** The icon with words beside it or below it. */
function lockup(icon: Icon, random: Random): Drawing {
  const isBeside = random() < 0.6
  const letters = text(random, isBeside ? between(random, 22, 45) : between(random, 16, 28))
  const gap = between(random, 6, 14)
  const colour = choose(random, colours)
  const inkOf = `<path d="${letters.d}" fill="${colour}"`
  const margin = 12
  if (isBeside) {
    const width = 60 + gap + letters.width + 2 * margin
    const x = margin + 60 + gap - letters.box.x1
    const y = margin + 30 - (letters.box.y1 + letters.box.y2) / 2
    const height = 60 + 2 * margin
    const body = `${place(icon, { left: margin, top: margin, side: 60 })}${inkOf} transform="translate(${x} ${y})"/>`
    return square({ body, width, height })
  }
  const width = Math.max(60, letters.width) + 2 * margin
  const height = 60 + gap + letters.height + 2 * margin
  const body = `${place(icon, { left: width / 2 - 30, top: margin, side: 60 })}${inkOf} transform="translate(${width / 2 - letters.width / 2 - letters.box.x1} ${margin + 60 + gap - letters.box.y1})"/>`
  return square({ body, width, height })
}

/** Uploads are square. */
function square({ body, width = canvas, height = canvas, ...rest }: Drawing): Drawing {
  const side = Math.max(width, height)
  const moved = `<g transform="translate(${(side - width) / 2} ${(side - height) / 2})">${body}</g>`
  return { ...rest, body: moved, width: side, height: side }
}

/** The icon in white, or in its colours, in a filled shape. */
function badge(icon: Icon, random: Random): Drawing {
  const isNegative = random() < 0.7
  const fill = isNegative
    ? choose(random, colours)
    : choose(random, ['#ffd54a', '#bfe3ff', '#222222', '#e6e6e6'])
  const shape = choose(random, [
    `<circle cx="50" cy="50" r="42" fill="${fill}"/>`,
    `<rect x="9" y="9" width="82" height="82" rx="18" fill="${fill}"/>`,
    `<rect x="10" y="10" width="80" height="80" fill="${fill}"/>`,
    `<path d="M50 6 88 28v44L50 94 12 72V28z" fill="${fill}"/>`,
    `<path d="M12 8h76v46c0 24-20 34-38 42-18-8-38-18-38-42z" fill="${fill}"/>`,
  ])
  const side = between(random, 40, 50)
  const at = { left: 50 - side / 2, top: 50 - side / 2, side }
  const colour = isNegative ? '#ffffff' : fill === '#222222' ? '#ffd54a' : '#111111'
  return { body: shape + place(icon, { ...at, filter: 'ink' }), defs: oneColour(icon, colour) }
}

type Variant = (icon: Icon, random: Random) => Drawing
const plain: Variant = icon => original(icon)

/** How an icon is changed; `finish` is what is done to the pixels. */
type Change = {
  draw: Variant
  finish?: (image: Sharp, random: Random, side: number) => Sharp
  quality?: number
}

export const changes = {
  jpeg: { draw: plain, quality: 35 },
  scale: {
    draw: (icon, random) => {
      const side = between(random, 25, 50)
      return {
        body: place(icon, { left: between(random, 3, 97 - side), top: between(random, 3, 97 - side), side }),
      }
    },
  },
  recolour: {
    draw: (icon, random) =>
      icon.set === 'simple-icons'
        ? {
            body: place(icon, { ...inMiddle, filter: 'ink' }),
            defs: flat(choose(random, colours)),
            ground: choose(random, pale),
          }
        : {
            body: place(icon, { ...inMiddle, filter: 'hue' }),
            defs: hue(between(random, 60, 300)),
            ground: choose(random, pale),
          },
  },
  'one-colour': {
    draw: (icon, random) => ({
      body: place(icon, { ...inMiddle, filter: 'ink' }),
      defs: oneColour(icon, choose(random, colours)),
    }),
  },
  invert: { draw: plain, finish: image => image.negate({ alpha: false }) },
  mirror: { draw: plain, finish: image => image.flop() },
  'turned 90°': { draw: plain, finish: (image, random) => image.rotate(random() < 0.5 ? 90 : 270) },
  rotation: {
    draw: (icon, random) => ({
      body: place(icon, { ...inMiddle, turn: (random() < 0.5 ? -1 : 1) * between(random, 5, 10) }),
    }),
  },
  outline: {
    draw: (icon, random) => ({
      body: place(icon, { ...inMiddle, filter: 'line' }),
      defs: line(between(random, 0.8, 1.5)),
    }),
  },
  wordmark: { draw: lockup },
  badge: { draw: badge },
  gradient: {
    draw: (icon, random) => ({
      body: `<rect width="100" height="100" fill="url(#fade)"/>${place(icon, inMiddle)}`,
      defs: `<linearGradient id="fade" x2="1" y2="1"><stop stop-color="${choose(random, ['#ffffff', '#fff3c4', '#e0f0ff'])}"/><stop offset="1" stop-color="${choose(random, ['#b9c6d6', '#f1c5d0', '#bfe3d0'])}"/></linearGradient>`,
    }),
  },
  crop: {
    draw: plain,
    finish: (image, random, whole) => {
      const side = Math.round(whole * 0.73)
      const slack = whole - side
      return image.extract({
        left: Math.round(slack * random()),
        top: Math.round(slack * random()),
        width: side,
        height: side,
      })
    },
  },
  stretch: {
    draw: (icon, random) => ({ body: place(icon, { ...inMiddle, stretch: random() < 0.5 ? 0.75 : 1.3 }) }),
  },
  'mock-up': {
    draw: (icon, random) => ({
      body: `<rect width="100" height="100" fill="url(#light)"/><rect width="100" height="100" filter="url(#grain)" opacity="0.35"/>
        <g transform="translate(14 8) skewY(${between(random, 4, 9)})"><rect x="8" y="4" width="62" height="70" fill="#f7f4ee"/>${place(icon, { left: 18, top: 16, side: 42 })}</g>`,
      defs: `<radialGradient id="light"><stop stop-color="#c9b79c"/><stop offset="1" stop-color="#5b4a3a"/></radialGradient>
        <filter id="grain"><feTurbulence baseFrequency="0.4" numOctaves="2" seed="${Math.floor(random() * 1000)}"/></filter>`,
    }),
  },
  /** On paper that fills the picture, seen at an angle: uneven light, darker corners, grain, and a little out of focus. */
  photograph: {
    draw: (icon, random) => ({
      body: `<rect width="100" height="100" fill="#efe8da"/>
        <g filter="url(#blur)" transform="translate(50 50) rotate(${between(random, -4, 4)}) skewX(${between(random, -6, 6)}) scale(${between(random, 0.85, 1)} 1) translate(-50 -50)">${place(icon, inMiddle)}</g>
        <rect width="100" height="100" fill="url(#light)"/><rect width="100" height="100" fill="url(#corners)"/>
        <rect width="100" height="100" filter="url(#grain)" opacity="0.12"/>`,
      defs: `<linearGradient id="light" x1="${random()}" x2="${random()}" y2="1"><stop stop-color="#fff6dd" stop-opacity="0.3"/><stop offset="1" stop-color="#20283a" stop-opacity="0.35"/></linearGradient>
        <radialGradient id="corners" r="0.75"><stop offset="0.5" stop-opacity="0"/><stop offset="1" stop-opacity="0.35"/></radialGradient>
        <filter id="blur"><feGaussianBlur stdDeviation="0.5"/></filter>
        <filter id="grain"><feTurbulence baseFrequency="0.9" numOctaves="2" seed="${Math.floor(random() * 1000)}"/></filter>`,
    }),
    quality: 70,
  },
} satisfies Record<string, Change>
export type ChangeName = keyof typeof changes

/** The pixels of an icon, as the server reads an upload's before it is described. */
export async function pixelsOf(drawing: Drawing, side: number): Promise<Raster> {
  const { data, info } = await (await render(drawing, side)).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** An icon, changed, in pixels. */
export async function changedPixels(
  icon: Icon,
  name: ChangeName,
  random: Random,
  side: number,
): Promise<Raster> {
  const { data, info } = await (await change(icon, name, random, side))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** An icon, changed, as a JPEG file. */
export async function changedFile(icon: Icon, name: ChangeName, random: Random): Promise<Buffer> {
  const { quality = 80 } = changes[name] as Change
  return (await change(icon, name, random, 320)).jpeg({ quality }).toBuffer()
}

async function change(icon: Icon, name: ChangeName, random: Random, side: number) {
  const { draw, finish } = changes[name] as Change
  const image = await render(draw(icon, random), side)
  if (!finish) return image
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const pixels = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
  return finish(pixels, random, side)
}
