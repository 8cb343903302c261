import { pickIndustry } from './brands.ts'
import type { DemoDesigner } from './designer.ts'
import { type Industry, industries } from './industries.ts'
import {
  FAMILIES,
  FAMILY_NAMES,
  type FamilyName,
  PICTORIAL_FAMILIES,
  type PictorialFamily,
  PLAIN_FAMILIES,
  type PlainFamily,
} from './marks/families.ts'
import type { Drawing } from './marks/picture.ts'
import { createRandom, type Random } from './random.ts'

/** What a logo shows, and for which industry. */
export type MarkChoice = { industry: Industry } & (
  | { family: PlainFamily; drawing?: undefined }
  | { family: PictorialFamily; drawing: Drawing }
)

const isPictorial = (name: FamilyName): name is PictorialFamily => name in PICTORIAL_FAMILIES
const isPlain = (name: FamilyName): name is PlainFamily => name in PLAIN_FAMILIES

/** Mostly one of the families that the designer prefers. */
const pickFamily = <Name extends FamilyName>(
  random: Random,
  designer: DemoDesigner,
  names: readonly Name[],
): Name => {
  const own = names.filter(name => designer.leaning.families.includes(name))
  return own.length && random.chance(0.68)
    ? random.pick(own)
    : random.weighted(names.map(name => [name, FAMILIES[name].weight] as const))
}

/**
 * Chooses what the `index`th logo of a seed shows. `weigh` gives the weight of a drawing among those that suit; a
 * drawing of weight 0 is not available. Without an available drawing, the logo gets a family that shows none.
 */
export const chooseMark = (
  seed: string | number,
  index: number,
  designer: DemoDesigner,
  weigh: (drawing: Drawing) => number = () => 1,
): MarkChoice => {
  const random = createRandom(`${seed}/choice/${index}/${designer.index}`)
  const family = pickFamily(random, designer, FAMILY_NAMES)
  const preferred = random.chance(0.5)
    ? industries.find(entry => entry.name === random.pick(designer.leaning.industries))
    : undefined
  if (!isPictorial(family)) return { family, industry: preferred ?? pickIndustry(random) }

  const weighed = PICTORIAL_FAMILIES[family].drawings.map(drawing => [drawing, weigh(drawing)] as const)
  const available = weighed.filter(([, weight]) => weight > 0)
  if (!available.length)
    return {
      family: pickFamily(random, designer, FAMILY_NAMES.filter(isPlain)),
      industry: preferred ?? pickIndustry(random),
    }
  const suited = available.filter(([{ subject }]) => preferred?.motifs.includes(subject))
  const drawing = random.weighted(suited.length ? suited : available)
  const industry = preferred && suited.length ? preferred : pickIndustry(random, drawing.subject)
  return { family, industry, drawing }
}
