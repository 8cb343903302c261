import type { Insertable } from 'kysely'
import type { Database } from '../server/db/types.ts'
import { siteWords } from '../server/lib/site-words.ts'
import { editionPrints } from '../shared/covers.ts'

// The invented books: what the demonstration's rows say of them.

type Row = Insertable<Database['book']>

const editions: Row[] = [
  edition(
    13,
    '2026-04',
    320,
    'The shortest jury list yet and the longest argument: what a mark owes to a screen that moves. Two hundred pages of stillness, and a closing chapter on the rest.',
  ),
  edition(
    12,
    '2024-10',
    312,
    'Crests return, without the irony. Also monoline, three years after everybody buried it, and a long look at marks drawn for places with fewer than a thousand people.',
  ),
  edition(
    11,
    '2023-05',
    304,
    'Made while studios stood empty, and it shows: handwork, tape, mistakes kept on purpose. The jury met on eleven screens and agreed on almost nothing.',
  ),
  edition(
    10,
    '2021-11',
    336,
    'The tenth edition sorts its logos by how few strokes they need. It begins with one, ends with nineteen, and loses nobody on the way.',
  ),
  edition(
    9,
    '2020-04',
    296,
    'Wordmarks take the larger half for the first time. With notes by their designers on the one letter that would not behave.',
  ),
  edition(
    8,
    '2018-10',
    288,
    'Flat is over, or it is everywhere; the jurors could not say. What they chose has weight at sixteen pixels and patience at sixteen metres.',
  ),
  edition(
    7,
    '2017-05',
    288,
    'Negative space, counted: the edition lists every hidden arrow that was sent in, and shows the five that deserve to be found.',
  ),
  edition(
    6,
    '2015-11',
    280,
    'Fifty-two countries, one chapter for each alphabet. The first edition in which Latin letters were in the minority of the winners.',
  ),
  edition(
    5,
    '2014-06',
    272,
    'The badge year. Half of them wear crossed tools; the other half ask why, and the essays side with both.',
  ),
  edition(
    4,
    '2012-12',
    264,
    'Animals, from the ant to the whale, arranged by size at life. Between them the quiet marks that won without a face.',
  ),
  edition(
    3,
    '2011-06',
    256,
    'Gradients at the height of their powers, printed here in a single ink. Most of them stand up; the ones that do not are the lesson.',
  ),
  edition(
    2,
    '2009-12',
    240,
    'Three jurors to every logo, in random order and without names: the second edition sets the rules that the others have kept.',
  ),
  edition(
    1,
    '2008-05',
    224,
    'A few hundred marks, chosen round a kitchen table in one long weekend. Out of print, out of date in places, and still the one that designers ask for.',
  ),
]

const textbooks: Row[] = [
  {
    series: 'textbook',
    number: 1,
    title: 'Logo Creed',
    authors: 'Ines Valdemar',
    published_month: '2019-02',
    pages: 208,
    blurb:
      'How a mark is found, and how one knows. Twelve chapters follow twelve commissions from the first phone call to the sign above the door, with every sketch that was thrown away. Written for classrooms; read, we hear, on trains.',
    buy_url: retailer('textbook-1'),
    ink: '#151515',
    paper: '#ece7dc',
  },
]

/** The Master Library: what the editions chose, arranged by subject. */
const volumes: Row[] = [
  volume(
    1,
    '2010-09',
    448,
    '#f3ead9',
    '#20324f',
    'Initials & crests',
    'Three thousand letters that stand for a house, from A to the ampersand, each with what it was drawn from.',
  ),
  volume(
    2,
    '2013-10',
    464,
    '#f1e9dc',
    '#5a1f24',
    'Animals & mythology',
    'Everything with wings, hooves, scales or all three. The index is by gesture: leaping, sleeping, looking back.',
  ),
  volume(
    3,
    '2017-11',
    480,
    '#efe9d6',
    '#1f4234',
    'Shapes & symbols',
    'Circle, square, knot, star: the marks that say nothing and are known by everybody, in order of their corners.',
  ),
  volume(
    4,
    '2022-06',
    496,
    '#f2ead8',
    '#3a2c4d',
    'Type & calligraphy',
    'Words that need no picture. Set, cut, brushed and broken, with the alphabets that came of them.',
  ),
]

/** The books that are there to read. */
export const catalogue: Row[] = [...editions, ...textbooks, ...volumes]

/** The open book of the demonstration, as of `now`. */
export const openEdition = {
  series: 'book' as const,
  number: 14,
  title: `${siteWords().series_name} 14`,
  places: 60,
  daysOpen: 120,
}

/** A domain that is reserved for examples: the catalogue is a demonstration. */
function retailer(id: string) {
  return `https://books.example/colophon/${id}`
}

function edition(number: number, published: string, pages: number, blurb: string): Row {
  const authors = number > 7 ? 'Ines Valdemar and Tobias Harkness' : 'Tobias Harkness and Ruth Calloway-Ames'
  return {
    series: 'book',
    number,
    title: `${siteWords().series_name} ${number}`,
    authors,
    published_month: published,
    pages,
    blurb,
    buy_url: retailer(`book-${number}`),
    ...editionPrints[number]!,
  }
}

function volume(
  number: number,
  published: string,
  pages: number,
  ink: string,
  paper: string,
  subject: string,
  blurb: string,
): Row {
  return {
    series: 'master-book',
    number,
    title: `Volume ${number}: ${subject}`,
    authors: 'Ruth Calloway-Ames and Noor Abellard',
    published_month: published,
    pages,
    blurb,
    buy_url: retailer(`master-book-${number}`),
    ink,
    paper,
  }
}
