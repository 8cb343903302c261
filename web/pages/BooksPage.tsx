import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Book } from '../../shared/api/books.ts'
import { formatDate } from '../../shared/rules/format.ts'
import { booksQuery } from '../domain/books/books-query.ts'
import { EmptyText } from '../domain/page/EmptyText.tsx'
import { Page } from '../domain/page/Page.tsx'
import { BookEntry } from '../features/books/BookEntry.tsx'
import { isOut } from '../features/books/queries.ts'
import { Shelf } from '../features/books/Shelf.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import '../ui/display/serif.css'
import styles from './BooksPage.module.css'

const sections = [
  { id: 'all-books', label: 'All Books', series: 'book' },
  { id: 'textbooks', label: 'Textbooks', series: 'textbook' },
  { id: 'master-library', label: 'Master Library', series: 'master-book' },
] as const
type SectionId = (typeof sections)[number]['id']

/** The catalogue of the books. */
export default function BooksPage() {
  const { data, error, isError, refetch } = useQuery(booksQuery)
  const books = data?.filter(isOut) ?? []
  const editions = books.filter(book => book.series === 'book')
  const onShelf = [...editions.toReversed(), ...books.filter(book => book.series !== 'book')]
  // Sections without books are left out.
  const shown = sections.filter(({ series }) => books.some(book => book.series === series))
  const { current, goTo } = useSections()
  const heading = (id: SectionId) => (
    <h2 className={styles.heading} data-current={id === current || undefined}>
      {sections.find(section => section.id === id)?.label}
    </h2>
  )
  return (
    <Page title="Books">
      <header className={styles.banner}>
        <h1 className={styles.title} tabIndex={-1}>
          What the juries chose
        </h1>
        <p className={styles.lead}>{describeEditions(editions.length)}</p>
        {data && <Next books={data} />}
        {onShelf.length > 0 && <Shelf books={onShelf} label="All books on one shelf" />}
      </header>
      {isError && !data && <LoadError what="The books" error={error} onRetry={refetch} />}
      {data && !onShelf.length && <EmptyText title="No book is out yet" />}
      {shown.length > 0 && (
        <nav className={styles.tabs} aria-label="Books">
          {shown.map(({ id, label }) => (
            <a
              key={id}
              href={`#${id}`}
              className={styles.tab}
              aria-current={id === current ? 'location' : undefined}
              onClick={event => {
                event.preventDefault()
                goTo(id)
              }}
            >
              {label}
            </a>
          ))}
        </nav>
      )}
      {shown.map(({ id, series }) => (
        <section key={id} id={id} className={styles.section}>
          {heading(id)}
          <div className={styles.entries}>
            {books
              .filter(book => book.series === series)
              .map((book, i) => (
                <BookEntry key={book.slug} book={book} isNewest={series === 'book' && i === 0} />
              ))}
          </div>
        </section>
      ))}
    </Page>
  )
}

/** The next book: open, or being judged. */
function Next({ books }: { books: Book[] }) {
  const open = books.find(book => book.state === 'open')
  const judged = books.filter(book => book.state !== 'open' && !isOut(book))
  return (
    <p className={styles.next}>
      {open ? (
        <>
          <Link to={`/books/${open.slug}`}>{open.title}</Link> is open
          {open.closes_at && ` for entries until ${formatDate(open.closes_at)}`}.
        </>
      ) : (
        'No book is open for entries right now.'
      )}
      {judged.map(book => (
        <Fragment key={book.slug}>
          {' '}
          <Link to={`/books/${book.slug}`}>{book.title}</Link> is being judged.
        </Fragment>
      ))}
    </p>
  )
}

const numbers = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]
const inWords = (n: number) => (n === 13 ? 'Thirteen' : (numbers[n] ?? String(n)))

/** One text, so that its end does not move while the books load. */
const describeEditions = (count: number) =>
  `${count > 1 ? `${inWords(count)} editions, each covering` : 'Each edition covers'} a year and a half, every logo seen by three jurors; a library that sorts them; and a textbook.`

const pauseMs = 1000

/** The section in view (scroll spy). A pressed tab wins for a second, while the page scrolls to it. */
function useSections() {
  const [current, setCurrent] = useState<SectionId>('all-books')
  const pausedUntil = useRef(0)

  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      if (performance.now() < pausedUntil.current) return
      const passed = sections.filter(({ id }) => {
        // None of them while the page is being left.
        const section = document.getElementById(id)
        return section && section.getBoundingClientRect().top < innerHeight * 0.4
      })
      setCurrent((passed.at(-1) ?? sections[0]).id)
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  }, [])

  const goTo = (id: SectionId) => {
    pausedUntil.current = performance.now() + pauseMs
    setCurrent(id)
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    document.getElementById(id)?.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' })
  }
  return { current, goTo }
}
