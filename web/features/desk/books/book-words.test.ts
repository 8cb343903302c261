import { expect, test } from 'vitest'
import { asText, changesOf, factsOf } from './book-words.ts'

const words = {
  title: 'Book One',
  authors: '',
  blurb: 'Chosen by nine.',
  published: '2027-04',
  pages: 300,
  ink: null,
  paper: '#ece7dc',
  buy_url: null,
}

test('only changed fields of a book are sent; an emptied field is sent as null', () => {
  expect(changesOf(words, factsOf(words))).toEqual({})
  const facts = { ...factsOf(words), blurb: ' Chosen by ten. ', pages: '', paper: ' ', ink: '#b3261e' }
  expect(changesOf(words, facts)).toEqual({
    blurb: 'Chosen by ten.',
    pages: null,
    ink: '#b3261e',
    paper: null,
  })
})

test('the words as one text omit empty fields', () => {
  expect(asText(words)).toBe(
    'Title: Book One\nBlurb: Chosen by nine.\nPublished: 2027-04\nPages: 300\nPaper: #ece7dc',
  )
})
