import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { registrationMark } from '../shared/registration-mark.ts'

/** Side and share of the mark in each icon of the manifest, and iOS's; `ground`: it fills the square. */
export const icons = [
  { name: '192', side: 192, share: 0.9, ink: '#c92f16' },
  { name: '512', side: 512, share: 0.9, ink: '#c92f16' },
  // What a system may cut off of a maskable icon lies outside of a circle of 80 %.
  { name: 'maskable-512', side: 512, share: 0.6, ink: '#c92f16', ground: '#f1f1f1' },
  // Only its opacity counts.
  { name: 'monochrome-512', side: 512, share: 0.6, ink: '#000000' },
  { name: 'apple-180', side: 180, share: 0.66, ink: '#c92f16', ground: '#f1f1f1' },
]

/** Draws the icons of the installed application from the registration mark, into `icons` of the built application. */
export async function drawIcons(webFolder: string) {
  const folder = join(webFolder, 'icons')
  await mkdir(folder, { recursive: true })
  for (const { name, ...icon } of icons)
    await writeFile(
      join(folder, `${name}.png`),
      await sharp(Buffer.from(svgOf(icon)))
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer(),
    )
}

function svgOf({ side, share, ink, ground }: Omit<(typeof icons)[number], 'name'>) {
  const { ring, arms } = registrationMark
  // The mark's square is 32 wide.
  const scale = (side * share) / 32
  const margin = (side * (1 - share)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    ${ground ? `<rect width="${side}" height="${side}" fill="${ground}"/>` : ''}
    <g fill="none" stroke="${ink}" transform="translate(${margin} ${margin}) scale(${scale})">
      <circle cx="${ring.cx}" cy="${ring.cy}" r="${ring.r}" stroke-width="${ring.strokeWidth}"/>
      <path d="${arms.d}" stroke-width="${arms.strokeWidth}"/>
    </g></svg>`
}

if (import.meta.main) await drawIcons(process.argv[2]!)
