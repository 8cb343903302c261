import { Link } from 'react-router'
import { product } from '../../shared/product.ts'
import { formatCount, formatDate, formatNumber } from '../../shared/rules/format.ts'
import { useOpenBook } from '../domain/books/books-query.ts'
import { ArticlePage } from '../domain/page/ArticlePage.tsx'
import { useSession } from '../lib/session/session.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import styles from './CompetePage.module.css'

const steps: [string, string][] = [
  ['Upload', 'A logo you have the rights to, as a square JPG, PNG or GIF, 900 pixels wide.'],
  ['Entered', 'Automatically, in the next book. There’s no form, no fee per logo, and no limit.'],
  ['Judged', 'By three of eight to ten jurors, in random order, without names, likes or dates.'],
  ['Notified', 'By email, about three months after the entry deadline, either way.'],
  ['Printed', 'With your credits beside it. About every year and a half a new edition appears.'],
]

/** The open book's facts. */
function OpenBook() {
  const book = useOpenBook()
  if (book === undefined) return <p>Looking up the open book…</p>
  if (book === null)
    return (
      <p>
        No book is open for entries right now. Uploads appear in the gallery; the next book will be announced
        in the news.
      </p>
    )
  return (
    <>
      <p>
        <Link to={`/books/${book.slug}`}>{book.title}</Link> is open
        {book.closes_at && ` for entries until ${formatDate(book.closes_at)}`}.
        {book.results_by && ` Results go out by email by ${formatDate(book.results_by)}.`}
      </p>
      <p>
        {formatCount(book.entry_ct, 'logo')} entered so far
        {book.own_entry_ct > 0 && `, ${formatNumber(book.own_entry_ct)} of them yours`}
        {book.places && `, for ${formatNumber(book.places)} places`}.
      </p>
    </>
  )
}

/** The competition behind the books, for designers who consider entering. */
export default function CompetePage() {
  const session = useSession()
  return (
    <ArticlePage
      title="Compete"
      lead={`Every logo on this wall is judged for the next ${product.bookSeries}. This is how it gets there.`}
    >
      <ol className={styles.steps}>
        {steps.map(([name, text]) => (
          <li key={name} className={styles.step}>
            <h2>{name}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <section>
        <h2>The open book</h2>
        <OpenBook />
      </section>
      <section>
        <h2>What the jury sees</h2>
        <p>
          The mark, its title and its industry. Not whose it is, not for whom it was made, and not what
          anybody else thought of it. Each juror meets the logos in an order of their own, so that nobody is
          helped or harmed by when they uploaded.
        </p>
        <p>
          Three jurors score every logo, and nobody judges their own work or that of their company. Likes
          count for nothing here.
        </p>
      </section>
      <section>
        <h2>What it costs</h2>
        <p>
          A membership: $100 a year, or $10 a month. It covers every upload and its entry, and search of the
          whole wall. Selection is free and carries no obligation.
        </p>
        <p>
          <Link to="/faq#competition">What members ask about the competition</Link>
        </p>
      </section>
      <div className={styles.ways}>
        {session ? (
          <ButtonLink to="/submit" kind="primary">
            Upload a logo
          </ButtonLink>
        ) : (
          <ButtonLink to="/join" kind="primary">
            Join Today
          </ButtonLink>
        )}
        <ButtonLink to="/books">See the books</ButtonLink>
      </div>
    </ArticlePage>
  )
}
