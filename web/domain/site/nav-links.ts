import { readSetting } from './settings.ts'

/** Without a main site of the operator's, the pages are here. */
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
