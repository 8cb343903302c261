import { readSetting } from '../../lib/settings.ts'

/** Without a main site of the operator's, the pages are here. */
const mainSite = readSetting('main-site') ?? ''

/** What visitors are led to. */
export const places = [
  { name: 'Home', to: '/' },
  { name: 'Compete', to: `${mainSite}/compete` },
  { name: 'Trends', to: `${mainSite}/trends` },
  { name: 'News', to: '/news' },
  { name: 'Books', to: '/books' },
]

export const morePlaces = [
  { name: 'FAQ', to: '/faq' },
  { name: 'Contact', to: '/contact' },
]
