import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as z from 'zod'

// Icon sets that may be used to fit and to measure: Simple Icons and SVG Logos are CC0; Devicon, Phosphor and Tabler are MIT.

/** A drawing: what stands inside an SVG element, with its view box. */
export type Icon = { name: string; brand: string; set: string; viewBox: string; body: string }

const iconify = z.object({
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  icons: z.record(
    z.string(),
    z.object({
      body: z.string(),
      left: z.optional(z.number()),
      top: z.optional(z.number()),
      width: z.optional(z.number()),
      height: z.optional(z.number()),
      hidden: z.optional(z.boolean()),
    }),
  ),
})
const simple = z.object({ slug: z.string(), hex: z.string(), path: z.string() })

const locate = createRequire(import.meta.url)

/** Sets of icons for all uses, in which a brand's name has a mark of its own: `github-logo`, `brand-github`. */
const generalSets = ['ph', 'tabler']

/** What is left of a name when it says only which brand it is. */
const brandOf = (name: string, set: string) =>
  (generalSets.includes(set) ? name.replace(/^brand-|-logo\b/g, '') : name)
    .toLowerCase()
    .replace(/-?(icon|plain|original|wordmark|line|fill|filled|bold|thin|light|duotone|dark|alt|\d)\b/g, '')
    .replace(/dot(?=js|net|io)/g, '')
    .replace(/[^a-z0-9]/g, '')

/** The drawings of an Iconify set. */
export async function iconifyIcons(set: string): Promise<Icon[]> {
  const {
    icons,
    width = 16,
    height = 16,
  } = iconify.parse(JSON.parse(await readFile(locate.resolve(`@iconify-json/${set}/icons.json`), 'utf8')))
  return Object.entries(icons)
    .filter(([, icon]) => !icon.hidden)
    .map(([name, icon]) => ({
      name,
      brand: brandOf(name, set),
      set,
      viewBox: `${icon.left ?? 0} ${icon.top ?? 0} ${icon.width ?? width} ${icon.height ?? height}`,
      body: icon.body.replaceAll('currentColor', '#222222'),
    }))
}

/** The brands of Simple Icons, each in its own colour. */
export async function simpleIcons(): Promise<Icon[]> {
  const all: Record<string, unknown> = await import('simple-icons')
  return Object.values(all).flatMap(value => {
    const icon = simple.safeParse(value)
    if (!icon.success) return []
    const { slug, hex, path } = icon.data
    const body = `<path d="${path}" fill="#${hex}"/>`
    return [
      { name: slug, brand: brandOf(slug, 'simple-icons'), set: 'simple-icons', viewBox: '0 0 24 24', body },
    ]
  })
}

/** Half of the brands, by a hash of their names: what is fitted is never measured. */
export function isForFitting({ brand }: Icon): boolean {
  let hash = 2166136261
  for (const letter of brand) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  return ((hash ^ (hash >>> 15)) & 1) === 1
}
