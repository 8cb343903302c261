import { inventBrand, pickIndustry } from './brands.ts'
import type { DemoDesigner } from './designer.ts'
import { industries } from './industries.ts'
import { combine } from './marks/combination.ts'
import { FAMILIES, FAMILY_NAMES, type Family, type FamilyName } from './marks/families.ts'
import { fitSymbol, fitType, type Mark, renderSvg } from './marks/mark.ts'
import { namePerson, toAscii } from './names.ts'
import { pickPalette } from './palettes.ts'
import { createRandom } from './random.ts'
import { describe, titleFor } from './words.ts'

/** A made-up logo. `svg` is a complete 900 × 900 picture of paths only; credits are '' when nobody is named. */
export type DemoLogo = {
  svg: string
  title: string
  filename: string
  description: string
  keywords: string[]
  industry: string
  client: string
  logotype: 'Symbol' | 'Typographic' | 'Combo'
  designer: string
  art_director: string
  creative_director: string
  illustrator: string
  photographer: string
  assoc_creative_director: string
  family: FamilyName
}

/** Of the symbols, how many are shown with the name. */
const COMBO_SHARE = 0.27

/** The `index`th logo of a seed, by that designer: always the same, whatever else was made before. */
export const makeLogo = (seed: string | number, index: number, designer: DemoDesigner): DemoLogo => {
  const random = createRandom(`${seed}/logo/${index}/${designer.index}`)
  const name = random.chance(0.68)
    ? random.pick(designer.leaning.families)
    : random.weighted(FAMILY_NAMES.map(key => [key, FAMILIES[key].weight] as const))
  const family: Family = FAMILIES[name]
  const preferred = random.chance(0.5)
    ? industries.find(entry => entry.name === random.pick(designer.leaning.industries))
    : undefined
  const possible = family.motifs && preferred ? family.motifs.filter(m => preferred.motifs.includes(m)) : []
  const motif = family.motifs && random.pick(possible.length ? possible : family.motifs)
  const industry = preferred && (!motif || possible.length) ? preferred : pickIndustry(random, motif)
  const brand = inventBrand(random.fork('brand'), industry, motif, designer.country)
  const inks = random.fork('palette')
  const palette = inks.chance(0.55)
    ? inks.pick(designer.leaning.palettes)
    : pickPalette(inks, designer.leaning.temper)

  const mark: Mark = family.draw(random.fork('mark'), palette, brand, motif)
  const combo = family.kind === 'Symbol' && random.chance(COMBO_SHARE)
  const lockup = combo ? combine(random.fork('lockup'), palette, brand, mark) : undefined
  const layers = lockup
    ? fitType(lockup.layers, palette.ground, lockup.lockup.startsWith('symbol left') ? 0.74 : 0.6)
    : family.kind === 'Typographic'
      ? fitType(mark.layers, palette.ground)
      : fitSymbol(mark.layers, palette.ground, family.kind === 'Combo' ? 0.7 : random.range(0.575, 0.625))

  const words = random.fork('words')
  const colleague = () => {
    const person = namePerson(words, designer.country)
    return `${person.first} ${person.last}`
  }
  const own = `${designer.first_name} ${designer.last_name}`
  const agency = words.chance(0.32)
  const title = titleFor(words, brand, name)
  const keywords = [
    ...new Set([...mark.keywords, ...words.sample(industry.keywords, 3), ...(motif ? [motif] : [])]),
  ]
  return {
    svg: renderSvg(layers, palette.ground),
    title,
    filename: `${toAscii(title).toLowerCase()}.png`,
    description: describe(words, brand, lockup ? `${mark.motif}, ${lockup.lockup}` : mark.motif, name),
    keywords: keywords.map(word => word.toLowerCase()),
    industry: industry.name,
    client: brand.name,
    logotype: combo || family.kind === 'Combo' ? 'Combo' : family.kind,
    designer: agency && words.chance(0.4) ? colleague() : own,
    art_director: agency ? colleague() : '',
    creative_director: agency && words.chance(0.6) ? (words.chance(0.5) ? own : colleague()) : '',
    illustrator: motif && words.chance(0.2) ? colleague() : '',
    photographer: words.chance(0.02) ? colleague() : '',
    assoc_creative_director: agency && words.chance(0.12) ? colleague() : '',
    family: name,
  }
}
