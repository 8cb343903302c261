import { BookList } from './BookList.tsx'
import { BookRoom } from './BookRoom.tsx'

/** The chair's room: the list of books, or one of them. */
export default function BooksDesk({ rest: [slug] }: { rest: string[] }) {
  return slug ? <BookRoom key={slug} slug={slug} /> : <BookList />
}
