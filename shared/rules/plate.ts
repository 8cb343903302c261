// A logo's plate: the sheet that says who made it.

export type Makers = {
  /** The person who drew it; empty: the company is named. */
  designer: string
  company: string
  /** The city. */
  place: string
  illustrator: string
  art_director: string
  creative_director: string
  client: string
  industry: string
}

export type PlateFacts = Makers & {
  /** Of the newest book that the logo is in, such as `Colophon Book 13`. */
  book: string | null
  /** Whether that book's jury has scored it. */
  was_judged: 0 | 1
  upload_date: string
}

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const withStop = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Who made it, the place and the client, in lines: missing parts leave no comma behind. */
export function sayWhoMade(facts: Makers): string[] {
  const { designer, company, place, illustrator, art_director, creative_director, client, industry } = facts
  const directors = [...new Set([art_director, creative_director])].filter(Boolean).join(' and ')
  const made = [
    `was drawn by ${designer || company}${place && ` in ${place}`}`,
    illustrator && `illustrated by ${illustrator}`,
    directors && `directed by ${directors}`,
  ]
  const client_line = [client, industry].filter(Boolean).join(', ')
  const lines = [made.filter(Boolean).join(', '), client_line && `for ${client_line}`].filter(Boolean)
  return lines.map((line, i) => (i === lines.length - 1 ? withStop(line) : line))
}

/** Whether it was selected, or since when it is shown. `site`: the site's name. */
export function sayStanding({ book, was_judged, upload_date }: PlateFacts, site: string): string[] {
  if (!book) return [`On the wall of ${site} since ${month.format(new Date(upload_date))}.`]
  return [
    ...(was_judged ? ['Three jurors scored it without seeing the designer’s name.'] : []),
    `It is in ${book}.`,
  ]
}

/** Width of the sheet's text in points, and of a letter in ems: an average one, and one as wide as high, such as 山 and 한. */
const textWidth = 507
const [letterEms, wideEms] = [0.45, 1]
const wideLetters = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\uff01-\uff60\uffe0-\uffe6]/gu

/** How many lines of the sheet a text takes at a size in points. */
function countLines(text: string, size: number) {
  const wide = text.match(wideLetters)?.length ?? 0
  const ems = wide * wideEms + ([...text].length - wide) * letterEms
  return Math.max(1, Math.ceil((ems * size) / textWidth))
}

/** Sizes in points, each with the most lines at which it is used; the last has no bound. */
const titleSizes = [
  { size: 26, lines: 4 },
  { size: 16.5, lines: Number.POSITIVE_INFINITY },
]
const sentenceSizes = [
  { size: 16.5, lines: 4 },
  { size: 14, lines: 4 },
  { size: 12, lines: 16 },
  { size: 8, lines: Number.POSITIVE_INFINITY },
]

const chooseSize = (sizes: typeof titleSizes, texts: readonly string[]) =>
  sizes.find(({ size, lines }) => texts.reduce((sum, text) => sum + countLines(text, size), 0) <= lines)!.size

/**
 * The sizes in points of a plate's title and of who made it, which takes at most four lines where it can: 200 wide letters in
 * each field leave room for the picture.
 */
export const plateSizes = (title: string, made: readonly string[]) => ({
  title: chooseSize(titleSizes, [title]),
  sentence: chooseSize(sentenceSizes, made),
})

/** Whether the serif has every letter: without one of them the whole plate is set in the sans. */
export const fitsSerif = (text: string) =>
  /^[\u0020-\u007e\u00a0-\u00ff\u2010-\u2015\u2018-\u201e\u2022\u2026\u2032\u2033\u20ac\u2122]*$/.test(text)
