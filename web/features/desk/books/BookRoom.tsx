import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminBook } from '../../../../shared/api/desk/books.ts'
import * as api from '../../../../shared/api.ts'
import type { BookState } from '../../../../shared/rules/books.ts'
import { formatDate, formatNumber } from '../../../../shared/rules/format.ts'
import { imageUrl } from '../../../../shared/rules/image-url.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import { useDetailTitle } from '../../../domain/desk/detail-title.tsx'
import { statusOf } from '../../../lib/api/query-client.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextField } from '../../../ui/controls/Field.tsx'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import { BookForm } from './BookForm.tsx'
import { BookWords } from './BookWords.tsx'
import styles from './Desk.module.css'
import { Disqualify } from './Disqualify.tsx'
import { Jury } from './Jury.tsx'
import { Lookalikes } from './Lookalikes.tsx'
import { adminBookQuery } from './queries.ts'
import { Ranking } from './Ranking.tsx'

/** A book that was judged elsewhere was never closed here. */
const isFromElsewhere = ({ state, closed_at }: AdminBook) => state === 'published' && closed_at === null
const hasResults = ({ state }: AdminBook) => state === 'ratified' || state === 'published'

/** One book for its chair: state, what the next step needs, jury, flags, and from `ratified` the ranking. */
export function BookRoom({ slug }: { slug: string }) {
  const { data: book, error, isError, refetch } = useQuery(adminBookQuery(slug))
  useDetailTitle(book?.title)
  if (isError && !book)
    return (
      <LoadError what="The book" error={error} onRetry={refetch}>
        {statusOf(error) === 404 ? 'There is no such book.' : undefined}
      </LoadError>
    )
  if (!book) return null
  if (isFromElsewhere(book))
    return (
      <>
        <p className={styles.quiet}>
          {book.title} was published elsewhere: it takes no entries, and has no jury here.{' '}
          <Link to={`/books/${book.slug}`}>Its page</Link>
        </p>
        <Vectors book={book} />
        <BookWords book={book} />
      </>
    )
  return (
    <>
      <States book={book} />
      {book.next && <NextStep key={book.state} book={book} next={book.next} />}
      <Facts book={book} />
      <Jury book={book} />
      <Flags book={book} />
      {hasResults(book) && <Ranking book={book} />}
      {book.state === 'published' && <Vectors book={book} />}
      <BookWords book={book} />
    </>
  )
}

/** The winners' vector originals, which a browser saves as they come: they may be a gigabyte. */
const Vectors = ({ book }: { book: AdminBook }) => (
  <section className={styles.section} aria-labelledby="vectors">
    <h2 id="vectors">Vectors for print</h2>
    <p className={styles.quiet}>
      The winners’ SVG, PDF, EPS and AI files, with a list that shows who has sent none.
    </p>
    <p className={styles.buttons}>
      <a href={`/api/admin/books/vectors?book=${book.slug}`} download>
        {book.slug}-vectors.zip
      </a>
    </p>
  </section>
)

const stateNames: Record<BookState, string> = {
  open: 'Open',
  closed: 'Closed',
  judging: 'Judging',
  border: 'Border round',
  ratified: 'Ratified',
  published: 'Published',
}

function States({ book }: { book: AdminBook }) {
  const current = book.steps.findIndex(step => step.state === book.state)
  return (
    <ol className={styles.states} aria-label="Life of the book">
      {book.steps.map(({ state, at }, i) => (
        <li
          key={state}
          aria-current={i === current ? 'step' : undefined}
          data-reached={i <= current || undefined}
        >
          <span>{i + 1}</span>
          <strong>{stateNames[state]}</strong>
          {at && <time dateTime={at}>{formatDate(at)}</time>}
        </li>
      ))}
    </ol>
  )
}

/** The sections of the room in which missing parts can be resolved. */
const mended = { book: ['#facts', 'Go to the book'], jury: ['#jury', 'Go to the jury'] } as const

