import { blindDayOf } from '../../../shared/rules/blind.ts'
import { masterSeries } from '../../../shared/rules/books.ts'
import { imageUrl } from '../../../shared/rules/image-url.ts'
import { nameQuarter, quarterPattern } from '../../../shared/rules/trends.ts'
import type { Db } from '../../db/connect.ts'
import { siteWords } from '../../lib/site-words.ts'
import { visitor } from '../../viewer.ts'
import { isOffered } from '../blind/queries.ts'
import { countWinners, listBooks } from '../books/queries.ts'
import {
  cardOfBlind,
  cardOfBook,
  cardOfCollection,
  cardOfDesigner,
  cardOfLogo,
  type NamedCard,
} from '../cards/cards.ts'
import { findCardOfPage } from '../cards/find-card.ts'
import { findCollection } from '../collections/queries.ts'
import { findProfile, listAwards, listProfileLogos } from '../designers/queries.ts'
import { findLogo } from '../logos/queries.ts'
import { findPost } from '../news/queries.ts'
import { findPlate } from '../plates/queries.ts'
import { findTrends } from '../trends/queries.ts'
import { bookJsonLd, collectionJsonLd, type JsonLd, logoJsonLd, profileJsonLd } from './json-ld.ts'

/**
 * What a page's head says of it to link previews and search engines. `path` is the page's canonical one; `image` is a path
 * on our own host, for a page without a card; `feed` is the path of a list that feed readers can follow, without its ending.
 */
export type Preview = {
  title: string
  description: string
  path: string
  image?: string
  card?: NamedCard
  jsonLd?: JsonLd[]
  feed?: string
  /** The designer whose page it is lets logos be used for training. */
  allowsTraining?: boolean
}

/**
 * The preview of the page at a path, as a visitor would see it: never a private collection's. 'missing' if the path
 * names an unknown thing, undefined for pages without a preview.
 */
export async function findPreview(
  db: Db,
  url: URL,
  { publicUrl, at }: { publicUrl: string; at: Date },
): Promise<Preview | 'missing' | undefined> {
  const [kind, name = '', book] = url.pathname.split('/').slice(1).map(decodeURIComponent)
  // NUL cannot occur in our texts, and PostgreSQL refuses it.
  if (url.pathname.includes('%00')) return 'missing'
  if (kind === 'logo' && name) return previewLogo(db, name, publicUrl)
  const opened = url.searchParams.get('logo_id')
  // A wall has its own preview, also when the URL opens a logo above it.
  if (opened)
    return previewLogo(db, opened, publicUrl).then(found => (found === 'missing' ? undefined : found))
  if (kind === 'award' || (kind === 'designers' && book)) return previewAward(db, name, book ?? '')
  if (kind === 'designers' && name) return previewProfile(db, name, publicUrl)
  if (kind === 'books' && name) return previewBook(db, name, publicUrl)
  if (kind === 'news' && name && !isId(name)) return previewPost(db, name, at)
  if (kind === 'trends') return previewTrends(db, name, at)
  if (kind === 'blind') return previewBlind(db, at)
  if (kind === 'sixteen') return previewSixteen(db, at)
  if ((kind === 'collection' || kind === 'collectionX') && name) return previewCollection(db, name, publicUrl)
}

async function previewLogo(db: Db, id: string, publicUrl: string): Promise<Preview | 'missing'> {
  const logo = isId(id) && (await findLogo(db, Number(id), visitor))
  const plate = logo && (await findPlate(db, logo.logo_id))
  if (!logo || !plate) return 'missing'
  const facts = [`by ${logo.company}`, logo.client && `for ${logo.client}`, logo.industry].filter(Boolean)
  return {
    title: logo.logo,
    description: logo.description || facts.join(', '),
    path: `/logo/${logo.logo_id}`,
    card: cardOfLogo(plate),
    jsonLd: logoJsonLd(logo, publicUrl),
    allowsTraining: logo.training === '1',
  }
}

