import { Link } from 'react-router'
import type { Block, Run } from '../../shared/rules/article.ts'
import { formatCount, formatDate, formatNumber } from '../../shared/rules/format.ts'
import { useOpenBook } from '../domain/books/books-query.ts'
import { Marks, Runs } from '../domain/page/Marks.tsx'
import { TextPage } from '../domain/page/TextPage.tsx'
import { useSession } from '../lib/session/session.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import styles from './CompetePage.module.css'

/** The book that uploads enter now, as its row says. */
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
    <TextPage
      title="Compete"
      name="compete"
      opening={blocks => (
        <>
          {blocks.map((block, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
            <Opening key={i} block={block} />
          ))}
          <section>
            <h2>The open book</h2>
            <OpenBook />
          </section>
        </>
      )}
      ending={
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
      }
    />
  )
}

/** The part before the first heading. A list there describes the way of a logo, step by step. */
const Opening = ({ block }: { block: Block }) =>
  block.kind === 'list' ? <Steps items={block.items} /> : <Marks blocks={[block]} />

/** The first list of the text. The beginning of each item is the step’s name. */
const Steps = ({ items }: { items: Run[][] }) => (
  <ol className={styles.steps}>
    {items.map((runs, i) => {
      const [first, ...rest] = runs
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <li key={i} className={styles.step}>
          {first?.strong && <h2>{first.text}</h2>}
          <p>
            <Runs runs={first?.strong ? rest : runs} />
          </p>
        </li>
      )
    })}
  </ol>
)
