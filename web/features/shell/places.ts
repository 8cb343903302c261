/** Where the operator's main site is, as the server wrote it into the page; '' without one. */
const mainSite = document.querySelector<HTMLMetaElement>('meta[name="main-site"]')?.content ?? ''

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
