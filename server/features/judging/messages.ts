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

/** The one letter that tells an entrant how the book ended, without a juror's name. */
export function writeResults(entrant: Entrant, publicUrl: string): Mail {
  const title = entrant.title || `${siteWords().series_name} ${entrant.number}`
  const chosen = entrant.logos.filter(logo => logo.is_in).length
  const entered = counted(entrant.logos.length, 'logo', 'logos')
  const news =
    chosen > 0
      ? `congratulations: of your ${entered}, ${chosen === 1 ? 'one is' : `${chosen} are`} in ${title}.`
      : `none of your ${entered} made it into ${title} this time. Thank you for entering.`
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
