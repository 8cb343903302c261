import sharp from 'sharp'
import { assert, describe, expect, test } from 'vitest'
import { allowSvg } from '../tests/allow-svg.ts'
import { inventBrand, pickIndustry } from './brands.ts'
import { chooseMark } from './choice.ts'
import { ADA, type DemoDesigner, makeDesigner } from './designer.ts'
import { industries } from './industries.ts'
import { type DemoLogo, makeLogo } from './logo.ts'
import { FAMILY_NAMES, PICTORIAL_FAMILIES } from './marks/families.ts'
import { type Drawing, drawPicture } from './marks/picture.ts'
import { DRAWINGS } from './marks/subjects/index.ts'
import { measure } from './measure.ts'
import { contrast, palettes } from './palettes.ts'
import { demoSeed, type PlannedLogo, planDemo } from './plan.ts'
import { createRandom } from './random.ts'
import { composeComment } from './words.ts'

allowSvg()

const SEED = 'test'
const designers: DemoDesigner[] = Array.from({ length: 300 }, (_, i) => makeDesigner(SEED, i))
const plan = planDemo(demoSeed, 2000, new Date('2026-11-22T12:00:00Z'))
const drawPlanned = ({ logo_id, designer_id, mark }: PlannedLogo) =>
  makeLogo(demoSeed, logo_id - 1, plan.designers[designer_id - 1]!.profile, mark)
const logos: DemoLogo[] = plan.logos.map(drawPlanned)

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
    const again = planDemo(demoSeed, 2000, new Date('2026-11-22T12:00:00Z'))
    for (const i of [1999, 3, 740]) expect(drawPlanned(again.logos[i]!)).toEqual(logos[i])
    expect(makeLogo('other', 3, designers[21]!).svg).not.toBe(makeLogo(SEED, 3, designers[21]!).svg)
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

  test('each renders, leaves a margin and shows enough ink', { timeout: 240_000 }, async () => {
    for (let i = 0; i < 60; i++) {
      const { svg, title, family } = logos[i * 33]!
      await expectWellPlaced(svg, `${family}: ${title}`)
    }
  })
})

describe('drawings', () => {
  test('each has an identity of its own, and an industry that it suits', () => {
    expect(new Set(DRAWINGS.map(drawing => drawing.id)).size).toBe(DRAWINGS.length)
    for (const { subject } of DRAWINGS)
      expect(
        industries.some(industry => industry.motifs.includes(subject)),
        subject,
      ).toBe(true)
  })

  test('a seal that carries the keyword of a drawing shows it', () => {
    const brand = inventBrand(createRandom('brand'), industries[0]!, undefined, 'DE')
    const [one, other] = [DRAWINGS[0]!, DRAWINGS[20]!]
    for (let i = 0; i < 30; i++) {
      const layers = [one, other].map(
        drawing => PICTORIAL_FAMILIES.seal.draw(createRandom(i), palettes[0]!, brand, drawing).layers,
      )
      expect(layers[0]).not.toEqual(layers[1])
    }
  })

  test('a logo gets a family without drawings when no drawing is available', () => {
    const pictorial = Array.from({ length: 300 }, (_, i) => i).filter(
      i => chooseMark(SEED, i, designers[i]!).drawing,
    )
    expect(pictorial.length).toBeGreaterThan(30)
    for (const i of pictorial) {
      const { family, drawing } = chooseMark(SEED, i, designers[i]!, () => 0)
      expect(drawing).toBeUndefined()
      expect(Object.keys(PICTORIAL_FAMILIES)).not.toContain(family)
    }
  })

  test('a subject that is often searched for has at least four drawings', () => {
    for (const subject of ['lion', 'horse', 'wolf', 'tree', 'sun', 'house', 'rabbit', 'tulip'])
      expect(DRAWINGS.filter(drawing => drawing.subject === subject).length, subject).toBeGreaterThanOrEqual(
        4,
      )
  })

  test('a logo carries the subject and the words of its drawing as keywords', () => {
    const drawing = DRAWINGS.find(({ id }) => id === 'rabbit/moon')
    assert(drawing)
    const { keywords } = makeDrawnLogo(drawing, 0)
    expect(keywords).toEqual(expect.arrayContaining(['rabbit', 'animal', 'moon', 'negative space', 'bunny']))
  })

  test('a pair of a wide animal stands side by side, neither upside down', () => {
    const drawing = DRAWINGS.find(({ id }) => id === 'dog/dachshund')
    assert(drawing)
    const pair = Array.from({ length: 300 }, (_, i) => {
      const designer = designers[i]!
      const brand = inventBrand(createRandom(i), industries[0]!, 'dog', designer.country)
      return drawPicture(createRandom(i), palettes[0]!, brand, drawing)
    }).find(mark => mark.keywords.includes('pair'))
    assert(pair)
    const { width, height } = measure(pair.layers, palettes[0]!.ground)
    expect(width).toBeGreaterThan(height * 3)
  })

  test('every drawing leaves a margin and shows enough ink', { timeout: 240_000 }, async () => {
    for (const [i, drawing] of DRAWINGS.entries())
      await expectWellPlaced(makeDrawnLogo(drawing, i).svg, drawing.id)
  })
})

