import { useEffect, useState } from 'react'
import type { AdminBook } from '../../../../shared/api/desk/books.ts'
import * as api from '../../../../shared/api.ts'
import { fieldErrorOf, hasPlace, refusalOf, useAct, useFocusOnError } from '../../../domain/desk/acts.ts'
import { SaveButtons } from '../../../domain/desk/SaveButtons.tsx'
import { Section } from '../../../domain/desk/Section.tsx'
import { SavedInTheMeantime, TextDifference, VersionList } from '../../../domain/desk/VersionList.tsx'
import writing from '../../../domain/desk/Writing.module.css'
import { LeaveGuard } from '../../../domain/page/LeaveGuard.tsx'
import { showToast } from '../../../lib/toast/toast.ts'
import { FieldNote, TextArea, TextField } from '../../../ui/controls/Field.tsx'
import { BookPreview } from './BookPreview.tsx'
import { asText, changesOf, type Facts, factsOf } from './book-words.ts'

/** What the page of books says of a book: its form beside how it will be read, and its versions. */
export function BookWords({ book }: { book: AdminBook }) {
  const [isUnsent, setIsUnsent] = useState(false)
  const [newest] = book.versions
  if (!newest) return null
  return (
    <>
      <Section title="On the Books page">
        <Form book={book} newest={newest} onUnsent={setIsUnsent} />
      </Section>
      <Section title="Versions">
        <VersionList
          versions={book.versions}
          isUnsent={isUnsent}
          endpoint={api.desk.books.update}
          inputOf={(version, why) => ({ book: book.slug, version, why })}
          onTakenBack={() => {}}
          compare={version => <TextDifference before={asText(newest)} after={asText(version)} />}
        />
      </Section>
      <LeaveGuard isUnsent={isUnsent} title="Leave without saving?">
        What you changed will be lost.
      </LeaveGuard>
    </>
  )
}

type Newest = AdminBook['versions'][number]
type FormProps = { book: AdminBook; newest: Newest; onUnsent: (isUnsent: boolean) => void }

function Form({ book, newest, onUnsent }: FormProps) {
  const { mutate, isPending, error, reset } = useAct(api.desk.books.update)
  const form = useFocusOnError(error)
  const [draft, setDraft] = useState<{ facts: Facts; over: Newest }>()
  const facts = draft?.facts ?? factsOf(newest)
  const changes = changesOf(draft?.over ?? newest, facts)
  const isUnsent = Object.keys(changes).length > 0
  useEffect(() => onUnsent(isUnsent), [isUnsent, onUnsent])
  const change = (next: Facts) => {
    if (error) reset()
    setDraft({ facts: next, over: draft?.over ?? newest })
  }
  return (
    <div className={writing.sides}>
      <form
        ref={form}
        className={writing.form}
        aria-label="On the Books page"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!isUnsent || isPending) return
          const onSuccess = () => {
            setDraft(undefined)
            showToast('It is saved.')
          }
          mutate({ book: book.slug, ...changes }, { onSuccess })
        }}
      >
        <Fields facts={facts} errorOf={field => fieldErrorOf(error, field)} onChange={change} />
        {draft && isUnsent && !isPending && draft.over.version < newest.version && (
          <SavedInTheMeantime version={newest} />
        )}
        <FieldNote error={(!hasPlace(error) && refusalOf(error)) || undefined} />
        <div className={writing.buttons}>
          <SaveButtons
            label="Save"
            isUnsent={isUnsent}
            isPending={isPending}
            onDiscard={() => {
              reset()
              setDraft(undefined)
            }}
          />
        </div>
      </form>
      <BookPreview book={book} facts={facts} />
    </div>
  )
}

type FieldsProps = {
  facts: Facts
  errorOf: (field: string) => string | undefined
  onChange: (facts: Facts) => void
}

function Fields({ facts, errorOf, onChange }: FieldsProps) {
  const field = (name: keyof Facts) => ({
    value: facts[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => onChange({ ...facts, [name]: event.target.value }),
  })
  return (
    <>
      <TextField label="Title" {...field('title')} />
      <TextField label="Authors" {...field('authors')} />
      <TextArea label="Blurb" rows={4} {...field('blurb')} />
      <div className={writing.pair}>
        <TextField label="Published" type="month" {...field('published')} />
        <TextField label="Pages" inputMode="numeric" {...field('pages')} />
      </div>
      <div className={writing.pair}>
        <TextField label="Cover ink" hint="e.g. #b3261e" {...field('ink')} />
        <TextField label="Cover paper" hint="e.g. #ece7dc" {...field('paper')} />
      </div>
      <TextField label="Buy link" type="url" hint="The full address" {...field('buy_url')} />
    </>
  )
}
