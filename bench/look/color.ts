import { converter, differenceCiede2000 } from 'culori'
import { createRandom, type Random } from '../../demo/random.ts'
import { makeLogoColors, segmentBytes } from '../../server/lib/color/logo-colors.ts'
import { colorWithin } from '../../shared/rules/palette.ts'
import type { LookResult } from '../results.ts'
import { spreadOf } from '../statistics.ts'

type Say = (line: string) => void
type Logo = readonly number[]

const seed = 8102
const toLab = converter('lab65')
const labOf = (rgb: number) =>
  toLab({ mode: 'rgb', r: (rgb >> 16) / 255, g: ((rgb >> 8) & 255) / 255, b: (rgb & 255) / 255 })

/** Finds logos by colours that were not asked for before, and compares what is found with CIEDE2000 by brute force. */
export async function benchColors({
  logos,
  queries,
  say,
}: {
  logos: number
  queries: number
  say: Say
}): Promise<LookResult['colors']> {
  const random = createRandom(`colors ${seed}`)
  const palettes = makeLogoColors()
  const drawn = drawLogos(random, logos)
  const began = performance.now()
  for (const [i, colors] of drawn.entries()) {
    palettes.set(i + 1, colors)
    await palettes.merge(50_000)
  }
  await palettes.merge(0)
  const distinct = [...new Set(drawn.flat())]
  say(
    `${logos} logos, ${distinct.length} different colours, read in ${(performance.now() - began).toFixed(0)} ms`,
  )
  const rows = []
  for (const within of [2, 10, colorWithin.default, 50]) {
    const wall: number[] = []
    const cpu: number[] = []
    for (let i = 0; i < 200; i++) {
      const used = process.cpuUsage()
      const start = performance.now()
      await palettes.find([colorLike(random, drawn)], within)
      wall.push(performance.now() - start)
      const { user, system } = process.cpuUsage(used)
      cpu.push((user + system) / 1000)
    }
    const row = { within, wall: spreadOf(wall), cpu: spreadOf(cpu) }
    rows.push(row)
    say(
      `a colour within ${within}: p50 ${row.wall.p50.toFixed(1)} ms, p95 ${row.wall.p95.toFixed(1)} ms; CPU p50 ${row.cpu.p50.toFixed(1)} ms, p95 ${row.cpu.p95.toFixed(1)} ms`,
    )
  }
  const difference = differenceCiede2000()
  const labs = distinct.map(rgb => ({ rgb, lab: labOf(rgb) }))
  let differing = 0
  for (let i = 0; i < queries; i++) {
    const asked = colorLike(random, drawn)
    const from = labOf(asked)
    const within = [5, 10, 25, 25, 40][i % 5]!
    const near = new Set(labs.filter(({ lab }) => difference(from, lab) <= within).map(({ rgb }) => rgb))
    const expected = drawn.flatMap((colors, at) => (colors.some(rgb => near.has(rgb)) ? [at + 1] : []))
    const found = idsOf(await palettes.find([asked], within))
    if (found.length !== expected.length || found.some((id, at) => id !== expected[at])) differing++
  }
  say(`${queries} colours compared with CIEDE2000 by brute force: ${differing || 'none'} differs`)
  return { different: distinct.length, rows, compared: queries, differing }
}

/** As many colours as logos have (three on average), a quarter of them black, greys or white, the rest near 300 inks or anywhere. */
function drawLogos(random: Random, logos: number): Logo[] {
  const inks = Array.from({ length: 300 }, () => random.int(0, 0xffffff))
  const near = (value: number) => Math.max(0, Math.min(255, value + random.int(-20, 20)))
  const draw = () => {
    if (random.chance(0.25)) return random.pick([0, 0xffffff, random.int(0, 255) * 0x010101])
    if (random.chance(0.2)) return random.int(0, 0xffffff)
    const ink = random.pick(inks)
    return (near(ink >> 16) << 16) | (near((ink >> 8) & 255) << 8) | near(ink & 255)
  }
  return Array.from({ length: logos }, () => Array.from({ length: random.int(1, 5) }, draw))
}

/** What members ask for: a colour of some logo, or any. */
const colorLike = (random: Random, drawn: readonly Logo[]) =>
  random.chance(0.5) ? random.pick(random.pick(drawn)) : random.int(0, 0xffffff)

function idsOf(segments: { seg: number; bits: Buffer }[]): number[] {
  const ids: number[] = []
  for (const { seg, bits } of segments)
    for (let n = 0; n < segmentBytes * 8; n++)
      if (bits[n >> 3]! & (0x80 >> (n & 7))) ids.push(seg * segmentBytes * 8 + n)
  return ids
}
