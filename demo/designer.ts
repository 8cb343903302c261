import { boundsOf, circle, type Path, rect, rotate, scale, sector, shift, TAU } from './geometry.ts'
import { industries } from './industries.ts'
import { setText, type Typeface } from './letterforms.ts'
import { FAMILY_NAMES, type FamilyName } from './marks/families.ts'
import { moveLayers, renderSvg } from './marks/mark.ts'
import type { Layer } from './measure.ts'
import { areFitInitials, namePerson, nameStudio, type Person, regionOf, toAscii } from './names.ts'
import { type Palette, palettes, pickPalette, type Temper } from './palettes.ts'
import { cities, DIALLING, STREETS } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { describeStudio } from './words.ts'

/** A made-up member. Links are full URLs or empty; the avatar is a 512 square. */
export type DemoDesigner = {
  index: number
  username: string
  email: string
  first_name: string
  last_name: string
  company: string
  company_description: string
  url: string
  phone: string
  address1: string
  city: string
  state: string
  zip: string
  country: string
  twitter: string
  instagram: string
  dribbble: string
  behance: string
  facebook: string
  avatarSvg: string
  /** The preferences that make a portfolio look consistent; not stored in the database. */
  leaning: { families: FamilyName[]; temper: Temper; palettes: Palette[]; industries: string[] }
}

