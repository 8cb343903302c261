import { inventBrand } from './brands.ts'
import { chooseMark, type MarkChoice } from './choice.ts'
import type { DemoDesigner } from './designer.ts'
import { combine } from './marks/combination.ts'
import { FAMILIES, type FamilyName, PICTORIAL_FAMILIES, PLAIN_FAMILIES } from './marks/families.ts'
import { fitSymbol, fitType, renderSvg } from './marks/mark.ts'
import { namePerson, toAscii } from './names.ts'
import { pickPalette } from './palettes.ts'
import { createRandom } from './random.ts'
import { describe, titleFor } from './words.ts'

/** An invented logo. `svg` is a complete 900 × 900 picture of paths only; credits are '' if there are none. */
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
  /** Identity of the drawing that a pictorial logo shows. */
  drawing: string | undefined
}

/** The share of symbols that are shown with the name. */
const COMBO_SHARE = 0.27

/** The `index`th logo of a seed, by that designer: the same each time, in any order of calls. */
export const makeLogo = (
  seed: string | number,
  index: number,
  designer: DemoDesigner,
  choice: MarkChoice = chooseMark(seed, index, designer),
): DemoLogo => {
  const random = createRandom(`${seed}/logo/${index}/${designer.index}`)
  const { family: name, industry, drawing } = choice
  const { kind } = FAMILIES[name]
  const brand = inventBrand(random.fork('brand'), industry, drawing?.subject, designer.country)
  const inks = random.fork('palette')
  const palette = inks.chance(0.55)
    ? inks.pick(designer.leaning.palettes)
    : pickPalette(inks, designer.leaning.temper)

  const hand = random.fork('mark')
  const mark = choice.drawing
    ? PICTORIAL_FAMILIES[choice.family].draw(hand, palette, brand, choice.drawing)
    : PLAIN_FAMILIES[choice.family].draw(hand, palette, brand)
  const combo = kind === 'Symbol' && random.chance(COMBO_SHARE)
  const lockup = combo ? combine(random.fork('lockup'), palette, brand, mark) : undefined
  const layers = lockup
    ? fitType(lockup.layers, palette.ground, lockup.lockup.startsWith('symbol left') ? 0.74 : 0.6)
    : kind === 'Typographic'
      ? fitType(mark.layers, palette.ground)
      : fitSymbol(mark.layers, palette.ground, kind === 'Combo' ? 0.7 : random.range(0.575, 0.625))

  const words = random.fork('words')
  const colleague = () => {
    const person = namePerson(words, designer.country)
    return `${person.first} ${person.last}`
  }
  const own = `${designer.first_name} ${designer.last_name}`
  const agency = words.chance(0.32)
  const title = titleFor(words, brand, name)
  const keywords = [
    ...new Set([
      ...mark.keywords,
      ...words.sample(industry.keywords, 3),
      ...(drawing ? [drawing.subject] : []),
    ]),
  ]
  return {
    svg: renderSvg(layers, palette.ground),
    title,
    filename: `${toAscii(title).toLowerCase()}.png`,
    description: describe(words, brand, lockup ? `${mark.motif}, ${lockup.lockup}` : mark.motif, name),
    keywords: keywords.map(word => word.toLowerCase()),
    industry: industry.name,
    client: brand.name,
    logotype: combo || kind === 'Combo' ? 'Combo' : kind,
    designer: agency && words.chance(0.4) ? colleague() : own,
    art_director: agency ? colleague() : '',
    creative_director: agency && words.chance(0.6) ? (words.chance(0.5) ? own : colleague()) : '',
    illustrator: drawing && words.chance(0.2) ? colleague() : '',
    photographer: words.chance(0.02) ? colleague() : '',
    assoc_creative_director: agency && words.chance(0.12) ? colleague() : '',
    family: name,
    drawing: drawing?.id,
  }
}
