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

/** Sizes of the sentence, with how many letters a line holds, in points. */
const sizes = [
  { size: 16.5, letters: 68 },
  { size: 14, letters: 80 },
] as const
const mostLines = 4

/** The size in points at which who made it takes at most four lines; the smallest for the longest names. */
export function plateSize(lines: readonly string[]): number {
  const countLines = (letters: number) =>
    lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0)
  return sizes.find(({ letters }) => countLines(letters) <= mostLines)?.size ?? 12
}

/** Whether the serif has every letter: without one of them the whole plate is set in the sans. */
export const fitsSerif = (text: string) =>
  /^[\u0020-\u007e\u00a0-\u00ff\u2010-\u2015\u2018-\u201e\u2022\u2026\u2032\u2033\u20ac\u2122]*$/.test(text)
