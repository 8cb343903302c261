import sharp from 'sharp'
import { original, pixelsOf } from '../scripts/look/draw.ts'
import type { Icon } from '../scripts/look/icons.ts'
import { findPalette } from '../server/lib/color/palette.ts'
import { describedSide, describeLogo } from '../server/lib/look/describe.ts'
import { time } from './look/timed.ts'

// Measures the CPU of an upload for its look and its colours: the picture at the size that is described, its views, its palette. The icons come
// as a message; the answer goes back as one. It is a process of its own, since the CPU of a process includes its garbage collector's threads, which
// in the benchmark itself have all drawings to mark. All pictures go before those that are timed, so that the code is compiled, as it is in a
// server that runs for a while.

// As the server does it.
sharp.concurrency(1)
sharp.cache(false)

const side = 900
const raw = { width: side, height: side, channels: 3 } as const

process.once('message', async (icons: Icon[]) => {
  const pictures: Uint8Array[] = []
  for (const icon of icons) pictures.push((await pixelsOf(original(icon), side)).data)
  const tasks = pictures.map(data => async () => {
    const { data: small, info } = await sharp(data, { raw })
      .resize(describedSide, describedSide, { fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    describeLogo({ data: small, width: info.width, height: info.height })
    findPalette({ data, side }, '#ffffff')
  })
  for (const task of tasks) await task()
  const row = await time('the look and the colours of an upload', () => {}, tasks)
  process.send?.(row, () => process.disconnect?.())
})
