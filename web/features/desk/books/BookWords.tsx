import { useEffect, useEffectEvent, useState } from 'react'
import { type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form'
import { type AdminBook, update } from '../../../../shared/api/desk/books.ts'
import * as api from '../../../../shared/api.ts'
import { setRefusal, useAct } from '../../../domain/desk/acts.ts'
import { SaveButtons, saveKey } from '../../../domain/desk/SaveButtons.tsx'
import { Section } from '../../../domain/desk/Section.tsx'
import { SavedInTheMeantime, TextDifference, VersionList } from '../../../domain/desk/VersionList.tsx'
import writing from '../../../domain/desk/Writing.module.css'
import { LeaveGuard } from '../../../domain/page/LeaveGuard.tsx'
import { resolveAs } from '../../../lib/forms/resolve.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { showToast } from '../../../lib/toast/toast.ts'
import { FieldNote, TextArea, TextField } from '../../../ui/controls/Field.tsx'
import { BookPreview } from './BookPreview.tsx'
import { asText, changesOf, type Facts, factsOf, names } from './book-words.ts'

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
  const { mutateAsync: save } = useAct(api.desk.books.update)
  /** What the form began with. */
  const [begun, setBegun] = useState(newest)
  const { register, handleSubmit, formState, setError, clearErrors, reset, control, getValues } =
    useForm<Facts>({
      resolver: resolveAs(update.input, facts => ({ book: book.slug, ...changesOf(begun, facts) })),
      defaultValues: factsOf(newest),
    })
  const { errors, isSubmitting } = formState
  const facts = { ...factsOf(begun), ...useWatch({ control }) }
  const isUnsent = Object.keys(changesOf(begun, facts)).length > 0
  useEffect(() => onUnsent(isUnsent), [isUnsent, onUnsent])
  const begin = () => {
    setBegun(newest)
    reset(factsOf(newest))
  }
  // Without unsaved changes, the form follows what is stored.
  const follow = useEffectEvent(() => {
    const isSaved = Object.keys(changesOf(begun, getValues())).length === 0
    if (isSaved && begun !== newest && begun.version <= newest.version) begin()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version, or every change is saved
  useEffect(() => follow(), [newest, begun, isUnsent])
  const send = useSubmit(
    async (sent: Facts) => {
      const { versions } = await save({ book: book.slug, ...changesOf(begun, sent) })
      const saved = versions[0] ?? newest
      setBegun(saved)
      // The server cleans texts. What was typed while they were being saved stays.
      if (names.every(name => getValues(name) === sent[name])) reset(factsOf(saved))
      showToast('It is saved.')
    },
    fault => setRefusal(fault, names, setError),
  )
  return (
    <div className={writing.sides}>
      <form
        className={writing.form}
        aria-label="On the Books page"
        noValidate
        onChange={() => errors.root && clearErrors('root')}
        onKeyDown={saveKey}
        onSubmit={event => {
          event.preventDefault()
          if (isUnsent && !isSubmitting) void handleSubmit(sent => send(sent))(event)
        }}
      >
        <Fields field={name => ({ error: errors[name]?.message, ...register(name) })} />
        {isUnsent && !isSubmitting && begun.version < newest.version && (
          <SavedInTheMeantime version={newest} />
        )}
        <FieldNote error={errors.root?.message} />
        <div className={writing.buttons}>
          <SaveButtons label="Save" isUnsent={isUnsent} isPending={isSubmitting} onDiscard={begin} />
        </div>
      </form>
      <BookPreview book={book} facts={facts} />
    </div>
  )
}

type FieldsProps = { field: (name: keyof Facts) => { error: string | undefined } & UseFormRegisterReturn }

const Fields = ({ field }: FieldsProps) => (
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
