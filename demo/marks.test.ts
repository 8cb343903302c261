import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ADA, type DemoDesigner, makeDesigner } from './designer.ts'
import { type DemoLogo, makeLogo } from './logo.ts'
import { FAMILY_NAMES } from './marks/families.ts'
import { contrast, palettes } from './palettes.ts'
import { createRandom } from './random.ts'
import { composeComment } from './words.ts'

const SEED = 'test'
const designers: DemoDesigner[] = Array.from({ length: 300 }, (_, i) => makeDesigner(SEED, i))
const logos: DemoLogo[] = Array.from({ length: 2000 }, (_, i) => makeLogo(SEED, i, designers[(i * 7) % 300]!))

describe('random', () => {
  test('a fork depends on its label only, not on what was drawn before', () => {
    const a = createRandom(1)
    a.next()
    expect(a.fork('x').next()).toBe(createRandom(1).fork('x').next())
    expect(a.fork('x').next()).not.toBe(a.fork('y').next())
  })

  test('zipf ranks stay in range and favour the first', () => {
    const random = createRandom('zipf')
    const counts = new Array<number>(10).fill(0)
    for (let i = 0; i < 4000; i++) counts[random.zipf(10)]!++
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(4000)
    expect(counts[0]!).toBeGreaterThan(counts[4]! * 2)
  })
})

describe('logos', () => {
  test('the same seed and index give the same logo, in any order', () => {
    for (const i of [1999, 3, 740])
      expect(makeLogo(SEED, i, makeDesigner(SEED, (i * 7) % 300))).toEqual(logos[i])
    expect(makeLogo('other', 3, designers[21]!).svg).not.toBe(logos[3]!.svg)
  })

  test('at least fourteen families and all three logotypes appear in the first 300', () => {
    const first = logos.slice(0, 300)
    expect(new Set(first.map(logo => logo.family)).size).toBeGreaterThanOrEqual(14)
    expect(new Set(first.map(logo => logo.logotype))).toEqual(new Set(['Symbol', 'Typographic', 'Combo']))
    expect(new Set(logos.map(logo => logo.family))).toEqual(new Set(FAMILY_NAMES))
  })

  test('no picture repeats, and no title comes more than a few times', () => {
    expect(new Set(logos.map(logo => logo.svg)).size).toBe(logos.length)
    const titles = new Map<string, number>()
    for (const { title } of logos) titles.set(title, (titles.get(title) ?? 0) + 1)
    expect(titles.size).toBeGreaterThan(1900)
    expect(Math.max(...titles.values())).toBeLessThanOrEqual(4)
  })

  test('pictures are small and made of paths alone', () => {
    for (const { svg, title } of logos) {
      expect(svg.length, title).toBeLessThan(60_000)
      expect(svg, title).not.toMatch(/NaN|undefined|Infinity/)
      const elements = new Set([...svg.matchAll(/<([a-zA-Z]+)/g)].map(match => match[1]))
      for (const element of elements) expect(['svg', 'path', 'defs', 'clipPath']).toContain(element)
    }
  })

  test('texts keep within the limits of the upload form', () => {
    for (const logo of logos) {
      for (const text of [logo.title, logo.client, logo.industry, logo.designer, logo.filename]) {
        expect(text).not.toBe('')
        expect(text.length).toBeLessThanOrEqual(200)
        expect(text).not.toMatch(/undefined|NaN|[<>]/)
      }
      expect(logo.description.length).toBeLessThanOrEqual(2000)
      expect(logo.keywords.length).toBeLessThanOrEqual(30)
      for (const keyword of logo.keywords) expect(keyword).toMatch(/^[^,]{1,50}$/)
    }
  })

  test('each renders, leaves a margin and shows enough ink', { timeout: 60_000 }, async () => {
    for (let i = 0; i < 60; i++) {
      const { svg, title, family } = logos[i * 33]!
      const { data, info } = await sharp(Buffer.from(svg))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([900, 900])
      let [left, top, right, bottom, ink] = [900, 900, -1, -1, 0]
      for (let y = 0; y < 900; y++)
        for (let x = 0; x < 900; x++) {
          const at = (y * 900 + x) * 3
          const away =
            Math.abs(data[at]! - data[0]!) +
            Math.abs(data[at + 1]! - data[1]!) +
            Math.abs(data[at + 2]! - data[2]!)
          if (away < 60) continue
          ink++
          left = Math.min(left, x)
          right = Math.max(right, x)
          top = Math.min(top, y)
          bottom = Math.max(bottom, y)
        }
      const name = `${family}: ${title}`
      expect(Math.min(left, top, 899 - right, 899 - bottom), name).toBeGreaterThanOrEqual(60)
      expect(Math.max(right - left, bottom - top), name).toBeGreaterThan(330)
      expect(ink, name).toBeGreaterThan(4000)
    }
  })
})

test('every ink stands out from its ground', () => {
  for (const { ground, ink, accent } of palettes) {
    expect(contrast(ground, ink), `${ground} ${ink}`).toBeGreaterThanOrEqual(3)
    expect(contrast(ground, accent), `${ground} ${accent}`).toBeGreaterThanOrEqual(3)
  }
})

describe('designers', () => {
  test('user names and addresses are unique and keep the rules', () => {
    const many = Array.from({ length: 3000 }, (_, i) => makeDesigner(SEED, i))
    expect(new Set(many.map(d => d.username.toLowerCase())).size).toBe(many.length)
    for (const designer of many) {
      expect(designer.username).toMatch(/^[A-Za-z0-9._-]{3,30}$/)
      expect(designer.email).toBe(`${designer.username}@example.com`)
      expect(designer.country).toMatch(/^[A-Z][A-Z0-9]$/)
      expect(designer.phone).toMatch(/^\+\d[\d ]{6,18}$/)
      for (const link of [
        designer.url,
        designer.twitter,
        designer.instagram,
        designer.dribbble,
        designer.behance,
        designer.facebook,
      ])
        expect(link).toMatch(/^$|^https:\/\//)
    }
    expect(new Set(many.map(d => d.company)).size).toBeGreaterThan(many.length * 0.9)
  })

  test('a named designer keeps what is known and draws in one hand', () => {
    const ada = makeDesigner(SEED, 0, ADA)
    expect(ada.username).toBe('ada')
    expect(ada.leaning.palettes.length).toBeGreaterThan(5)
    const own = Array.from({ length: 60 }, (_, i) => makeLogo(SEED, i, ada).family)
    expect(own.filter(family => ada.leaning.families.includes(family)).length).toBeGreaterThan(40)
  })

  test('avatars render as a 512 square', async () => {
    const { width, height } = await sharp(Buffer.from(designers[5]!.avatarSvg)).metadata()
    expect([width, height]).toEqual([512, 512])
  })
})

test('comments seldom repeat', () => {
  const random = createRandom('comments')
  const comments = Array.from({ length: 1000 }, () => composeComment(random, 'Porto', 'Publishing'))
  expect(new Set(comments).size).toBeGreaterThan(350)
})