const fillDigits = (random: Random, pattern: string) =>
  pattern
    .replace(/#/g, () => String(random.int(1, 9)))
    .replace(/@/g, () => random.pick([...'ABCDEFGHJKLMNPRSTUVWXY']))

const FACES: readonly Typeface[] = [
  'grotesqueBlack',
  'geometricHeavy',
  'didone',
  'slabBlack',
  'fatface',
  'extendedBlack',
  'oldStyleBlack',
  'transitionalItalic',
  'condensed',
  'mono',
  'blackletter',
  'display',
  'garalde',
]

const drawAvatar = (random: Random, company: string, person: Person, leaning: Temper): string => {
  const palette = pickPalette(random, random.chance(0.5) ? 'solid' : leaning)
  const centre = (path: Path, size: number): Path => {
    const box = boundsOf(path)
    const factor = size / Math.max(box.right - box.left, box.bottom - box.top)
    return scale(shift(path, -(box.left + box.right) / 2, -(box.top + box.bottom) / 2), factor)
  }
  const pair = toAscii(person.first)[0]! + toAscii(person.last)[0]!
  const letters = random.chance(0.5) || !areFitInitials(pair.toUpperCase()) ? company[0]! : pair
  const letter = () =>
    centre(setText(random.pick(FACES), letters, 100, -40).path, letters.length > 1 ? 290 : 270)
  const layers = random.weighted<() => Layer[]>([
    [() => [{ path: letter(), ink: palette.ink }], 6],
    [
      () => [
        { path: circle(0, 0, 190), ink: palette.ink },
        { path: scale(letter(), 0.72), ink: palette.ground },
      ],
      2,
    ],
    [
      () => [
        { path: circle(0, 0, 150), ink: palette.ink },
        { path: rect(-160, random.pick([-8, 30]), 320, 16), ink: palette.ground },
      ],
      1,
    ],
    [
      () => {
        const n = random.pick([4, 5, 6, 8])
        const petal = circle(0, -92, random.range(52, 84))
        return Array.from({ length: n }, (_, k) => ({
          path: rotate(petal, (k * TAU) / n),
          ink: k % 2 && n % 2 === 0 ? palette.accent : palette.ink,
        }))
      },
      1.4,
    ],
    [
      () =>
        [0, 1, 2, 3].map(k => ({
          path: rotate(rect(-150, -150 + k * 84, 300, 30 + k * 7), random.pick([0, 0, TAU / 8])),
          ink: k === 2 ? palette.accent : palette.ink,
        })),
      1,
    ],
    [
      () =>
        [-1, 1].map(side => ({
          path: rotate(shift(sector(0, 0, 150, 0, -Math.PI / 2, Math.PI / 2), 8, 0), side > 0 ? 0 : Math.PI),
          ink: side > 0 ? palette.accent : palette.ink,
        })),
      0.8,
    ],
  ])()
  return renderSvg(moveLayers(layers, [1, 0, 0, 1, 256, 256]), palette.ground, 512)
}

/** Prefers the drawings that show the gallery at its best: this designer's profile is the first that people open. */
export const ADA: Partial<DemoDesigner> = {
  username: 'ada',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lindqvist',
  company: 'Ada Lindqvist',
  company_description:
    'Trademarks, seals and wordmarks from a former rope factory in Stockholm. I draw in black first, on paper, and stop one step before it gets clever.',
  url: 'https://adalindqvist.example.com',
  phone: '+46 8 555 019 40',
  address1: 'Repslagargatan 17',
  city: 'Stockholm',
  state: 'Stockholms län',
  zip: '118 46',
  country: 'SE',
  leaning: {
    families: ['animal', 'rotation', 'lines', 'quarters', 'monogram', 'knot', 'seal', 'fold'],
    temper: 'paper',
    palettes: palettes.filter(p =>
      [
        '#f4efe4#1b1a17',
        '#ffffff#111111',
        '#d4281c#f7efe0',
        '#0b3fd6',
        '#111111#f3eee3',
        '#f5c211#141414',
        '#0f4d3a#f1e3c6',
        '#ffffff#d4261b',
      ].some(key => (p.ground + p.ink).startsWith(key) || p.ink === key),
    ),
    industries: ['Publishing', 'Museums & Galleries', 'Coffee & Tea', 'Conservation'],
  },
}

/**
 * The `index`th designer of a seed: the same each time, in any order of calls. `overrides` replaces the fixed facts of
 * a named one.
 */
export const makeDesigner = (
  seed: string | number,
  index: number,
  overrides: Partial<DemoDesigner> = {},
): DemoDesigner => {
  const random = createRandom(`${seed}/designer/${index}`)
  const town = random.weighted(cities.map(city => [city, city.country === 'US' ? 2.2 : 1] as const))
  const person = namePerson(random, town.country)
  const company = nameStudio(random, person, town.country)
  const slug = toAscii(company).toLowerCase()
  const handle = toAscii(`${person.first}${person.last}`).toLowerCase().replace(/-/g, '')
  const number = index.toString(36)
  const username = `${handle.slice(0, 22)}${number}`
  const region = regionOf(town.country)
  const streets = STREETS[region] ?? STREETS.en!
  const [code, digits] = DIALLING[town.country]!
  const social = (probability: number, url: string) => (random.chance(probability) ? url : '')
  const fields = random.sample(industries, 4).map(industry => industry.name)
  const temper = random.weighted<Temper>([
    ['white', 4],
    ['paper', 2],
    ['black', 2],
    ['solid', 3],
  ])
  return {
    index,
    username,
    email: `${username}@example.com`,
    first_name: person.first,
    last_name: person.last,
    company,
    company_description: describeStudio(
      random,
      person.first,
      company,
      town.city,
      random.int(1988, 2020),
      fields.map(field => field.toLowerCase()),
    ),
    url: random.chance(0.85) ? `https://${slug}.example.com` : '',
    phone: `${code} ${fillDigits(random, digits)}`,
    address1: ['de', 'it', 'es', 'nordic'].includes(region)
      ? `${random.pick(streets)} ${random.int(1, 148)}`
      : `${random.int(1, 480)} ${random.pick(streets)}`,
    city: town.city,
    state: town.state,
    zip: fillDigits(random, town.postal),
    country: town.country,
    twitter: social(0.3, `https://twitter.com/${handle}${number}`),
    instagram: social(0.7, `https://www.instagram.com/${handle}${number}`),
    dribbble: social(0.5, `https://dribbble.com/${handle}${number}`),
    behance: social(0.45, `https://www.behance.net/${handle}${number}`),
    facebook: social(0.2, `https://www.facebook.com/${handle}${number}`),
    avatarSvg: drawAvatar(
      random.fork('avatar'),
      overrides.company ?? company,
      { first: overrides.first_name ?? person.first, last: overrides.last_name ?? person.last },
      overrides.leaning?.temper ?? temper,
    ),
    leaning: {
      families: random.sample(FAMILY_NAMES, random.int(2, 4)),
      temper,
      palettes: Array.from({ length: 8 }, () => pickPalette(random, temper)),
      industries: fields,
    },
    ...overrides,
  }
}
