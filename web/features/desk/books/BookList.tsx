import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import * as api from '../../../../shared/api.ts'
import { formatDate, formatNumber } from '../../../../shared/rules/format.ts'
import { type ColumnOf, DeskList } from '../../../domain/desk/DeskList.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { BookForm } from './BookForm.tsx'
import styles from './Desk.module.css'
import { EarlierBook } from './EarlierBook.tsx'
import { nextBookQuery } from './queries.ts'

const dayOf = (at: string | null) => (at ? formatDate(at) : '–')

const columns: ColumnOf<typeof api.desk.books.find>[] = [
  {
    label: 'Book',
    cell: book => <Link to={`/admin/books/${book.slug}`}>{book.title}</Link>,
    sorts: ['name', 'name-down'],
    isText: true,
  },
  { label: 'State', cell: book => book.state },
  { label: 'Entries', cell: book => formatNumber(book.entry_ct), isNumber: true },
  {
    label: 'Places',
    cell: book => (book.places === null ? '–' : formatNumber(book.places)),
    isNumber: true,
  },
  { label: 'Closes', cell: book => dayOf(book.closes_at) },
  { label: 'Results by', cell: book => dayOf(book.results_by) },
  { label: 'Published', cell: book => dayOf(book.published_on), sorts: ['newest', 'oldest'] },
]

/** All books, and above them the forms that open the next and add one from before. */
export function BookList() {
  return (
    <>
      <AddBook />
      <DeskList
        endpoint={api.desk.books.find}
        title="Books"
        one="book"
        keyOf={book => book.slug}
        columns={columns}
        search="Title, author or state"
        empty="No books yet."
        defaultSort="work"
      />
    </>
  )
}

function AddBook() {
  const { data: next } = useQuery(nextBookQuery)
  const [form, setForm] = useState<'open' | 'earlier'>()
  if (form && next)
    return (
      <section className={styles.section} aria-labelledby="form">
        <h2 id="form">{form === 'open' ? 'Open a book' : 'Add an earlier book'}</h2>
        {form === 'open' ? (
          <BookForm number={next.next_number} onDone={() => setForm(undefined)} />
        ) : (
          <EarlierBook onCancel={() => setForm(undefined)} />
        )}
      </section>
    )
  return (
    <div className={`${styles.buttons} ${styles.add}`}>
      {next?.has_open === 0 && (
        <Button kind="primary" onClick={() => setForm('open')}>
          Open Book {next.next_number}
        </Button>
      )}
      <Button onClick={() => setForm('earlier')}>Add an earlier book</Button>
      {next?.has_open === 1 && (
        <p className={styles.quiet}>
          Only one book is open at a time. You can open the next once this one has closed.
        </p>
      )}
    </div>
  )
}
