import type { AdminBook, open } from '../../../../shared/api/desk/books.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { toIso, toLocal } from '../../../domain/desk/local-time.ts'

/** What the form of a book holds; its moments are those of `datetime-local` fields. */
export type BookFields = {
  title: string
  places: string
  closes_at: string
  results_by: string
  border_round: '1' | '0'
  beacon_source: string
  beacon_at: string
}

export const bookFieldsOf = (book: AdminBook | undefined, title: string): BookFields => ({
  title: book?.title ?? title,
  places: String(book?.places ?? ''),
  closes_at: toLocal(book?.closes_at),
  results_by: toLocal(book?.results_by),
  border_round: book?.border_round === 0 ? '0' : '1',
  beacon_source: book?.beacon_source ?? '',
  beacon_at: toLocal(book?.beacon_at),
})

/** The fields as the call takes them that opens a book. */
export const openingOf = (fields: BookFields, number: number): InputOf<typeof open> => ({
  series: 'book',
  number,
  title: fields.title,
  places: fields.places.trim(),
  closes_at: toIso(fields.closes_at) ?? '',
  results_by: toIso(fields.results_by),
  border_round: fields.border_round === '1' ? 1 : 0,
  beacon_source: fields.beacon_source.trim() || undefined,
  beacon_at: toIso(fields.beacon_at),
})
