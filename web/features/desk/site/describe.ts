import type { SiteValue } from '../../../../shared/api/site.ts'
import type { SiteName } from '../../../../shared/site-words.ts'

type Description = {
  /** Where a word appears, and how it is written. */
  hint: string
  kind: 'line' | 'lines' | 'article' | 'wordmark' | 'links' | 'ribbon' | 'join_ribbon' | 'faq'
  /** The page that shows it. */
  page?: string
}

export const descriptions: Record<SiteName, Description> = {
  site_name: { hint: 'In titles, emails, texts and the header', kind: 'line', page: '/' },
  series_name: {
    hint: 'What the books are called, before their number',
    kind: 'line',
    page: '/books',
  },
  tagline: {
    hint: 'Under the name, and where the site is shared',
    kind: 'line',
    page: '/',
  },
  wordmark: {
    hint: 'The name as a drawing, in the header and the footer. If empty, the site name is set in type.',
    kind: 'wordmark',
    page: '/',
  },
  support_email: { hint: 'Where messages from visitors and members go', kind: 'line' },
  seller: { hint: 'Name and address on receipts, one line each', kind: 'lines' },
  governing_law: {
    hint: 'In the terms, such as “the State of Kansas”',
    kind: 'line',
    page: '/terms',
  },
  about: { hint: 'The page about the site', kind: 'article', page: '/about' },
  compete: { hint: 'How the competition works', kind: 'article', page: '/compete' },
  faq: { hint: 'Areas, and the questions in each', kind: 'faq', page: '/faq' },
  terms: { hint: 'The terms of use', kind: 'article', page: '/terms' },
  privacy: {
    hint: 'The end of the terms page',
    kind: 'article',
    page: '/terms#privacy',
  },
  ribbon: {
    hint: 'The line above the wall, until it is dismissed',
    kind: 'ribbon',
    page: '/',
  },
  join_ribbon: {
    hint: 'Invites visitors to join',
    kind: 'join_ribbon',
    page: '/',
  },
  social_links: { hint: 'In the footer', kind: 'links', page: '/' },
  crawlers: {
    hint: 'Crawlers that robots.txt turns away, one name per line',
    kind: 'lines',
    page: '/robots.txt',
  },
}

export const groups: readonly { title: string; names: readonly SiteName[] }[] = [
  { title: 'Name and mark', names: ['site_name', 'series_name', 'tagline', 'wordmark'] },
  { title: 'Pages', names: ['about', 'compete', 'faq', 'terms', 'privacy'] },
  { title: 'On the wall', names: ['ribbon', 'join_ribbon', 'social_links'] },
  { title: 'Operator', names: ['support_email', 'seller', 'governing_law', 'crawlers'] },
]

/** A value as text, for comparing and searching. */
export function asText(value: SiteValue): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value))
    return Object.entries(value)
      .filter(([, text]) => text)
      .map(([name, text]) => `${name}: ${text}`)
      .join('\n')
  return value
    .map(each =>
      'url' in each
        ? `${each.name}: ${each.url}`
        : [each.area, ...each.questions.flatMap(({ question, answer }) => ['', question, answer])].join('\n'),
    )
    .join('\n\n')
}

/** The beginning of a value, in one line without marks. */
export function beginningOf(value: SiteValue): string {
  const text =
    typeof value === 'string' || Array.isArray(value)
      ? asText(value)
      : Object.values(value).filter(Boolean).join(' · ')
  return text
    .slice(0, 400)
    .replace(/^(## |- |> )|\*\*/gm, '')
    .replace(/\[([^[\]]+)\]\([^\s()]*\)/g, '$1')
    .slice(0, 200)
}
