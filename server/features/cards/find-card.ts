import { blindDayOf } from '../../../shared/rules/blind.ts'
import type { Db } from '../../db/connect.ts'
import { type CardShape, cardSquares } from '../../outside/cards/card.ts'
import type { Services } from '../../services.ts'
import { visitor } from '../../viewer.ts'
import { isOffered } from '../blind/queries.ts'
import { countWinners, listBooks } from '../books/queries.ts'
import { findCollection } from '../collections/queries.ts'
import { findProfile, listProfileLogos } from '../designers/queries.ts'
import { findPlate } from '../plates/queries.ts'
import { findAtlasPicture, findFirstAtlases } from '../sixteen/queries.ts'
import {
  type CardKind,
  cardFile,
  cardOfBlind,
  cardOfBook,
  cardOfCollection,
  cardOfDesigner,
  cardOfLogo,
  cardOfSixteen,
  type NamedCard,
} from './cards.ts'
import { noteCard } from './queries.ts'

/** The card of what a visitor may see; undefined of anything else. */
export async function findCard(db: Db, kind: CardKind, id: string, at: Date): Promise<NamedCard | undefined> {
  if (kind === 'page') return findCardOfPage(db, id, at)
  if (kind === 'book') {
    const book = (await listBooks(db, visitor.id)).find(book => book.slug === id)
    return book && cardOfBook(book, await countWinners(db, id))
  }
  if (!/^[1-9]\d{0,8}$/.test(id)) return undefined
  const number = Number(id)
  if (kind === 'logo') {
    const plate = await findPlate(db, number)
    return plate && cardOfLogo(plate)
  }
  if (kind === 'collection') {
    const collection = await findCollection(db, number, visitor)
    return collection && cardOfCollection(collection)
  }
  const designer = await findProfile(db, { designer_id: number }, visitor)
  return designer && cardOfDesigner(designer, await listProfileLogos(db, number, visitor))
}

/** The card of a page that has one. */
export async function findCardOfPage(db: Db, page: string, at: Date): Promise<NamedCard | undefined> {
  if (page === 'sixteen') return cardOfSixteen(await findFirstAtlases(db, cardSquares))
  if (page === 'blind' && (await isOffered(db, blindDayOf(at)))) return cardOfBlind()
}

/** The picture of a shown logo's plate, for a letter. */
export async function readPlate(services: Parameters<typeof drawCard>[0], logoId: number) {
  const named = await findCard(services.db, 'logo', String(logoId), services.now())
  if (!named) return undefined
  const stored = await services.files.get(cardFile(named.card, '1200x630'))
  return stored ?? drawCard(services, named, '1200x630')
}

/** Draws a card and stores it; undefined where a logo's own picture or an atlas is missing. */
export async function drawCard(
  { db, files, cards, now }: Pick<Services, 'db' | 'files' | 'cards' | 'now'>,
  { card }: NamedCard,
  shape: CardShape,
): Promise<Buffer | undefined> {
  const name = cardFile(card, shape)
  const atlases = await Promise.all(
    (card.atlases ?? []).map(({ atlas }) => findAtlasPicture(db, atlas, 'large')),
  )
  const found = atlases.filter(atlas => atlas !== undefined)
  if (found.length < atlases.length) return undefined
  const drawn = await cards.draw(files, card, shape, found)
  if (!drawn) return undefined
  await noteCard(db, name, now())
  await files.put(name, drawn)
  return drawn
}
