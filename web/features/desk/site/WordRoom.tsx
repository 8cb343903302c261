import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SiteWord } from '../../../../shared/api/desk/site.ts'
import type { SiteValue } from '../../../../shared/api/site.ts'
import * as api from '../../../../shared/api.ts'
import { siteLabels } from '../../../../shared/site-labels.ts'
import { placeholders, type SiteName } from '../../../../shared/site-words.ts'
import { fieldErrorOf, hasPlace, refusalOf, useAct, useFocusOnError } from '../../../domain/desk/acts.ts'
import { SaveButtons } from '../../../domain/desk/SaveButtons.tsx'
import { Section } from '../../../domain/desk/Section.tsx'
import { SavedInTheMeantime } from '../../../domain/desk/VersionList.tsx'
import writing from '../../../domain/desk/Writing.module.css'
import { LeaveGuard } from '../../../domain/page/LeaveGuard.tsx'
import { showToast } from '../../../lib/toast/toast.ts'
import { FieldNote, TextField } from '../../../ui/controls/Field.tsx'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import { asText, descriptions } from './describe.ts'
import { Editor } from './Editor.tsx'
import { Preview } from './Preview.tsx'
import { useShowSaved, wordListQuery, wordQuery, wordsOf } from './queries.ts'
import { SavedBy } from './SavedBy.tsx'
import { Versions } from './Versions.tsx'

/** Editor, preview and versions of one site text. */
export function WordRoom({ name }: { name: SiteName }) {
  const { data: word, error, isError, refetch } = useQuery(wordQuery(name))
  const { data: list } = useQuery(wordListQuery)
  const [draft, setDraft] = useState<{ value: SiteValue; over: number }>()
  if (isError && !word) return <LoadError what={`“${siteLabels[name]}”`} error={error} onRetry={refetch} />
  if (!word) return <p className={writing.quiet}>Loading…</p>
  const value = draft?.value ?? word.value
  const isUnsent = draft !== undefined && JSON.stringify(draft.value) !== JSON.stringify(word.value)
  return (
    <>
      <div className={writing.sides}>
        <WordForm
          word={word}
          value={value}
          isUnsent={isUnsent}
          over={draft?.over ?? word.version}
          onChange={next => setDraft({ value: next, over: draft?.over ?? word.version })}
          onDiscard={() => setDraft(undefined)}
        />
        {list && <Preview name={name} value={value} words={wordsOf(list)} />}
      </div>
      <Section title="Versions">
        <Versions word={word} isUnsent={isUnsent} onTakenBack={() => setDraft(undefined)} />
      </Section>
      <LeaveGuard isUnsent={isUnsent} title="Leave without saving?">
        What you changed will be lost.
      </LeaveGuard>
    </>
  )
}

type FormProps = {
  word: SiteWord
  value: SiteValue
  isUnsent: boolean
  /** The version that was current when the change was begun. */
  over: number
  onChange: (value: SiteValue) => void
  onDiscard: () => void
}

/** Changes one word of the site. Long for its markup. */
function WordForm({ word, value, isUnsent, over, onChange, onDiscard }: FormProps) {
  const { name } = word
  const { mutate, isPending, error, reset } = useAct(api.desk.site.save)
  const showSaved = useShowSaved()
  const [why, setWhy] = useState('')
  const form = useFocusOnError(error)
  const label = siteLabels[name]
  const { page } = descriptions[name]
  return (
    <form
      ref={form}
      className={writing.form}
      aria-label={label}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!isUnsent || isPending) return
        mutate(
          { name, value, why: why.trim() || undefined },
          {
            onSuccess: saved => {
              showSaved(saved)
              onDiscard()
              setWhy('')
              showToast(`“${label}” is saved.`)
            },
          },
        )
      }}
      onKeyDown={event => {
        if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
    >
      <Editor
        name={name}
        value={value}
        errorOf={path => fieldErrorOf(error, path)}
        onChange={next => {
          if (error) reset()
          onChange(next)
        }}
      />
      {/\{[a-z_]+\}/.test(asText(value)) && (
        <p className={writing.quiet}>
          In braces, these are filled in: {placeholders.map(each => `{${each}}`).join(', ')}.
        </p>
      )}
      {over < word.version && isUnsent && <SavedInTheMeantime version={word} />}
      <TextField
        label="Why (optional)"
        value={why}
        maxLength={200}
        hint="Saved in the history"
        error={fieldErrorOf(error, 'why')}
        onChange={event => setWhy(event.target.value)}
      />
      {/* What is wrong with a field is said there. */}
      <FieldNote error={(!hasPlace(error) && refusalOf(error)) || undefined} />
      <div className={writing.buttons}>
        <SaveButtons
          label="Save"
          isUnsent={isUnsent}
          isPending={isPending}
          onDiscard={() => {
            reset()
            onDiscard()
          }}
        />
        <span className={writing.quiet}>
          <SavedBy word={word} />
          {/* Loaded from the server, so that it says what every visitor reads. */}
          {page && (
            <>
              {' · '}
              <a href={page}>See it on the site</a>
            </>
          )}
        </span>
      </div>
    </form>
  )
}
