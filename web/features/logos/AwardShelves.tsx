import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import { parseBook } from '../../domain/books/book-slug.ts'
import styles from './AwardShelves.module.css'
import type { AwardGroup } from './award-queries.ts'
import { LogoPicture } from './LogoPicture.tsx'
import { useLogoOverlay } from './logo-overlay.tsx'
import { openLogoSearch } from './open-logo.ts'

/** Logos in a row at most; from how many on their number is shown; from how many on the row has arrows. */
const most = { shown: 7, unnamed: 6, unscrolled: 4 }
const stepPx = 210

type Props = {
  slug: string
  groups: AwardGroup[]
  /** A book's cover by its slug; nothing for a book without one. */
  coverOf: (book: string) => ReactNode
}

/** A designer's awarded logos, a shelf for each book, with links to the shelves. */
export function AwardShelves({ slug, groups, coverOf }: Props) {
  // A logo can be in a regular book and in a master book.
  const logos = [...new Map(groups.flatMap(g => g.logos).map(logo => [logo.logo_id, logo])).values()]
  const { wall, openTile, overlay } = useLogoOverlay<HTMLDivElement>(logos)
  return (
    <>
      {groups.length > 2 && <Numbers groups={groups} />}
      <div ref={wall}>
        {groups.map(group => (
          <Shelf
            key={group.slug}
            group={group}
            href={`/award/${slug}/${group.slug}`}
            cover={coverOf(group.slug)}
            onOpen={openTile}
          />
        ))}
      </div>
      {overlay}
    </>
  )
}

function Numbers({ groups }: { groups: AwardGroup[] }) {
  return (
    <nav className={styles.numbers} aria-label="Books with awards">
      {groups.map(({ slug, book }) => (
        <a key={slug} href={`#${slug}`}>
          {book}
        </a>
      ))}
    </nav>
  )
}

type ShelfProps = {
  group: AwardGroup
  /** The page of this designer's logos in this book. */
  href: string
  cover: ReactNode
  onOpen: (logoId: number) => void
}

function Shelf({ group, href, cover, onOpen }: ShelfProps) {
  const row = useRef<HTMLUListElement>(null)
  const { series, number } = parseBook(group.slug)!
  const count = group.logos.length
  return (
    <section className={styles.shelf} id={group.slug} aria-label={group.book}>
      <header className={styles.label}>
        <Link to={href} className={styles.cover} tabIndex={-1} aria-hidden>
          {cover}
        </Link>
        <div className={styles.tools}>
          {count > most.unnamed && (
            <Link to={href} className={styles.all}>
              {formatCount(count, 'logo')}
            </Link>
          )}
          {count > most.unscrolled && <Arrows row={row} book={group.book} />}
        </div>
        <h2>
          <Link to={href} className={styles.book}>
            <span className={styles.series}>{series}</span> <span className={styles.number}>{number}</span>
          </Link>
        </h2>
      </header>
      <ul className={styles.row} ref={row}>
        {group.logos.slice(0, most.shown).map(logo => (
          <Plate key={logo.logo_id} logo={logo} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

function Plate({ logo, onOpen }: { logo: Logo; onOpen: ShelfProps['onOpen'] }) {
  const { search } = useLocation()
  return (
    <li data-logo={logo.logo_id}>
      <Link
        to={openLogoSearch(search) + logo.logo_id}
        className={styles.plate}
        preventScrollReset
        onClick={event => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onOpen(logo.logo_id)
        }}
      >
        <span className={`framed ${styles.art}`}>
          <LogoPicture logo={logo} alt="" sizes="(width < 1680px) 160px, 200px" />
        </span>
        <span className={styles.title}>{logo.logo}</span>
      </Link>
    </li>
  )
}

/** Arrows that scroll an overflowing row. At an end the arrow is disabled with aria-disabled, so it keeps the focus. */
function Arrows({ row, book }: { row: React.RefObject<HTMLUListElement | null>; book: string }) {
  const [ends, setEnds] = useState({ isStart: true, isEnd: true })

  useEffect(() => {
    const element = row.current!
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setEnds({ isStart: scrollLeft < 2, isEnd: scrollLeft + clientWidth > scrollWidth - 2 })
    }
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [row])

  const scroll = (left: number) => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    row.current!.scrollBy({ left, behavior: isCalm ? 'instant' : 'smooth' })
  }
  return (
    <span className={styles.arrows} hidden={ends.isStart && ends.isEnd}>
      <button
        type="button"
        className={styles.arrow}
        aria-label={`Scroll ${book} back`}
        aria-disabled={ends.isStart}
        onClick={() => scroll(-stepPx)}
      >
        <ArrowLeft size={18} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.arrow}
        aria-label={`Scroll ${book} on`}
        aria-disabled={ends.isEnd}
        onClick={() => scroll(stepPx)}
      >
        <ArrowRight size={18} aria-hidden />
      </button>
    </span>
  )
}

const skeleton = { shelves: 3, plates: 5 }

/** The skeleton of the shelves. */
export function ShelvesSkeleton() {
  return (
    <div role="status" aria-busy aria-label="Loading">
      {Array.from({ length: skeleton.shelves }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={i} className={styles.shelf}>
          <div className={styles.label}>
            <span className={styles.cover} />
          </div>
          <div className={styles.row}>
            {Array.from({ length: skeleton.plates }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
              <span key={i} className={styles.plate} data-blank>
                <span className={`framed ${styles.art}`} />
                <span className={styles.title} />
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
