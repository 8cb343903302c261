import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowSvg } from '../tests/allow-svg.ts'
import { drawIcons, icons } from './draw-icons.ts'

allowSvg()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'icons-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('each icon has its size, a full ground only where it says so, and a maskable one keeps the mark in the safe circle', async () => {
  await drawIcons(folder)
  for (const { name, side, ground } of icons) {
    const picture = sharp(join(folder, 'icons', `${name}.png`)).ensureAlpha()
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    expect([name, info.width, info.height]).toEqual([name, side, side])
    const isMark = (x: number, y: number) => {
      const [r, g, b, alpha] = data.subarray((y * side + x) * 4)
      return alpha! > 128 && !(r! > 200 && g! > 200 && b! > 200)
    }
    expect([name, data[3]]).toEqual([name, ground ? 255 : 0])
    expect([name, isMark(side / 2, side / 2)]).toEqual([name, true])
    if (!/maskable|monochrome/.test(name)) continue
    let furthest = 0
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++)
        if (isMark(x, y)) furthest = Math.max(furthest, Math.hypot(x - side / 2, y - side / 2))
    expect(furthest).toBeGreaterThan(side * 0.2)
    expect(furthest).toBeLessThan(side * 0.4)
  }
})
