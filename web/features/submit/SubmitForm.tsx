import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { formatCount } from '../../../shared/rules/format.ts'
import { maxImageSide } from '../../../shared/rules/image.ts'
import { sessionQuery } from '../../lib/session.ts'
import { AtSize } from '../../ui/AtSize.tsx'
import { Button } from '../../ui/Button.tsx'
import { FieldNote } from '../../ui/Field.tsx'
import { Artboard } from './Artboard.tsx'
import { findDraft, holdDraft, keepDraft } from './draft.ts'
import { OwnFields, SharedFields } from './FactFields.tsx'
import { focusFirstFault } from './focus-fault.ts'
import { Progress } from './Progress.tsx'
import { useSubmitLogo } from './queries.ts'
import { SubmissionCard } from './SubmissionCard.tsx'
import styles from './SubmitForm.module.css'
import {
  isReady,
  isUnsent,
  makeSubmissions,
  newWork,
  type Submission,
  type Submissions,
  type Work,
} from './submissions.ts'

type Props = {
  designerId: number
  /** Whether something is not in the gallery yet, and whether this browser would keep it as a draft. */
  onUnsent: (is: boolean, isKept: boolean) => void
  onDone: () => void
}

/** The upload of one logo, or of a queue of them. */
export function SubmitForm({ designerId, onUnsent, onDone }: Props) {
  const { mutateAsync: upload } = useSubmitLogo()
  const [submissions] = useState(() => makeSubmissions(upload))
  const work = useSyncExternalStore(submissions.subscribe, submissions.read)
  const [draft, forgetDraft] = useDraft(submissions, designerId)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => submissions.open(), [submissions])

  const unsent = isUnsent(work)
  const isDone = work.submissions.every(s => s.state === 'sent')
  useEffect(() => onUnsent(unsent, draft !== 'elsewhere'), [unsent, draft, onUnsent])
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
      {draft === 'found' && work.submissions.every(s => s.state === 'open') && (
        <div className={styles.draft} role="status">
          <p>Your draft is back as you left it.</p>
          <Button onClick={forgetDraft}>Discard draft</Button>
        </div>
      )}
      {draft === 'elsewhere' && (
        <div className={styles.draft} role="status">
          <p>Another tab is keeping your draft. What you enter here is kept only once it is submitted.</p>
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
  const ready = all.filter(s => isReady(s, work)).length
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
          <SharedFields
            facts={work.shared}
            faults={work.sharedFaults}
            onChange={submissions.changeShared}
            isForAll
          />
        </fieldset>
        <div className={styles.end}>
          <Button kind="primary" type="submit" aria-disabled={isSending || undefined}>
            {isSending
              ? `Sending, ${sent} of ${all.length} done…`
              : failed > 0 && failed === ready
                ? `Try ${formatCount(failed, 'logo')} again`
                : ready
                  ? `Submit ${formatCount(ready, 'logo')}`
                  : 'Submit'}
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

/** Brings back what was left here, and keeps what is entered from then on; in one tab at a time. */
function useDraft(submissions: Submissions, designerId: number) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<'sought' | 'found' | 'none' | 'elsewhere'>('sought')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isSought = true
    const left = new AbortController()
    const keep = () => {
      clearTimeout(timer)
      // Whoever signs out leaves nothing behind.
      const session = queryClient.getQueryData(sessionQuery.queryKey)
      if (isSought || !session?.isAuthenticated || session.designerId !== designerId) return
      return keepDraft(designerId, submissions.read())
    }
    const unsubscribe = submissions.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(keep, keepPauseMs)
    })
    addEventListener('pagehide', keep)
    const hold = async () => {
      const found = await findDraft(designerId)
      if (left.signal.aborted) return
      if (found) submissions.replace(found)
      isSought = false
      setState(found ? 'found' : 'none')
      await new Promise(resolve => left.signal.addEventListener('abort', resolve))
      await keep()
    }
    void holdDraft(hold, left.signal).then(isHeld => {
      if (!isHeld && !left.signal.aborted) setState('elsewhere')
    })
    return () => {
      left.abort()
      unsubscribe()
      removeEventListener('pagehide', keep)
      clearTimeout(timer)
    }
  }, [submissions, designerId, queryClient])
  const forget = () => {
    submissions.replace(newWork())
    setState('none')
  }
  return [state, forget] as const
}
