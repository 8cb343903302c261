import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { formatCount } from '../../shared/rules/format.ts'
import { pageSize } from '../../shared/rules/limits.ts'
import { booksQuery } from '../domain/books/books-query.ts'
import { Cover } from '../domain/books/Cover.tsx'
import { Page } from '../domain/page/Page.tsx'
import ShareButton from '../domain/page/ShareButton.tsx'
import { Agreement } from '../features/books/Agreement.tsx'
import { BookFacts, describeState } from '../features/books/BookFacts.tsx'
import { Entries } from '../features/books/Entries.tsx'
import { winnersQuery } from '../features/books/queries.ts'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import '../ui/display/serif.css'
import type { Book } from '../../shared/api/books.ts'
import styles from './BookPage.module.css'

/** One book: its state, and once it is published its winners and the jurors' agreement. */
export default function BookPage() {
  const { slug = '' } = useParams()
  const { data: books, error, isError, refetch } = useQuery(booksQuery)
  const book = books?.find(book => book.slug === slug)
  if (isError && !books)
    return (
      <Page title="Book">
        <LoadError what="The book" error={error} onRetry={refetch} />
      </Page>
    )
  if (books && !book) return <NoBook />
  return (
    <Page title={book?.title ?? 'Book'}>
      {book && (
        <>
          <header className={styles.head}>
            <div className={styles.cover}>
              <Cover book={book} />
            </div>
            <div className={styles.words}>
              <h1 className={styles.title} tabIndex={-1}>
                {book.title}
              </h1>
              <p className={styles.state}>{describeState(book)}</p>
              {book.blurb && <p className={styles.blurb}>{book.blurb}</p>}
              <BookFacts book={book} />
              <ShareButton path={`/books/${book.slug}`} title={book.title} className={styles.share} />
            </div>
          </header>
          {book.state !== 'published' && <Entries book={book} />}
          {book.state === 'published' && book.series === 'book' && <Winners book={book} />}
        </>
      )}
    </Page>
  )
}

function Winners({ book }: { book: Book }) {
  const [params] = useSearchParams()
  const page = Math.max(1, Number(params.get('page')) || 1)
  const { data, error, isError, refetch } = useQuery(winnersQuery(book.slug, page))
  const pages = data ? Math.max(1, Math.ceil(data.count / pageSize.explore)) : 1
  return (
    <>
      <section className={styles.section} aria-labelledby="winners">
        <h2 id="winners" className={styles.heading}>
          {data ? formatCount(data.count, 'logo') : 'Its logos'}
        </h2>
        {isError && !data ? (
          <LoadError what="The winners" error={error} onRetry={refetch} />
        ) : (
          <LogoGrid logos={data?.data ?? []} skeletons={data ? 0 : 10} caption="company" hidesAwards />
        )}
        {pages > 1 && (
          <nav className={styles.pages} aria-label="Pages of the book">
            {page > 1 && <Link to={`?page=${page - 1}`}>Earlier page</Link>}
            <span>
              Page {page} of {pages}
            </span>
            {page < pages && <Link to={`?page=${page + 1}`}>Next page</Link>}
          </nav>
        )}
      </section>
      <section className={styles.section} aria-labelledby="agreement">
        <h2 id="agreement" className={styles.heading}>
          How far the jury agreed
        </h2>
        {book.has_reliability ? (
          <Agreement slug={book.slug} />
        ) : (
          <p className={styles.elsewhere}>This book was judged before such figures were published.</p>
        )}
      </section>
    </>
  )
}

const NoBook = () => (
  <Page title="No such book">
    <h1 className="visually-hidden" tabIndex={-1}>
      No such book
    </h1>
    <EmptyState
      title="This book isn’t on the shelf"
      action={
        <ButtonLink to="/books" kind="primary">
          See the books
        </ButtonLink>
      }
    >
      It may not have been opened yet.
    </EmptyState>
  </Page>
)
