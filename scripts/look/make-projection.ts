import { writeFile } from 'node:fs/promises'
import { describedSide, searchedViews } from '../../server/lib/look/describe.ts'
import { hog } from '../../server/lib/look/hog.ts'
import { projectionFile, shapeLength, writeProjection } from '../../server/lib/look/projection.ts'
import { type Raster, toLab } from '../../server/lib/look/saliency.ts'
import { findViews } from '../../server/lib/look/views.ts'
import { type ChangeName, changedPixels, choose, isMark, original, pixelsOf, randomFrom } from './draw.ts'
import { fitDiscriminants } from './fit.ts'
import { type Icon, iconifyIcons, isForFitting, simpleIcons } from './icons.ts'

// `node scripts/look/make-projection.ts` writes server/lib/look/projection.bin: which directions in the histograms of gradients
// tell logos apart, learned from drawings under CC0 and how they look when they are changed.

const seed = 20_261_127
const drawings = 300
const fitted: ChangeName[] = [
  ...(['scale', 'recolour', 'one-colour', 'rotation', 'outline', 'gradient'] as const),
  ...(['wordmark', 'wordmark', 'badge', 'badge'] as const),
]
/** What resembles its drawing less than this was parted wrongly: it would teach that unlike things are alike. */
const leastCosine = 0.5
const ridge = 0.1

export async function makeProjection(): Promise<Buffer> {
  const random = randomFrom(seed)
  const icons = [...(await simpleIcons()), ...(await iconifyIcons('logos'))].filter(isForFitting)
  const chosen = Array.from({ length: drawings }, () => choose(random, icons))
  const classes: Float32Array[][] = []
  for (const icon of chosen) classes.push(await samplesOf(icon, random))
  const { mean, rows } = fitDiscriminants(
    classes.filter(samples => samples.length > 1),
    shapeLength,
    ridge,
  )
  return writeProjection(mean, rows)
}

/** The histograms of a drawing and of its changes: of each the view that is most like it. */
async function samplesOf(icon: Icon, random: () => number) {
  const [base] = histograms(await pixelsOf(original(icon), describedSide), 1)
  if (!base) return []
  const samples = [base]
  for (const name of fitted) {
    if ((name === 'wordmark' || name === 'badge') && !isMark(icon)) continue
    const views = histograms(await changedPixels(icon, name, random, describedSide), searchedViews)
    const best = views
      .map(view => ({ view, cosine: product(view, base) }))
      .reduce((a, b) => (b.cosine > a.cosine ? b : a), { view: base, cosine: -1 })
    if (best.cosine >= leastCosine) samples.push(best.view)
  }
  return samples
}

const histograms = (raster: Raster, most: number) =>
  findViews(toLab(raster), most).map(({ field, box }) => hog(field, box))

const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

if (import.meta.main) await writeFile(projectionFile, await makeProjection())
