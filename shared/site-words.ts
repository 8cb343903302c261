/** What the operator of a site may change, by its name on the wire. */
export const siteNames = [
  'site_name',
  'series_name',
  'tagline',
  'wordmark',
  'support_email',
  'seller',
  'governing_law',
  'social_links',
  'ribbon',
  'join_ribbon',
  'faq',
  'about',
  'terms',
  'privacy',
  'compete',
  'crawlers',
] as const
export type SiteName = (typeof siteNames)[number]

type SocialLink = { name: string; url: string }
/** A line above the wall. Without a text there is none; `from` and `until` are ISO instants. */
type Ribbon = { text: string; link: string; from: string | null; until: string | null }
type JoinRibbon = { title: string; text: string; button: string }
type FaqArea = { area: string; questions: { question: string; answer: string }[] }

/** The words of a site by name. Long texts are plain text with the marks of `parseArticle`. */
export type SiteWords = {
  /** An SVG, as it was cleaned; empty for the program's own, or for the name in type. */
  wordmark: string
  social_links: SocialLink[]
  ribbon: Ribbon
  join_ribbon: JoinRibbon
  faq: FaqArea[]
} & Record<Exclude<SiteName, 'wordmark' | 'social_links' | 'ribbon' | 'join_ribbon' | 'faq'>, string>

/** The words that every page brings along. */
export type PageWords = Pick<
  SiteWords,
  'site_name' | 'series_name' | 'tagline' | 'social_links' | 'join_ribbon'
> & {
  /** Null while there is none to show. `id` tells which one a reader has dismissed. */
  ribbon: { id: string; text: string; link: string } | null
}

/** What pages bring along of the words, as they are read at this moment. */
export function pageWordsOf(words: SiteWords, ribbonVersion: number, at: Date): PageWords {
  const { site_name, series_name, tagline, social_links, join_ribbon, ribbon } = words
  const { text, link, from, until } = ribbon
  const isShown = text !== '' && !(from && at < new Date(from)) && !(until && at >= new Date(until))
  return {
    site_name,
    series_name,
    tagline,
    ribbon: isShown ? { id: String(ribbonVersion), text, link } : null,
    join_ribbon,
    social_links,
  }
}

/** The name that the program's own wordmark reads. */
export const ownName = 'Colophon'

/** The names that a text may hold in braces, such as `{site_name}`. */
export const placeholders = [
  'site_name',
  'series_name',
  'tagline',
  'support_email',
  'governing_law',
] as const satisfies SiteName[]

const fillOnce = (text: string, words: Pick<SiteWords, (typeof placeholders)[number]>) =>
  text.replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
    const placeholder = placeholders.find(each => each === name)
    return placeholder ? words[placeholder] : whole
  })

function fillAll<T>(value: T, words: SiteWords): T {
  if (typeof value === 'string') return fillOnce(value, words) as T
  if (Array.isArray(value)) return value.map(each => fillAll(each, words)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillAll(each, words)])) as T
}

/** The words as they are read: names in braces are replaced. A series name may hold the site's name. */
export function fillIn(words: SiteWords): SiteWords {
  const named = { ...words, series_name: fillOnce(words.series_name, { ...words, series_name: '' }) }
  const { wordmark, site_name, crawlers } = words
  return { ...fillAll(named, named), wordmark, site_name, crawlers }
}
