import { BookList } from './BookList.tsx'
import { BookRoom } from './BookRoom.tsx'

/** The chair's room: the books, and everything there is to do about one. */
export default function BooksDesk({ rest: [slug] }: { rest: string[] }) {
  return slug ? <BookRoom key={slug} slug={slug} /> : <BookList />
}
