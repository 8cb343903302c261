import { icons } from '@iconify-json/logos'
import sharp from 'sharp'
import * as marks from 'simple-icons'

// Well-known logos, as a real gallery would receive them.

export type RealLogo = {
  title: string
  filename: string
  /** `#rrggbb` */
  ground: string
  type: 'image/png' | 'image/jpeg'
  bytes: Buffer
}

const inColours = [
  ...['firefox', 'chrome', 'blender', 'python', 'rust', 'postgresql', 'docker-icon', 'nodejs-icon'],
  ...['figma', 'vue', 'svelte-icon', 'debian', 'webpack', 'sass', 'graphql'],
]
const inOneColour = [
  ...[marks.siWikipedia, marks.siKde, marks.siGnome, marks.siInkscape, marks.siMastodon, marks.siKrita],
  ...[marks.siGimp, marks.siSpotify, marks.siGit, marks.siGodotengine, marks.siVlcmediaplayer],
  ...[marks.siSignal, marks.siRaspberrypi, marks.siUbuntu, marks.siDiscord],
]
const grounds = ['#ffffff', '#fdf1dc', '#ffffff', '#1b2330', '#dcefe6']

/** The first of thirty logos at 900 × 900, as PNG and JPG in turn, on white and on coloured grounds. */
export function renderRealLogos(count = 30): Promise<RealLogo[]> {
  // The server's modules disable all of sharp's loaders except those of uploads, in the whole process. The drawings are SVG,
  // and served pictures are AVIF.
  sharp.unblock({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadHeif'] })
  const drawings = inColours.flatMap((name, i) => {
    const icon = icons.icons[name]!
    const { left = 0, top = 0, width = icons.width ?? 256, height = icons.height ?? 256 } = icon
    const mark = inOneColour[i]!
    const isNegative = i % 3 === 0
    return [
      {
        title: `Coloured ${name}`,
        ground: grounds[i % grounds.length]!,
        viewBox: `${left} ${top} ${width} ${height}`,
        body: icon.body,
      },
      {
        title: `Plain ${mark.slug}`,
        ground: isNegative ? `#${mark.hex.toLowerCase()}` : '#ffffff',
        viewBox: '0 0 24 24',
        body: `<path d="${mark.path}" fill="${isNegative ? '#fff' : `#${mark.hex}`}"/>`,
      },
    ]
  })
  return Promise.all(
    drawings.slice(0, count).map(async ({ title, ...drawing }, i) => {
      const isJpeg = i % 4 > 1
      const picture = sharp(Buffer.from(drawPage(drawing))).removeAlpha()
      const bytes = await (isJpeg ? picture.jpeg({ quality: 90 }) : picture.png()).toBuffer()
      return {
        title,
        filename: `${title}.${isJpeg ? 'jpg' : 'png'}`,
        ground: drawing.ground,
        type: isJpeg ? 'image/jpeg' : 'image/png',
        bytes,
      } as const
    }),
  )
}

/** The mark in the middle of a page of 900 × 900. */
function drawPage({ ground, viewBox, body }: { ground: string; viewBox: string; body: string }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="900" height="900">
    <rect width="900" height="900" fill="${ground}"/>
    <svg x="140" y="140" width="620" height="620" viewBox="${viewBox}">${body}</svg>
  </svg>`
}

/** The grey difference of two pictures, from 0 (equal) to 255. */
export async function compareLooks(one: Buffer, other: Buffer) {
  const [a, b] = await Promise.all(
    [one, other].map(picture => sharp(picture).greyscale().resize(64, 64).raw().toBuffer()),
  )
  let sum = 0
  for (const [i, value] of a!.entries()) sum += Math.abs(value - b![i]!)
  return sum / a!.length
}

/** The largest difference of a colour from the logo's ground, in one channel. A JPG's colours are approximately those of the drawing. */
export function differFromGround(rgb: readonly number[], { ground }: RealLogo) {
  return Math.max(
    ...rgb.map((value, i) => Math.abs(value - Number.parseInt(ground.slice(1 + 2 * i, 3 + 2 * i), 16))),
  )
}
