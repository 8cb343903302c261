import { escapeHtml } from '../../lib/escape-html.ts'
import { siteWords } from '../../lib/site-words.ts'
import { cardPath, tellCard } from '../cards/cards.ts'
import { escapeJson } from './answer-first-screen.ts'
import { type JsonLd, siteJsonLd } from './json-ld.ts'
import type { Preview } from './preview.ts'

/** Asks for what is shown not to be used in training: DeviantArt's directives, which several crawlers read. */
const notForTraining = '<meta name="robots" content="noai, noimageai" />'
/** Takes the reservation of the whole site back for one page (TDM Reservation Protocol). */
const forTraining = '<meta name="tdm-reservation" content="0" />'

/**
 * Whether a page shows the logos of one designer who lets them be used for training. A wall with such a logo open above
 * it, and the other tabs of a profile, show others' too.
 */
export const allowsTraining = (url: URL, found: Preview | 'missing' | undefined) =>
  found !== 'missing' &&
  found?.allowsTraining === true &&
  found.path === url.pathname &&
  !url.searchParams.has('logo_id') &&
  [null, 'logos'].includes(url.searchParams.get('tab'))

/**
 * The shell with a page's title, canonical address, link preview, feeds, and facts for search engines. A missing page has no
 * canonical address.
 */
export function withHead(shell: string, url: URL, found: Preview | 'missing' | undefined): string {
  const { site_name } = siteWords()
  const preview = found === 'missing' ? undefined : found
  const title = preview ? `${preview.title} · ${site_name}` : site_name
  // Without the query: it may hold a token, and it names no other page.
  const canonical = new URL(preview?.path ?? url.pathname, url).href
  const description = preview?.description.slice(0, 200)
  const facts = {
    'og:site_name': site_name,
    'og:type': 'website',
    'og:title': preview?.title ?? site_name,
    'og:url': canonical,
    ...(preview && { 'og:description': description }),
    ...pictureFacts(preview, url),
  }
  const tags = [
    ...Object.entries(facts).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content ?? '')}" />`,
    ),
    allowsTraining(url, found) ? forTraining : notForTraining,
    ...(found === 'missing' ? [] : [`<link rel="canonical" href="${escapeHtml(canonical)}" />`]),
    ...linksToFeeds(feedOf(url.pathname, preview), title),
    ...linksToEmbed(preview, canonical),
    ...(preview?.jsonLd ?? factsOfWall(url)).map(
      facts => `<script type="application/ld+json">${escapeJson(JSON.stringify(facts))}</script>`,
    ),
  ]
  return shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>${tags.join('')}`)
    .replace('</noscript>', () => `${pictureWithoutScript(preview)}</noscript>`)
    .replace(/<meta name="description" content="([^"]*)"/, (own, general) =>
      preview ? `<meta name="description" content="${escapeHtml(description || general)}"` : own,
    )
}

/** The page's card, for readers without JavaScript. */
function pictureWithoutScript(preview: Preview | undefined): string {
  if (!preview?.card) return ''
  const [path, alt] = [cardPath(preview.card, '1200x630'), tellCard(preview.card.card)]
  return `<p><img src="${path}" alt="${escapeHtml(alt)}" width="600" height="315" /></p>`
}

/** The wall is the site's own page. */
function factsOfWall({ pathname, origin }: URL): JsonLd[] {
  const { site_name, tagline } = siteWords()
  return pathname === '/' ? [siteJsonLd(site_name, tagline, origin)] : []
}

/** The picture of a shared link: the page's card, or a logo, which is square and which a large card would crop. */
function pictureFacts(preview: Preview | undefined, url: URL): Record<string, string> {
  if (preview?.card)
    return {
      'og:image': new URL(cardPath(preview.card, '1200x630'), url).href,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': tellCard(preview.card.card),
      'twitter:card': 'summary_large_image',
    }
  if (preview?.image) return { 'og:image': new URL(preview.image, url).href, 'twitter:card': 'summary' }
  return {}
}

/** The path of the feed that a page announces: that of the list it shows. */
function feedOf(pathname: string, preview: Preview | undefined): string | undefined {
  if (pathname === '/' || /^\/fresh(\/|$)/.test(pathname)) return '/fresh'
  if (/^\/news(\/|$)/.test(pathname)) return '/news'
  return preview?.feed
}

function linksToFeeds(feed: string | undefined, title: string): string[] {
  if (!feed) return []
  const link = (type: string, ending: string) =>
    `<link rel="alternate" type="application/${type}" title="${escapeHtml(title)}" href="${feed}.${ending}" />`
  return [link('atom+xml', 'atom'), link('feed+json', 'json')]
}

/** Where a site that embeds the page asks for its picture (oEmbed, discovery); logos alone can be embedded. */
function linksToEmbed(preview: Preview | undefined, canonical: string): string[] {
  if (!preview?.path.startsWith('/logo/')) return []
  const address = `/api/oembed?url=${encodeURIComponent(canonical)}`
  const title = escapeHtml(preview.title)
  return [`<link rel="alternate" type="application/json+oembed" title="${title}" href="${address}" />`]
}
