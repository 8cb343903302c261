import type { BookWords, update } from '../../../../shared/api/desk/books.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'

/** The words of a book as their fields hold them. */
export type Facts = Record<keyof BookWords, string>

export const names = ['title', 'authors', 'blurb', 'published', 'pages', 'ink', 'paper', 'buy_url'] as const

/** A book that has a title keeps one. */
const emptiable = new Set<string>(['published', 'pages', 'ink', 'paper', 'buy_url'])

export const factsOf = (words: BookWords) =>
  Object.fromEntries(names.map(name => [name, String(words[name] ?? '')])) as Facts

/** What differs from the words, as it is sent. */
export function changesOf(words: BookWords, facts: Facts): Omit<InputOf<typeof update>, 'book'> {
  const before = factsOf(words)
  return Object.fromEntries(
    names
      .filter(name => facts[name].trim() !== before[name])
      .map(name => {
        const value = facts[name].trim()
        return [name, value === '' && emptiable.has(name) ? null : value]
      }),
  )
}

const labels: Record<keyof BookWords, string> = {
  title: 'Title',
  authors: 'Authors',
  blurb: 'Blurb',
  published: 'Published',
  pages: 'Pages',
  ink: 'Ink',
  paper: 'Paper',
  buy_url: 'Sold at',
}

/** The words as one text, to be compared. */
export const asText = (words: BookWords) =>
  names
    .filter(name => words[name])
    .map(name => `${labels[name]}: ${words[name]}`)
    .join('\n')
