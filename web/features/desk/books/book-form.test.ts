import { expect, test } from 'vitest'
import { open } from '../../../../shared/api/desk/books.ts'
import { bookFieldsOf, openingOf } from './book-form.ts'

const fields = {
  ...bookFieldsOf(undefined, 'Colophon Book 15'),
  places: ' 300 ',
  closes_at: '2099-03-31T18:00',
}

test('the fields of a book are what the call takes; what is left empty is not sent', () => {
  const opening = openingOf(fields, 15)
  expect(open.input.parse(opening)).toMatchObject({
    series: 'book',
    number: 15,
    title: 'Colophon Book 15',
    places: 300,
    closes_at: new Date('2099-03-31T18:00'),
    border_round: 1,
  })
  expect([opening.results_by, opening.beacon_source, opening.beacon_at]).toEqual(Array(3).fill(undefined))
})

test('a book without a date says so at the field', () => {
  const { error } = open.input.safeParse(openingOf({ ...fields, closes_at: '' }, 15))
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['closes_at', 'Say when the book closes.'],
  ])
})