describe('the plan of 2,000 logos', () => {
  const shown = plan.logos.flatMap(({ logo_id, designer_id, mark }) =>
    mark.drawing ? [{ logo_id, designer_id, drawing: mark.drawing, industry: mark.industry }] : [],
  )
  const logosOf = Map.groupBy(shown, logo => logo.drawing.id)

  test('a seventh or more show a drawing, among the oldest as among the newest', () => {
    for (let first = 0; first < 2000; first += 500)
      expect(shown.filter(({ logo_id }) => logo_id > first && logo_id <= first + 500).length).toBeGreaterThan(
        70,
      )
  })

  test('no two logos of a designer share a drawing, and no two of ada share a subject', () => {
    for (const logos of logosOf.values())
      expect(new Set(logos.map(logo => logo.designer_id)).size).toBe(logos.length)
    const subjects = shown.filter(logo => logo.designer_id === 1).map(logo => logo.drawing.subject)
    expect(subjects.length).toBeGreaterThan(5)
    expect(new Set(subjects).size).toBe(subjects.length)
  })

  test('a drawing is shown at most four times, more than 300 logos apart', () => {
    for (const [id, logos] of logosOf) {
      expect(logos.length, id).toBeLessThanOrEqual(4)
      const ids = logos.map(logo => logo.logo_id).sort((a, b) => a - b)
      for (let i = 1; i < ids.length; i++) expect(ids[i]! - ids[i - 1]!, id).toBeGreaterThan(300)
    }
  })

  test.each('owl fox bear bird fish whale lion horse wolf tree sun house'.split(' '))(
    '%s is shown in at least four drawings',
    subject => {
      const drawings = shown.filter(logo => logo.drawing.subject === subject).map(logo => logo.drawing.id)
      expect(new Set(drawings).size).toBeGreaterThanOrEqual(4)
    },
  )

  test('the industry suits the drawing', () => {
    for (const { drawing, industry } of shown) expect(industry.motifs, drawing.id).toContain(drawing.subject)
  })

  test('a logo shows the drawing that was planned for it', () => {
    for (const [i, { drawing, keywords }] of logos.entries()) {
      const planned = plan.logos[i]!.mark.drawing
      expect(drawing).toBe(planned?.id)
      if (planned) expect(keywords).toContain(planned.subject)
    }
  })

  test.each(['badge', 'emblem', 'stamp', 'crest'])('fewer than 100 carry the keyword %s', word => {
    expect(logos.filter(({ keywords }) => keywords.includes(word)).length).toBeLessThan(100)
  })
})

/** A logo of the drawing's own family. */
function makeDrawnLogo(drawing: Drawing, index: number): DemoLogo {
  const industry = pickIndustry(createRandom(drawing.id), drawing.subject)
  return makeLogo(SEED, index, designers[index % designers.length]!, {
    family: drawing.kind,
    industry,
    drawing,
  })
}

async function expectWellPlaced(svg: string, name: string) {
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
  expect(Math.min(left, top, 899 - right, 899 - bottom), name).toBeGreaterThanOrEqual(60)
  expect(Math.max(right - left, bottom - top), name).toBeGreaterThan(330)
  expect(ink, name).toBeGreaterThan(4000)
}

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

  test('a named designer keeps the fixed facts and one drawing style', () => {
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
