import { stepBook } from '../server/features/books/step-book.ts'
import { writeResultLetters } from '../server/features/judging/write-letters.ts'
import type { Services } from '../server/services.ts'
import { shell } from '../server/shell/mistake.ts'
import type { BookState } from '../shared/rules/books.ts'

type Dependencies = Pick<Services, 'db' | 'now' | 'publicUrl'>

/** What moves a book on: each may be interrupted by the end of the process. */
export const judgingActs = {
  step: (services: Dependencies, { book, to }: { book: string; to: BookState }) =>
    stepBook(services, { book, to, why: 'It is time' }, shell),
  writeLetters: (services: Dependencies) => writeResultLetters(services),
}
