import type { SiteName } from './site-words.ts'

/** The names of the site's words at the desk. */
export const siteLabels: Record<SiteName, string> = {
  site_name: 'Name',
  series_name: 'Series of books',
  tagline: 'Tagline',
  wordmark: 'Wordmark',
  support_email: 'Support address',
  seller: 'Seller',
  governing_law: 'Governing law',
  about: 'About',
  compete: 'Compete',
  faq: 'FAQ',
  terms: 'Terms',
  privacy: 'Privacy',
  ribbon: 'Ribbon',
  join_ribbon: 'Join ribbon',
  social_links: 'Social links',
  crawlers: 'Refused crawlers',
}
