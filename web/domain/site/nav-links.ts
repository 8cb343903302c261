import { readSetting } from './settings.ts'

/** Paths of the pages when the operator has no main site. */
const mainSite = readSetting('main-site') ?? ''

/** The header's links for visitors. */
export const navLinks = [
  { name: 'Home', to: '/' },
  { name: 'Compete', to: `${mainSite}/compete` },
  { name: 'Trends', to: `${mainSite}/trends` },
  { name: 'News', to: '/news' },
  { name: 'Books', to: '/books' },
] as const

export const moreLinks = [
  { name: 'FAQ', to: '/faq' },
  { name: 'Contact', to: '/contact' },
]