async function previewProfile(db: Db, slug: string, publicUrl: string): Promise<Preview | 'missing'> {
  const designer = await findProfile(db, { slug }, visitor)
  if (!designer) return 'missing'
  const logos = await listProfileLogos(db, designer.designer_id, visitor)
  const counts = `${plural(designer.logo_count, 'logo')}, ${plural(designer.award_count, 'award')}`
  return {
    title: designer.company,
    description: designer.company_description || `${counts} on ${siteWords().site_name}.`,
    path: `/designers/${designer.slug}`,
    card: cardOfDesigner(designer, logos),
    jsonLd: profileJsonLd(designer, publicUrl),
    allowsTraining: designer.training === '1',
    feed: `/designers/${designer.slug}`,
  }
}

async function previewAward(db: Db, slug: string, book: string): Promise<Preview | 'missing'> {
  const designer = await findProfile(db, { slug }, visitor)
  const logos = designer ? await listAwards(db, designer.designer_id, book, visitor) : []
  if (!designer || !logos.length) return 'missing'
  const series = logos[0]!.series === 'book' ? siteWords().series_name : masterSeries
  return {
    title: `${series} ${logos[0]!.number}`,
    description: `${plural(logos.length, 'Award')} for ${designer.company}`,
    path: `/award/${designer.slug}/${book}`,
    image: logos[0]!.url,
  }
}

async function previewBook(db: Db, slug: string, publicUrl: string): Promise<Preview | 'missing'> {
  const book = (await listBooks(db, visitor.id)).find(book => book.slug === slug)
  if (!book) return 'missing'
  const selected = await countWinners(db, slug)
  const words: Partial<Record<typeof book.state, string>> = {
    open: 'Open for entries',
    published: `${plural(selected, 'logo')}, chosen by its jury`,
  }
  return {
    title: book.title,
    description: book.blurb || `${words[book.state] ?? 'Before its jury'}.`,
    path: `/books/${book.slug}`,
    card: cardOfBook(book, selected),
    jsonLd: bookJsonLd(book, siteWords().site_name, publicUrl),
  }
}

/** A private collection looks like an unknown one; its owner can open it all the same, so neither is a 404. */
async function previewCollection(db: Db, id: string, publicUrl: string): Promise<Preview | undefined> {
  const collection = isId(id) && (await findCollection(db, Number(id), visitor))
  if (!collection) return undefined
  return {
    title: collection.name,
    description:
      collection.description || `${plural(collection.count, 'logo')}, collected by ${collection.company}`,
    path: `/collection/${collection.light_box_id}`,
    card: cardOfCollection(collection),
    jsonLd: collectionJsonLd(collection, publicUrl),
    feed: `/collection/${collection.light_box_id}`,
  }
}

async function previewPost(db: Db, slug: string, at: Date): Promise<Preview | 'missing'> {
  const post = await findPost(db, { slug }, at)
  return post ? { title: post.title, description: post.excerpt, path: `/news/${slug}` } : 'missing'
}

/** A quarter's preview names what has risen most; its picture is the most typical logo of the shape that has. */
async function previewTrends(db: Db, name: string, at: Date): Promise<Preview | 'missing'> {
  if (name && !quarterPattern.test(name)) return 'missing'
  const { quarter, logo_ct, data } = await findTrends(db, name || undefined, { viewer: visitor, now: at })
  const rising = data.filter(({ kind, direction }) => kind === 'keywords' && direction === 'rising')
  const words = rising.slice(0, 4).map(trend => trend.name)
  const image = data[0]?.logos[0]?.image
  return {
    title: `Trends, ${nameQuarter(quarter)}`,
    description: `${plural(logo_ct, 'logo')}.${words.length ? ` Rising: ${words.join(', ')}.` : ''}`,
    path: `/trends/${quarter}`,
    ...(image && { image: imageUrl(image, 900) }),
  }
}

async function previewBlind(db: Db, at: Date): Promise<Preview | 'missing'> {
  if (!(await isOffered(db, blindDayOf(at)))) return 'missing'
  return {
    title: 'Blind',
    description: 'Twenty logos of one book, without names. Keep five, then see whose they are.',
    path: '/blind',
    card: cardOfBlind(),
  }
}

async function previewSixteen(db: Db, at: Date): Promise<Preview> {
  const card = await findCardOfPage(db, 'sixteen', at)
  return {
    title: 'Sixteen',
    description: 'Every logo of the gallery at sixteen pixels, sorted by ground.',
    path: '/sixteen',
    ...(card && { card }),
  }
}

const plural = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
const isId = (text: string) => /^\d{1,9}$/.test(text)
