import type {
  Book,
  BreadcrumbList,
  CollectionPage,
  ImageObject,
  Organization,
  Person,
  Thing,
  WebSite,
  WithContext,
} from 'schema-dts'

// What search engines read of a page: schema.org's vocabulary as JSON-LD, typed by it. Addresses are absolute.

export type JsonLd = WithContext<Thing>

const context = '@context'
const schema = 'https://schema.org'

type LogoFacts = {
  logo_id: number
  logo: string
  url: string
  side: number
  description: string
  keywords: string
  company: string
  slug: string
  designer: string
  upload_date: string
  training: '0' | '1'
}

/** A logo as a picture with its maker, credit and terms, and the way to it from the wall. */
export function logoJsonLd(logo: LogoFacts, publicUrl: string): JsonLd[] {
  const page = `${publicUrl}/logo/${logo.logo_id}`
  const maker = logo.slug ? `${publicUrl}/designers/${logo.slug}` : undefined
  const company: Organization = { '@type': 'Organization', name: logo.company, ...(maker && { url: maker }) }
  const person: Person = { '@type': 'Person', name: logo.designer, worksFor: company }
  const year = logo.upload_date.slice(0, 4)
  const picture: WithContext<ImageObject> = {
    [context]: schema,
    '@type': 'ImageObject',
    '@id': page,
    url: page,
    contentUrl: publicUrl + logo.url,
    name: logo.logo,
    ...(logo.description && { description: logo.description }),
    ...(logo.keywords && { keywords: logo.keywords }),
    width: { '@type': 'QuantitativeValue', value: logo.side, unitCode: 'E37' },
    height: { '@type': 'QuantitativeValue', value: logo.side, unitCode: 'E37' },
    datePublished: logo.upload_date,
    creator: logo.designer ? person : company,
    creditText: logo.designer ? `${logo.designer}, ${logo.company}` : logo.company,
    copyrightNotice: `© ${year} ${logo.company}`,
    license: `${publicUrl}/terms`,
    acquireLicensePage: maker ?? `${publicUrl}/contact`,
    ...(logo.training === '0' && {
      conditionsOfAccess: 'Not for training: the rights to text and data mining are reserved.',
      usageInfo: `${publicUrl}/terms`,
    }),
  }
  return [
    picture,
    breadcrumbs(publicUrl, [...(maker ? [[logo.company, maker] as const] : []), [logo.logo, page]]),
  ]
}

type ProfileFacts = {
  slug: string
  company: string
  company_description: string
  avatar_url: string
  url: string
  city: string
  country: string
  twitter: string
  facebook: string
  dribbble: string
  instagram: string
  behance: string
}

/** A studio, and where else it is found. */
export function profileJsonLd(designer: ProfileFacts, publicUrl: string): JsonLd[] {
  const page = `${publicUrl}/designers/${designer.slug}`
  const { twitter, facebook, dribbble, instagram, behance, city, country } = designer
  const elsewhere = [designer.url, twitter, facebook, dribbble, instagram, behance].filter(address =>
    URL.canParse(address),
  )
  const studio: WithContext<Organization> = {
    [context]: schema,
    '@type': 'Organization',
    '@id': page,
    url: page,
    name: designer.company,
    ...(designer.company_description && { description: designer.company_description }),
    ...(designer.avatar_url && { logo: publicUrl + designer.avatar_url }),
    ...((city || country) && {
      address: {
        '@type': 'PostalAddress',
        ...(city && { addressLocality: city }),
        ...(country && { addressCountry: country }),
      },
    }),
    ...(elsewhere.length && { sameAs: elsewhere }),
  }
  return [studio, breadcrumbs(publicUrl, [[designer.company, page]])]
}

type CollectionFacts = {
  light_box_id: number
  name: string
  description: string
  company: string
  slug: string
}

/** A public collection, and who made it. */
export function collectionJsonLd(collection: CollectionFacts, publicUrl: string): JsonLd[] {
  const { light_box_id, name, description, company, slug } = collection
  const page = `${publicUrl}/collection/${light_box_id}`
  const maker = slug ? `${publicUrl}/designers/${slug}` : undefined
  const shelf: WithContext<CollectionPage> = {
    [context]: schema,
    '@type': 'CollectionPage',
    '@id': page,
    url: page,
    name,
    ...(description && { description }),
    creator: { '@type': 'Organization', name: company, ...(maker && { url: maker }) },
  }
  const way = [...(maker ? [[company, maker] as const] : []), [name, page] as const]
  return [shelf, breadcrumbs(publicUrl, way)]
}

/** The site itself, under the name that search engines show. */
export function siteJsonLd(name: string, description: string, publicUrl: string): JsonLd {
  const site: WithContext<WebSite> = {
    [context]: schema,
    '@type': 'WebSite',
    '@id': `${publicUrl}/`,
    url: `${publicUrl}/`,
    name,
    ...(description && { description }),
  }
  return site
}

type BookFacts = {
  slug: string
  title: string
  authors: string
  published_on: string | null
  pages: number | null
  blurb: string
}

export function bookJsonLd(book: BookFacts, publisher: string, publicUrl: string): JsonLd[] {
  const page = `${publicUrl}/books/${book.slug}`
  const entry: WithContext<Book> = {
    [context]: schema,
    '@type': 'Book',
    '@id': page,
    url: page,
    name: book.title,
    publisher: { '@type': 'Organization', name: publisher, url: publicUrl },
    ...(book.authors && { author: { '@type': 'Person', name: book.authors } }),
    ...(book.published_on && { datePublished: book.published_on }),
    ...(book.pages && { numberOfPages: book.pages }),
    ...(book.blurb && { description: book.blurb }),
  }
  return [
    entry,
    breadcrumbs(publicUrl, [
      ['Books', `${publicUrl}/books`],
      [book.title, page],
    ]),
  ]
}

/** The breadcrumbs from the wall to a page: name and address of each step. */
function breadcrumbs(
  publicUrl: string,
  steps: (readonly [name: string, address: string])[],
): WithContext<BreadcrumbList> {
  return {
    [context]: schema,
    '@type': 'BreadcrumbList',
    itemListElement: [['Explore', `${publicUrl}/`] as const, ...steps].map(([name, item], i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item,
    })),
  }
}
