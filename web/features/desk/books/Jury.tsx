import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminBook } from '../../../../shared/api/desk/books.ts'
import * as api from '../../../../shared/api.ts'
import { jurySize } from '../../../../shared/rules/books.ts'
import { formatNumber } from '../../../../shared/rules/format.ts'
import { formatLocalMoment } from '../../../../shared/rules/format-time.ts'
import { dayMs } from '../../../../shared/rules/time.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import { refusalOf, useAct } from '../../../domain/desk/acts.ts'
import { suggesting, useTyped } from '../../../domain/search/suggestions.ts'
import { call } from '../../../lib/api/call.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, TextField } from '../../../ui/controls/Field.tsx'
import { Digits } from '../../../ui/display/Digits.tsx'
import styles from './Desk.module.css'

/** Whether a juror's share of scores is behind the share of days that have passed. */
const isLate = (juror: AdminBook['jurors'][number], book: AdminBook) =>
  book.due_at !== null && juror.scored < juror.tiles && Date.parse(book.due_at) - Date.now() < 7 * dayMs

/** The jurors with their progress and speed; while the book is open, the form that names them. */
export function Jury({ book }: { book: AdminBook }) {
  const { mutateAsync, isPending, error } = useAct(api.desk.books.setJurors)
  const ids = book.jurors.filter(juror => !juror.left_at).map(juror => juror.designer_id)
  const set = useSubmit((designer_ids: number[]) => mutateAsync({ book: book.slug, designer_ids }))
  return (
    <section className={styles.section} aria-labelledby="jury">
      <h2 id="jury">
        Jury <span className={styles.quiet}>{`${ids.length} of ${jurySize.least} to ${jurySize.most}`}</span>
      </h2>
      {book.jurors.length > 0 && (
        <Jurors
          book={book}
          ids={ids}
          isPending={isPending}
          onRemove={id => set(ids.filter(one => one !== id))}
        />
      )}
      {book.state === 'open' && <AddJuror ids={ids} isPending={isPending} onAdd={id => set([...ids, id])} />}
      <FieldNote error={refusalOf(error) || undefined} />
    </section>
  )
}

type JurorsProps = {
  book: AdminBook
  /** Those who have not left. */
  ids: readonly number[]
  isPending: boolean
  /** Shown while the book is open. */
  onRemove: (designerId: number) => void
}

function Jurors(props: JurorsProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">Jurors and their progress</caption>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Juror</th>
            <th scope="col">Progress</th>
            <th scope="col" className={styles.number}>
              Scored
            </th>
            <th scope="col" className={styles.number}>
              Seconds a tile
            </th>
            <th scope="col">Last active</th>
            <th scope="col" className={styles.number}>
              Conflicts
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.book.jurors.map(juror => (
            <JurorRow key={juror.designer_id} juror={juror} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function JurorRow({
  juror,
  book,
  ids,
  isPending,
  onRemove,
}: JurorsProps & { juror: AdminBook['jurors'][number] }) {
  const isJudging = book.state === 'judging' || book.state === 'border'
  return (
    <tr data-late={isLate(juror, book) || undefined}>
      <td>{juror.number}</td>
      <th scope="row">
        {juror.company}{' '}
        <span className={styles.quiet}>
          {juror.username}
          {juror.left_at && `, left ${formatLocalMoment(juror.left_at)}`}
        </span>
      </th>
      <td>
        <span className={styles.bar} aria-hidden>
          <span style={{ width: `${juror.tiles ? (100 * juror.scored) / juror.tiles : 0}%` }} />
        </span>
        {isLate(juror, book) && <span className={styles.late}>late</span>}
      </td>
      <td className={styles.number}>
        <Digits>{`${formatNumber(juror.scored)} / ${formatNumber(juror.tiles)}`}</Digits>
      </td>
      <td className={styles.number}>
        <Digits>{juror.seconds_per_tile?.toFixed(1) ?? '–'}</Digits>
      </td>
      <td>{juror.last_active ? formatLocalMoment(juror.last_active) : '–'}</td>
      <td className={styles.number}>{juror.declared_ct}</td>
      <td>
        {book.state === 'open' && (
          <Button
            kind="quiet"
            disabled={isPending}
            aria-label={`Remove ${juror.company} from the jury`}
            onClick={() => onRemove(juror.designer_id)}
          >
            Remove
          </Button>
        )}
        {isJudging && !juror.left_at && (
          <ActForm
            endpoint={api.desk.books.setJurors}
            label="Reassign"
            about={`the tiles of ${juror.company}`}
            why="required"
            done={`${juror.company} has left the jury. Other jurors get the tiles.`}
            inputOf={why => ({
              book: book.slug,
              designer_ids: ids.filter(id => id !== juror.designer_id),
              why,
            })}
          >
            {() => <p>{juror.company} leaves the jury: other jurors get the tiles without a score.</p>}
          </ActForm>
        )}
      </td>
    </tr>
  )
}

type AddProps = { ids: number[]; isPending: boolean; onAdd: (designerId: number) => void }

function AddJuror({ ids, isPending, onAdd }: AddProps) {
  const [text, setText] = useState('')
  const typed = useTyped(text)
  const { data } = useQuery({
    queryKey: ['desk', 'books', 'designers', typed],
    queryFn: ({ signal }) => call(api.search.quickSearch, { text: typed }, { signal }),
    enabled: typed !== '',
    ...suggesting,
  })
  const number = Number(text)
  return (
    <>
      <div className={styles.line}>
        <TextField
          label="Add a juror"
          value={text}
          autoComplete="off"
          hint="By company or name. The account needs the juror role."
          onChange={event => setText(event.target.value)}
        />
      </div>
      <p className={styles.buttons}>
        {Number.isInteger(number) && number > 0 && (
          <Button disabled={isPending || ids.includes(number)} onClick={() => onAdd(number)}>
            Account {number}
          </Button>
        )}
        {typed &&
          text.trim() &&
          data?.designers.map(({ designer_id, company }) => (
            <Button
              key={designer_id}
              disabled={isPending || ids.includes(designer_id)}
              onClick={() => onAdd(designer_id)}
            >
              {company}
            </Button>
          ))}
      </p>
    </>
  )
}
