import { useEffect, useRef, useState } from 'react'
import { BookEntry } from '../features/books/BookEntry.tsx'
import { hasShop } from '../features/books/buy.ts'
import { editions, textbooks, volumes } from '../features/books/catalogue.ts'
import { Shelf } from '../features/books/Shelf.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './BooksPage.module.css'

const sections = [
  { id: 'all-books', label: 'All Books' },
  { id: 'textbooks', label: 'Textbooks' },
  { id: 'master-library', label: 'Master Library' },
] as const
type SectionId = (typeof sections)[number]['id']

/** The catalogue of the books. */
export default function BooksPage() {
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
        <p className={styles.lead}>
          Thirteen editions, each of them a year and a half of logos seen by three jurors apiece; a library
          that sorts them; and a textbook.
          {!hasShop() && ' For now we send the copies ourselves: Buy Now opens a letter to us.'}
        </p>
      </header>
      <nav className={styles.tabs} aria-label="Books">
        {sections.map(({ id, label }) => (
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
      <section id="all-books" className={styles.section}>
        {heading('all-books')}
        <div className={styles.entries}>
          {editions.map(book => (
            <BookEntry key={book.id} book={book} />
          ))}
        </div>
      </section>
      <section id="textbooks" className={styles.section}>
        {heading('textbooks')}
        <div className={styles.entries}>
          {textbooks.map(book => (
            <BookEntry key={book.id} book={book} />
          ))}
        </div>
      </section>
      <section id="master-library" className={styles.section}>
        {heading('master-library')}
        <Shelf books={volumes} label="The Master Library on its shelf" />
        <div className={styles.entries}>
          {volumes.map(book => (
            <BookEntry key={book.id} book={book} />
          ))}
        </div>
      </section>
    </Page>
  )
}

const pauseMs = 1000

/** Which section is being read. After a tab was pressed it leads for a second, while the page scrolls there. */
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
