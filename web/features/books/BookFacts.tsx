import { Link } from 'react-router'
import type { Book } from '../../../shared/api/books.ts'
import { formatCount, formatDate, formatNumber } from '../../../shared/rules/format.ts'
import { formatMonth } from '../../../shared/rules/format-time.ts'
import styles from './BookFacts.module.css'

/** A book's state in one sentence. */
export function describeState({ state, closes_at, results_by, published, published_on }: Book) {
  const results = results_by ? ` Results are due by ${formatDate(results_by)}.` : ''
  switch (state) {
    case 'open':
      return closes_at
        ? `Open for entries until ${formatDate(closes_at)}. Every upload enters it.${results}`
        : `Open for entries. Every upload enters it.${results}`
    case 'closed':
      return `Closed for entries. The jury is about to begin.${results}`
    case 'judging':
      return `The jury is at work: three jurors look at every logo, without names.${results}`
    case 'border':
      return `The border round: two more jurors look at every logo close to the line.${results}`
    case 'ratified':
      return `Judged. The results are about to be published.${results}`
    case 'published':
      // The month on the cover, as the catalogue says it.
      if (published) return `Published ${formatMonth(published)}.`
      return published_on ? `Published ${formatDate(published_on)}.` : 'Published.'
  }
}

/** A book's figures and the link to its draw. */
export function BookFacts({ book }: { book: Book }) {
  const facts: [string, string][] = [
    ['Entries', formatNumber(book.entry_ct)],
    ...(book.places ? [['Places', formatNumber(book.places)] satisfies [string, string]] : []),
    ...(book.own_entry_ct
      ? [['Yours', formatCount(book.own_entry_ct, 'logo')] satisfies [string, string]]
      : []),
    ...(book.closes_at ? [['Deadline', formatDate(book.closes_at)] satisfies [string, string]] : []),
    ...(book.results_by && book.state !== 'published'
      ? [['Results by', formatDate(book.results_by)] satisfies [string, string]]
      : []),
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {book.has_draw === 1 && (
        <div>
          <dt>Draw</dt>
          <dd>
            <Link to={`/books/${book.slug}/draw`}>How the jury was assigned</Link>
          </dd>
        </div>
      )}
    </dl>
  )
}