const steps: Record<BookState, string> = {
  open: 'Open',
  closed: 'Close for entries',
  judging: 'Draw, and begin judging',
  border: 'Begin the border round',
  ratified: 'Ratify the result',
  published: 'Publish and write to every entrant',
}

function NextStep({ book, next }: { book: AdminBook; next: BookState }) {
  const [beacon, setBeacon] = useState('')
  const asksBeacon = next === 'judging' && book.beacon_source !== null
  return (
    <section className={styles.section} aria-labelledby="next">
      <h2 id="next">Next: {steps[next].toLowerCase()}</h2>
      {book.missing.length > 0 && (
        <ul className={styles.missing} aria-label="Missing">
          {book.missing.map(({ text, where }) => (
            <li key={text}>
              {text} {where && <a href={mended[where][0]}>{mended[where][1]}</a>}
            </li>
          ))}
        </ul>
      )}
      <ActForm
        endpoint={api.desk.books.setState}
        label={steps[next]}
        isMain
        why="required"
        done="The book has moved on."
        fields={['beacon']}
        inputOf={why => ({ book: book.slug, to: next, why, ...(asksBeacon && { beacon }) })}
      >
        {asksBeacon
          ? errorOf => (
              <TextField
                label={`Value of ${book.beacon_source}`}
                value={beacon}
                error={errorOf('beacon')}
                onChange={event => setBeacon(event.target.value)}
              />
            )
          : undefined}
      </ActForm>
    </section>
  )
}

function Facts({ book }: { book: AdminBook }) {
  const [isEditing, setIsEditing] = useState(false)
  const facts: [string, string][] = [
    ['Entries', formatNumber(book.entry_ct)],
    ['Places', book.places === null ? '–' : formatNumber(book.places)],
    ['Closes', book.closes_at ? formatDate(book.closes_at) : '–'],
    ['Results by', book.results_by ? formatDate(book.results_by) : '–'],
    ['Border round', book.border_round ? 'yes' : 'no'],
    ['Public value', book.beacon_source ?? 'none named'],
    ...(book.due_at ? [['Round due', formatDate(book.due_at)] satisfies [string, string]] : []),
  ]
  return (
    <section className={styles.section} aria-labelledby="facts">
      <h2 id="facts">The book</h2>
      {isEditing ? (
        <BookForm book={book} number={book.number} onDone={() => setIsEditing(false)} />
      ) : (
        <>
          <dl className={styles.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.buttons}>
            {book.state === 'open' && <Button onClick={() => setIsEditing(true)}>Edit</Button>}
            <Link to={`/books/${book.slug}`}>Public page</Link>
            <Link to={`/books/${book.slug}/draw`}>The draw</Link>
          </p>
        </>
      )}
    </section>
  )
}

function Flags({ book }: { book: AdminBook }) {
  return (
    <section className={styles.section} aria-labelledby="flags">
      <h2 id="flags">Flags</h2>
      {book.flags.length === 0 && <p className={styles.quiet}>No juror has flagged anything.</p>}
      <ul className={styles.flags}>
        {book.flags.map(flag => (
          <li key={`${flag.logo_id} ${flag.juror}`}>
            <img src={imageUrl(flag.image, 320)} alt="" width={56} height={56} loading="lazy" />
            <div>
              <p>
                <Link to={`/logo/${flag.logo_id}`}>{flag.logo}</Link>{' '}
                <span className={styles.quiet}>
                  {flag.reason === 'copy' ? 'looks copied' : 'breaks the rules'}, says juror {flag.juror}
                </span>
              </p>
              <p>{flag.text}</p>
              {flag.reason === 'copy' && <Lookalikes logoId={flag.logo_id} name={flag.logo} />}
            </div>
            <Disqualify book={book} logoId={flag.logo_id} name={flag.logo} />
          </li>
        ))}
      </ul>
    </section>
  )
}
