import { createHash } from 'node:crypto'
import type { Book } from '../../../shared/api/books.ts'
import { plainPrint } from '../../../shared/covers.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import { type Makers, sayWhoMade } from '../../../shared/rules/plate.ts'
import { ownName } from '../../../shared/site-words.ts'
import { siteWords } from '../../lib/site-words.ts'
import { type Card, type CardShape, cardShapes } from '../../outside/cards/card.ts'

/** Changes with how cards look: every card then has a new address. */
const version = 1

export type CardKind = 'logo' | 'designer' | 'collection' | 'book' | 'page'

/** A card, and the row or page that it shows. `id`: a number; of a book its slug, of a page its name. */
export type NamedCard = { kind: CardKind; id: number | string; card: Card }

/** The site's name, for a site that has another name or wordmark than the program. */
function nameOfSite() {
  const { site_name, wordmark } = siteWords()
  return wordmark || site_name !== ownName ? { name: site_name } : {}
}

type Plate = Makers & {
  logo_id: number
  image: string
  ground: string | null
  logo: string
  book: string | null
  year: number
}

/** What a logo's plate says, as a picture. */
export function cardOfLogo(plate: Plate): NamedCard {
  const { designer, company, place, illustrator, art_director, creative_director, client, industry } = plate
  return {
    kind: 'logo',
    id: plate.logo_id,
    card: {
      title: plate.logo,
      makers: { designer, company, place, illustrator, art_director, creative_director, client, industry },
      lines: [],
      foot: plate.book ?? String(plate.year),
      pictures: [plate.image],
      ground: plate.ground,
      ...nameOfSite(),
    },
  }
}

type Designer = {
  designer_id: number
  company: string
  city: string
  company_description: string
  logo_count: number
  award_count: number
}

/** A designer with the logos that the profile shows first. */
export function cardOfDesigner(designer: Designer, logos: readonly { image: string }[]): NamedCard {
  const { designer_id, company, city, company_description, logo_count, award_count } = designer
  const counts = [
    formatCount(logo_count, 'logo'),
    ...(award_count ? [formatCount(award_count, 'award')] : []),
  ]
  return {
    kind: 'designer',
    id: designer_id,
    card: {
      title: company,
      lines: [city, company_description],
      foot: counts.join(', '),
      pictures: logos.slice(0, 4).map(({ image }) => image),
      ...nameOfSite(),
    },
  }
}

type Collection = {
  light_box_id: number
  name: string
  description: string
  company: string
  count: number
  logo_urls_list: string
}

/** A collection with the logos that lists show of it. */
export function cardOfCollection(collection: Collection): NamedCard {
  const { light_box_id, name, description, company, count, logo_urls_list } = collection
  const images = [...logo_urls_list.matchAll(/\/images\/([0-9a-f]{32})/g)].map(([, image]) => image!)
  return {
    kind: 'collection',
    id: light_box_id,
    card: {
      title: name,
      lines: [`Collected by ${company}`, description],
      foot: formatCount(count, 'logo'),
      pictures: images.slice(0, 4),
      ...nameOfSite(),
    },
  }
}

/** A book’s cover. `selected`: how many logos are in it. */
export function cardOfBook(
  book: Pick<Book, 'slug' | 'title' | 'series' | 'number' | 'blurb' | 'ink' | 'paper' | 'state'>,
  selected: number,
): NamedCard {
  const words: Partial<Record<typeof book.state, string>> = {
    open: 'Open for entries',
    published: formatCount(selected, 'logo'),
  }
  return {
    kind: 'book',
    id: book.slug,
    card: {
      title: book.title,
      lines: [book.blurb],
      foot: words[book.state] ?? 'Before its jury',
      pictures: [],
      cover: {
        series: book.series,
        number: book.number,
        ink: book.ink ?? plainPrint.ink,
        paper: book.paper ?? plainPrint.paper,
      },
      ...nameOfSite(),
    },
  }
}

/**
 * Sixteen’s first squares. Undefined while an atlas holds a square that must not be shown any more: it is about to be
 * drawn again.
 */
export function cardOfSixteen({
  total,
  atlases,
  has_hole,
}: {
  total: number
  atlases: { atlas: string; count: number }[]
  has_hole: 0 | 1
}): NamedCard | undefined {
  if (!total || has_hole) return undefined
  return {
    kind: 'page',
    id: 'sixteen',
    card: {
      title: `${formatCount(total, 'logo')} at sixteen pixels`,
      lines: [],
      foot: 'sorted by ground',
      pictures: [],
      atlases,
      ...nameOfSite(),
    },
  }
}

/** Blind as it is played. It shows no logo: a picture is kept by those who share a link for longer than its day lasts. */
export const cardOfBlind = (): NamedCard => ({
  kind: 'page',
  id: 'blind',
  card: {
    title: 'Keep five.',
    lines: ['Twenty logos of one book, without names, likes or titles. That’s how the jury saw them.'],
    foot: 'Blind',
    pictures: [],
    kept: [1, 6, 8, 12, 17],
    ...nameOfSite(),
  },
})

/** A card's alternative text. */
export function tellCard({ title, makers, foot }: Card): string {
  if (makers) return `${title} ${sayWhoMade(makers).join(' ')}`
  return title.endsWith('.') ? `${title} ${foot}` : `${title}: ${foot}`
}

const hashOfCard = (card: Card) =>
  createHash('sha256')
    .update(`${version} ${JSON.stringify(card)}`)
    .digest('hex')
    .slice(0, 32)

/** A card's name in the store. Equal cards share one file. */
export const cardFile = (card: Card, shape: CardShape) => `cards/${hashOfCard(card)}-${shape}.jpg`

/** The shapes in which a card is drawn. */
export const shapesOf = (kind: CardKind): CardShape[] =>
  kind === 'logo' ? (Object.keys(cardShapes) as CardShape[]) : ['1200x630']

/** The path of a card’s picture: a new one with every change of what it shows. */
export const cardPath = ({ kind, id, card }: NamedCard, shape: CardShape) =>
  `/images/cards/${kind}-${id}-${hashOfCard(card)}-${shape}.jpg`

/** The parts of a card's path. */
export function readCardName(name: string) {
  const [, kind, id, shape] =
    /^(logo|designer|collection|book|page)-([a-z0-9][a-z0-9-]{0,40})-[0-9a-f]{32}-(\d+x\d+)\.jpg$/.exec(
      name,
    ) ?? []
  const isShape = (text: string): text is CardShape => text in cardShapes
  if (!kind || !id || !shape || !isShape(shape)) return undefined
  return { kind: kind as CardKind, id, shape }
}
