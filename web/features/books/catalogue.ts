import { product } from '../../../shared/product.ts'

export type Book = {
  /** Its place on the page: `/books#book-13`. */
  id: string
  title: string
  /** What the cover is built from: an edition's number, a volume's, or none. */
  number: number
  authors: string
  /** `YYYY-MM` */
  published: string
  pages: number
  blurb: string
  /** The one ink it is printed in, and its paper. Part of the book, whatever the theme. */
  ink: string
  paper: string
}

/** The editions, newest first. */
export const editions: Book[] = [
  edition(
    13,
    '2026-04',
    320,
    '#b3261e',
    '#f4efe4',
    'The shortest jury list yet and the longest argument: what a mark owes to a screen that moves. Two hundred pages of stillness, and a closing chapter on the rest.',
  ),
  edition(
    12,
    '2024-10',
    312,
    '#14532d',
    '#eef0e4',
    'Crests return, without the irony. Also monoline, three years after everybody buried it, and a long look at marks drawn for places with fewer than a thousand people.',
  ),
  edition(
    11,
    '2023-05',
    304,
    '#1d3f8f',
    '#f2f0ea',
    'Made while studios stood empty, and it shows: handwork, tape, mistakes kept on purpose. The jury met on eleven screens and agreed on almost nothing.',
  ),
  edition(
    10,
    '2021-11',
    336,
    '#151515',
    '#f5c518',
    'The tenth edition sorts its logos by how few strokes they need. It begins with one, ends with nineteen, and loses nobody on the way.',
  ),
  edition(
    9,
    '2020-04',
    296,
    '#6b2d73',
    '#f3eef2',
    'Wordmarks take the larger half for the first time. With notes by their designers on the one letter that would not behave.',
  ),
  edition(
    8,
    '2018-10',
    288,
    '#a34a0a',
    '#f7f1e6',
    'Flat is over, or it is everywhere; the jurors could not say. What they chose has weight at sixteen pixels and patience at sixteen metres.',
  ),
  edition(
    7,
    '2017-05',
    288,
    '#0f5c63',
    '#eaf1f0',
    'Negative space, counted: the edition lists every hidden arrow that was sent in, and shows the five that deserve to be found.',
  ),
  edition(
    6,
    '2015-11',
    280,
    '#2e2a6b',
    '#eeeef5',
    'Fifty-two countries, one chapter for each alphabet. The first edition in which Latin letters were in the minority of the winners.',
  ),
  edition(
    5,
    '2014-06',
    272,
    '#8a1538',
    '#f6eeee',
    'The badge year. Half of them wear crossed tools; the other half ask why, and the essays side with both.',
  ),
  edition(
    4,
    '2012-12',
    264,
    '#37474f',
    '#f1f3f3',
    'Animals, from the ant to the whale, arranged by size at life. Between them the quiet marks that won without a face.',
  ),
  edition(
    3,
    '2011-06',
    256,
    '#3f6212',
    '#f3f4e8',
    'Gradients at the height of their powers, printed here in a single ink. Most of them stand up; the ones that do not are the lesson.',
  ),
  edition(
    2,
    '2009-12',
    240,
    '#0b4f8a',
    '#eef2f6',
    'Three jurors to every logo, in random order and without names: the second edition sets the rules that the others have kept.',
  ),
  edition(
    1,
    '2008-05',
    224,
    '#7a3b12',
    '#f3ead9',
    'A few hundred marks, chosen round a kitchen table in one long weekend. Out of print, out of date in places, and still the one that designers ask for.',
  ),
]

export const textbooks: Book[] = [
  {
    id: 'logo-creed',
    title: 'Logo Creed',
    number: 0,
    authors: 'Ines Valdemar',
    published: '2019-02',
    pages: 208,
    blurb:
      'How a mark is found, and how one knows. Twelve chapters follow twelve commissions from the first phone call to the sign above the door, with every sketch that was thrown away. Written for classrooms; read, we hear, on trains.',
    ink: '#151515',
    paper: '#ece7dc',
  },
]

/** The Master Library: what the editions chose, arranged by subject. */
export const volumes: Book[] = [
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

/** `April 2026` */
export const formatMonth = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })

function edition(
  number: number,
  published: string,
  pages: number,
  ink: string,
  paper: string,
  blurb: string,
): Book {
  const authors = number > 7 ? 'Ines Valdemar and Tobias Harkness' : 'Tobias Harkness and Ruth Calloway-Ames'
  return {
    id: `book-${number}`,
    title: `${product.bookSeries} ${number}`,
    number,
    authors,
    published,
    pages,
    blurb,
    ink,
    paper,
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
): Book {
  return {
    id: `master-book-${number}`,
    title: `Volume ${number}: ${subject}`,
    number,
    authors: 'Ruth Calloway-Ames and Noor Abellard',
    published,
    pages,
    blurb,
    ink,
    paper,
  }
}
