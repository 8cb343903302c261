import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { maxImageSide } from '../../../shared/rules/image.ts'
import { formatCount } from '../../lib/format.ts'
import { AtSize } from '../../ui/AtSize.tsx'
import { Button } from '../../ui/Button.tsx'
import { FieldNote } from '../../ui/Field.tsx'
import { Artboard } from './Artboard.tsx'
import { findDraft, keepDraft } from './draft.ts'
import { OwnFields, SharedFields } from './FactFields.tsx'
import { focusFirstFault } from './focus-fault.ts'
import { Progress } from './Progress.tsx'
import { useSubmitLogo } from './queries.ts'
import { SubmissionCard } from './SubmissionCard.tsx'
import styles from './SubmitForm.module.css'
import {
  isUnsent,
  makeSubmissions,
  newWork,
  type Submission,
  type Submissions,
  type Work,
} from './submissions.ts'

type Props = { designerId: number; onUnsent: (is: boolean) => void; onDone: () => void }

/** The upload of one logo, or of a queue of them. `onUnsent` tells whether something is not in the gallery yet. */
export function SubmitForm({ designerId, onUnsent, onDone }: Props) {
  const { mutateAsync: upload } = useSubmitLogo()
  const [submissions] = useState(() => makeSubmissions(upload))
  const work = useSyncExternalStore(submissions.subscribe, submissions.read)
  const [draft, forgetDraft] = useDraft(submissions, designerId)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => submissions.open(), [submissions])

  const unsent = isUnsent(work)
  const isDone = work.submissions.every(s => s.state === 'sent')
  useEffect(() => onUnsent(unsent), [unsent, onUnsent])
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone, onDone])

  if (draft === 'sought') return null
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!isBusy(work) && !submissions.sendAll()) focusFirstFault(form.current!)
      }}
    >
      {draft === 'found' && (
        <div className={styles.draft} role="status">
          <p>Your draft is back as you left it.</p>
          <Button onClick={forgetDraft}>Discard draft</Button>
        </div>
      )}
      {work.submissions.length > 1 ? (
        <Queue work={work} submissions={submissions} />
      ) : (
        <Single work={work} submissions={submissions} />
      )}
    </form>
  )
}

type PartProps = { work: Work; submissions: Submissions }

function Single({ work, submissions }: PartProps) {
  const [submission] = work.submissions as [Submission]
  const { key, picture, faults, state, failure } = submission
  const isSending = isBusy(work)
  return (
    <>
      <div className={styles.stage}>
        <Artboard
          picture={picture && { url: picture.url, name: picture.file.name }}
          error={faults.file}
          hint={picture && sideHint(picture.side)}
          isQueue={false}
          isDisabled={isSending}
          onFiles={submissions.addFiles}
        />
        <AtSize src={picture?.url} ground={picture && 'var(--paper)'} name="Your logo" />
      </div>
      <div className={styles.facts}>
        <fieldset className={styles.fields} disabled={isSending}>
          <OwnFields
            name="one"
            facts={submission}
            faults={faults}
            onChange={patch => submissions.change(key, patch)}
          />
          <SharedFields facts={work.shared} faults={work.sharedFaults} onChange={submissions.changeShared} />
        </fieldset>
        <div className={styles.end}>
          <Button kind="primary" type="submit" aria-disabled={isSending || undefined}>
            {isSending ? 'Submitting…' : state === 'failed' ? 'Try again' : 'Submit'}
          </Button>
          {state === 'sending' ? (
            <Progress part={submission.progress} of={submission.logo} />
          ) : (
            <FieldNote error={failure} />
          )}
        </div>
      </div>
    </>
  )
}

function Queue({ work, submissions }: PartProps) {
  const [shown, setShown] = useState('')
  const all = work.submissions
  const current = all.find(s => s.key === shown) ?? all[0]!
  const isSending = isBusy(work)
  const sent = all.filter(s => s.state === 'sent').length
  const failed = all.filter(s => s.state === 'failed').length
  const wrong = all.filter(s => s.state === 'open' && Object.keys(s.faults).length).length
  return (
    <>
      <div className={styles.stage}>
        <Artboard
          picture={current.picture && { url: current.picture.url, name: current.fileName }}
          hint={current.picture && sideHint(current.picture.side)}
          isQueue
          isDisabled={isSending}
          onFiles={submissions.addFiles}
        />
        <AtSize
          src={current.picture?.url}
          ground={current.picture && 'var(--paper)'}
          name={current.logo || current.fileName}
        />
      </div>
      <div className={styles.facts}>
        <section aria-label="Queue">
          <p className={styles.count} role="status">
            {sent ? `${sent} of ${all.length} in the gallery` : formatCount(all.length, 'logo')}
          </p>
          <ol>
            {all.map(submission => (
              <SubmissionCard
                key={submission.key}
                submission={submission}
                submissions={submissions}
                isCurrent={submission === current}
                isBusy={isSending}
                onShow={() => setShown(submission.key)}
              />
            ))}
          </ol>
        </section>
        <fieldset className={styles.fields} disabled={isSending}>
          <legend className={styles.forAll}>For all of them</legend>
          <SharedFields facts={work.shared} faults={work.sharedFaults} onChange={submissions.changeShared} />
        </fieldset>
        <div className={styles.end}>
          <Button kind="primary" type="submit" aria-disabled={isSending || undefined}>
            {isSending
              ? `Sending, ${sent} of ${all.length} done…`
              : failed === all.length - sent
                ? `Try ${formatCount(failed, 'logo')} again`
                : `Submit ${formatCount(all.length - sent, 'logo')}`}
          </Button>
          <FieldNote
            error={wrong ? `${formatCount(wrong, 'logo')} of the queue cannot be sent yet.` : undefined}
          />
        </div>
      </div>
    </>
  )
}

const isBusy = ({ submissions }: Work) =>
  submissions.some(({ state }) => state === 'waiting' || state === 'sending')

function sideHint(side: number) {
  return side < maxImageSide ? `${side} × ${side} px. 900 × 900 prints best.` : `${side} × ${side} px`
}

const keepPauseMs = 300

/** Brings back what was left here, and keeps what is entered from then on. */
function useDraft(submissions: Submissions, designerId: number) {
  const [state, setState] = useState<'sought' | 'found' | 'none'>('sought')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isSought = true
    let isLeft = false
    const keep = () => {
      clearTimeout(timer)
      if (!isSought) void keepDraft(designerId, submissions.read())
    }
    const unsubscribe = submissions.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(keep, keepPauseMs)
    })
    addEventListener('pagehide', keep)
    void findDraft(designerId).then(found => {
      if (isLeft) return
      if (found) submissions.replace(found)
      isSought = false
      setState(found ? 'found' : 'none')
    })
    return () => {
      isLeft = true
      keep()
      unsubscribe()
      removeEventListener('pagehide', keep)
    }
  }, [submissions, designerId])
  const forget = () => {
    submissions.replace(newWork())
    setState('none')
  }
  return [state, forget] as const
}
