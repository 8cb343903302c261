import type { Media, Post } from '../../../shared/api/news.ts'

/** Posts beside the feature post, and on each page of those that follow. */
export const news = { side: 3, page: 6 } as const

/** How many pages the posts below the side posts fill. WordPress's own count knows nothing of those skipped. */
export const pagesOf = (total: number) => Math.max(1, Math.ceil((total - news.side) / news.page))

const noBreak = '\u00a0'
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Published Nov 9, 2026 · 3:05 PM`: the digits of a time without a zone, never moved into another. Empty for none. */
export function formatPublished(date: string) {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(date) ?? []
  const name = months[Number(month) - 1]
  if (!name || !minute) return ''
  const time = `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
  // In a narrow place the line breaks between date and time only.
  return (
    `Published ${name} ${Number(day)}, ${year}`.replaceAll(' ', noBreak) +
    ` ·${noBreak}${time.replace(' ', noBreak)}`
  )
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The text of HTML without tags, as the server sends it. Decoded once: `&amp;lt;` is `&lt;`. */
export const plainText = (html: string) =>
  html
    .replace(/<\/?p>/g, ' ')
    .replace(/&(?:(amp|lt|gt|quot)|#(\d{1,7}));/g, (all, name: string, code: string) =>
      name ? named[name]! : Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : all,
    )
    .replace(/\s+/g, ' ')
    .trim()

/** Best first. A size is there only where the picture is wider than it. */
const sizes = ['large', 'medium_large', 'medium', 'full']

/** A post's picture: a path on our own host, which is the only one that serves them. Undefined where there is none. */
export function pictureOf(post: Post): { src: string; alt: string } | undefined {
  const media = post._embedded?.['wp:featuredmedia']?.[0]
  if (!media || 'code' in media) return undefined
  const src = sourceOf(media)
  return src ? { src, alt: media.alt_text ?? '' } : undefined
}

function sourceOf({ media_details, source_url }: Media) {
  const best = sizes.map(name => media_details?.sizes?.[name]?.source_url).find(Boolean) ?? source_url
  const url = best ? URL.parse(best, 'http://own') : null
  return url && url.pathname + url.search
}
