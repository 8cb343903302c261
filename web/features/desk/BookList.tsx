import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import * as api from '../../../shared/api.ts'
import { formatDate, formatNumber } from '../../../shared/rules/format.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Digits } from '../../ui/display/Digits.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { BookForm } from './BookForm.tsx'
import styles from './Desk.module.css'
import { EarlierBook } from './EarlierBook.tsx'
import { adminBooksQuery } from './queries.ts'

/** All books, and the forms that open the next and add one from before. Long for its markup. */
export function BookList() {
  const { data, error, isError, refetch } = useQuery(adminBooksQuery)
  const [form, setForm] = useState<'open' | 'earlier'>()
  if (isError && !data) return <LoadError what="The books" error={error} onRetry={refetch} />
  if (!data) return null
  const judged = data.filter(book => book.series === 'book')
  const hasOpen = judged.some(book => book.state === 'open')
  const next = Math.max(0, ...judged.map(book => book.number)) + 1
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="visually-hidden">Books</caption>
          <thead>
            <tr>
              <th scope="col">Book</th>
              <th scope="col">State</th>
              <th scope="col" className={styles.number}>
                Entries
              </th>
              <th scope="col" className={`${styles.number} ${styles.wide}`}>
                Places
              </th>
              <th scope="col" className={styles.wide}>
                Closes
              </th>
              <th scope="col" className={styles.wide}>
                Results by
              </th>
              <th scope="col">Published</th>
            </tr>
          </thead>
          <tbody>
            {data.map(book => (
              <tr key={book.slug}>
                <th scope="row">
                  <Link to={`/admin/books/${book.slug}`}>{book.title}</Link>
                </th>
                <td>{book.state}</td>
                <td className={styles.number}>
                  <Digits>{formatNumber(book.entry_ct)}</Digits>
                </td>
                <td className={`${styles.number} ${styles.wide}`}>
                  <Digits>{book.places === null ? '–' : formatNumber(book.places)}</Digits>
                </td>
                <td className={styles.wide}>{book.closes_at ? formatDate(book.closes_at) : '–'}</td>
                <td className={styles.wide}>{book.results_by ? formatDate(book.results_by) : '–'}</td>
                <td>{book.published_on ? formatDate(book.published_on) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!data.length && <p className={styles.quiet}>There’s no book yet.</p>}
      {hasOpen && (
        <p className={styles.quiet}>One book is open at a time: the next can be opened once it has closed.</p>
      )}
      {form === undefined ? (
        <p className={`${styles.buttons} ${styles.open}`}>
          {!hasOpen && (
            <Button kind="primary" onClick={() => setForm('open')}>
              Open Book {next}
            </Button>
          )}
          <Button onClick={() => setForm('earlier')}>Add an earlier book</Button>
          <a href={`${api.adminBooks.find.path}.csv`} download>
            CSV
          </a>
        </p>
      ) : (
        <section className={styles.section} aria-labelledby="form">
          <h2 id="form">{form === 'open' ? 'Open a book' : 'Add an earlier book'}</h2>
          {form === 'open' ? (
            <BookForm number={next} onDone={() => setForm(undefined)} />
          ) : (
            <EarlierBook onCancel={() => setForm(undefined)} />
          )}
        </section>
      )}
    </>
  )
}
