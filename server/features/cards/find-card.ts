import type { Db } from '../../db/connect.ts'
import type { CardShape } from '../../outside/cards/card.ts'
import type { Services } from '../../services.ts'
import { visitor } from '../../viewer.ts'
import { countWinners, listBooks } from '../books/queries.ts'
import { findCollection } from '../collections/queries.ts'
import { findProfile, listProfileLogos } from '../designers/queries.ts'
import { findPlate } from '../plates/queries.ts'
import {
  type CardKind,
  cardFile,
  cardOfBook,
  cardOfCollection,
  cardOfDesigner,
  cardOfLogo,
  type NamedCard,
} from './cards.ts'
import { noteCard } from './queries.ts'

/** The card of what a visitor may see; undefined of anything else. */
export async function findCard(db: Db, kind: CardKind, id: string): Promise<NamedCard | undefined> {
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

/** The picture of a shown logo's plate, for a letter. */
export async function readPlate(services: Parameters<typeof readCard>[0], logoId: number) {
  const named = await findCard(services.db, 'logo', String(logoId))
  return named && readCard(services, named, '1200x630')
}

/** A card's picture from the store, or drawn and stored; undefined where a logo's own picture is missing. */
export async function readCard(
  { db, files, cards, now }: Pick<Services, 'db' | 'files' | 'cards' | 'now'>,
  { card }: NamedCard,
  shape: CardShape,
): Promise<Buffer | undefined> {
  const name = cardFile(card, shape)
  const stored = await files.get(name)
  if (stored) return stored
  const drawn = await cards.draw(files, card, shape)
  if (!drawn) return undefined
  await noteCard(db, name, now())
  await files.put(name, drawn)
  return drawn
}
