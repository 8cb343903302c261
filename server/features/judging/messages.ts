import type { Band } from '../../../shared/rules/books.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'
import type { Entrant } from './queries.ts'

/** A band of the results as it is written to an entrant. */
const bandInWords = (band: Band | null) => {
  if (band === null) return 'Not ranked'
  return band === 100 ? 'Below the top 50%' : `Top ${band}%`
}

const counted = (n: number, one: string, many: string) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** How many of the entrant's logos are in the book, in a sentence. */
function tellNews(entered: number, chosen: number, title: string): string {
  if (entered === 1)
    return chosen
      ? `Congratulations: your logo is in ${title}.`
      : `Your logo didn’t make it into ${title} this time. Thank you for entering.`
  if (chosen === 0)
    return `None of your ${entered} logos made it into ${title} this time. Thank you for entering.`
  if (chosen === entered) return `Congratulations: all of your ${entered} logos are in ${title}.`
  return `Congratulations: of your ${entered} logos, ${chosen === 1 ? 'one is' : `${chosen} are`} in ${title}.`
}

/** The one letter that tells an entrant how the book ended, without a juror's name. */
export function writeResults(entrant: Entrant, publicUrl: string): Mail {
  const title = entrant.title || `${siteWords().series_name} ${entrant.number}`
  const news = tellNews(entrant.logos.length, entrant.logos.filter(logo => logo.is_in).length, title)
  return {
    kind: 'book-results',
    dedupeKey: `${entrant.slug} ${entrant.designer_id}`,
    // A closed account gets no letter: the row without an address says that it is settled.
    to: entrant.is_closed ? '' : entrant.email,
    subject: `The results of ${title}`,
    blocks: [
      { type: 'heading', text: `The results of ${title}` },
      { type: 'text', text: `Hello ${entrant.first_name},` },
      { type: 'text', text: news },
      {
        type: 'facts',
        rows: entrant.logos.map(({ logo, is_in, band }) => [
          logo,
          is_in ? `In the book · ${bandInWords(band)}` : bandInWords(band),
        ]),
      },
      {
        type: 'note',
        text: `“Top 10%” means among the best tenth of the ${counted(entrant.entry_ct, 'logo', 'logos')} that the jury ranked.`,
      },
      { type: 'button', label: 'See the book', href: `${publicUrl}/books/${entrant.slug}` },
    ],
  }
}
