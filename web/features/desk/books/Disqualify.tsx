import type { AdminBook } from '../../../../shared/api/desk/books.ts'
import * as api from '../../../../shared/api.ts'
import type { BookState } from '../../../../shared/rules/books.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import styles from './Desk.module.css'

const disqualifiable: BookState[] = ['closed', 'judging', 'border', 'ratified']

/** Takes an entry out of the ranking, or puts it back; always with a reason. */
export function Disqualify({ book, logoId, name }: { book: AdminBook; logoId: number; name: string }) {
  const disqualification = book.disqualified.find(one => one.logo_id === logoId)
  if (!disqualifiable.includes(book.state))
    return disqualification ? <span>Disqualified: {disqualification.why}</span> : null
  return (
    <div className={styles.act}>
      {disqualification && <span className={styles.quiet}>Disqualified: {disqualification.why}</span>}
      <ActForm
        endpoint={api.desk.books.setDisqualified}
        label={disqualification ? 'Put back' : 'Disqualify'}
        about={name}
        why="required"
        done={`${name} ${disqualification ? 'is back in the ranking.' : 'is disqualified.'}`}
        inputOf={why => ({
          book: book.slug,
          logo_id: logoId,
          state: disqualification ? (0 as const) : (1 as const),
          why,
        })}
      />
    </div>
  )
}
