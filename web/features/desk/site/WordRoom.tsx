import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SiteWord } from '../../../../shared/api/desk/site.ts'
import type { SiteValue } from '../../../../shared/api/site.ts'
import * as api from '../../../../shared/api.ts'
import { siteLabels } from '../../../../shared/site-labels.ts'
import { placeholders, type SiteName } from '../../../../shared/site-words.ts'
import { useActForm } from '../../../domain/desk/acts.ts'
import { SaveButtons, saveKey } from '../../../domain/desk/SaveButtons.tsx'
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
          onSaved={({ version }) =>
            // What was typed while it was being saved stays.
            setDraft(now => (now && now.value !== value ? { ...now, over: version } : undefined))
          }
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
  onSaved: (saved: SiteWord) => void
}

/** Changes one word of the site. */
function WordForm({ word, value, isUnsent, over, onChange, onDiscard, onSaved }: FormProps) {
  const { name } = word
  const { form, send, isPending, errorOf, refusal, forget } = useActForm(api.desk.site.save)
  const showSaved = useShowSaved()
  const [why, setWhy] = useState('')
  const label = siteLabels[name]
  const save = () =>
    send({ name, value, why: why.trim() || undefined }, saved => {
      showSaved(saved)
      onSaved(saved)
      // What was typed while it was being saved stays.
      setWhy(now => (now === why ? '' : now))
      showToast(`“${label}” is saved.`)
    })
  return (
    <form
      ref={form}
      className={writing.form}
      aria-label={label}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (isUnsent) void save()
      }}
      onKeyDown={saveKey}
    >
      <Editor
        name={name}
        value={value}
        errorOf={errorOf}
        onChange={next => {
          forget()
          onChange(next)
        }}
      />
      <FilledIn value={value} />
      {over < word.version && isUnsent && <SavedInTheMeantime version={word} />}
      <TextField
        label="Why (optional)"
        value={why}
        maxLength={200}
        hint="Saved in the history"
        error={errorOf('why')}
        onChange={event => setWhy(event.target.value)}
      />
      <FieldNote error={refusal} />
      <div className={writing.buttons}>
        <SaveButtons
          label="Save"
          isUnsent={isUnsent}
          isPending={isPending}
          onDiscard={() => {
            forget()
            onDiscard()
          }}
        />
        <WhereSaved word={word} />
      </div>
    </form>
  )
}

/** Who saved the word last, and where it is read. */
function WhereSaved({ word }: { word: SiteWord }) {
  const { page } = descriptions[word.name]
  return (
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
  )
}

/** Which words in braces are filled in, where the text has some. */
const FilledIn = ({ value }: { value: SiteValue }) =>
  /\{[a-z_]+\}/.test(asText(value)) && (
    <p className={writing.quiet}>
      In braces, these are filled in: {placeholders.map(each => `{${each}}`).join(', ')}.
    </p>
  )
