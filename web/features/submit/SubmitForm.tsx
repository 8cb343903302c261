import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { maxImageSide } from '../../../shared/rules/image.ts'
import { SizePreview } from '../../domain/logos/SizePreview.tsx'
import { sessionQuery } from '../../lib/session/session.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldNote } from '../../ui/controls/Field.tsx'
import { Artboard } from './Artboard.tsx'
import { findDraft, holdDraft, keepDraft } from './draft.ts'
import { OwnFields, SharedFields } from './FactFields.tsx'
import { FitButton } from './FitButton.tsx'
import { focusFirstFault } from './focus-fault.ts'
import { Neighbours } from './Neighbours.tsx'
import { Queue } from './Queue.tsx'
import { useSubmitLogo } from './queries.ts'
import { SubmitBar } from './SubmitBar.tsx'
import styles from './SubmitForm.module.css'
import { UploadProgress } from './UploadProgress.tsx'
import { UploadQueue } from './upload-queue.ts'
import { isBusy, isUnsent, newWork, type Submission, type Work } from './work.ts'

type Props = {
  designerId: number
  /** Whether there is unsent work, and whether this browser can store it as a draft. */
  onUnsent: (is: boolean, isKept: boolean) => void
  onDone: () => void
}

/** The upload form for one logo or a queue. */
export function SubmitForm({ designerId, onUnsent, onDone }: Props) {
  const { mutateAsync: upload } = useSubmitLogo()
  const [submissions] = useState(() => new UploadQueue(upload))
  const work = useStore(submissions)
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
          <p>Another tab is saving your draft. What you enter here is saved only when you submit it.</p>
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

function Single({ work, submissions }: { work: Work; submissions: UploadQueue }) {
  const [submission] = work.submissions as [Submission]
  const { key, picture, faults, state, failure } = submission
  const isSending = isBusy(work)
  return (
    <>
      <div className={styles.stage}>
        <Artboard
          picture={picture && { url: picture.url, name: picture.file.name }}
          error={faults.file}
          hint={picture && (picture.note ?? sideHint(picture.side))}
          isDisabled={isSending}
          action={<FitButton submission={submission} submissions={submissions} isDisabled={isSending} />}
          onFiles={submissions.addFiles}
        />
        <div className={styles.sizes}>
          <SizePreview src={picture?.url} ground={picture && 'var(--paper)'} name="Your logo" />
        </div>
        {picture && <Neighbours key={picture.url} picture={picture} name={picture.file.name} />}
      </div>
      <div className={styles.facts}>
        <fieldset className={styles.fields} disabled={isSending}>
          <OwnFields facts={submission} faults={faults} onChange={patch => submissions.change(key, patch)} />
          <SharedFields facts={work.shared} faults={work.sharedFaults} onChange={submissions.changeShared} />
        </fieldset>
      </div>
      <SubmitBar>
        {state === 'sending' ? (
          <UploadProgress part={submission.progress} of={submission.logo} />
        ) : state === 'waiting' ? (
          <FieldNote hint={failure} />
        ) : (
          <FieldNote error={failure} />
        )}
        <Button kind="primary" type="submit" aria-disabled={isSending || undefined}>
          {state === 'waiting' && failure
            ? 'Waiting…'
            : isSending
              ? 'Submitting…'
              : state === 'failed'
                ? 'Try again'
                : 'Submit'}
        </Button>
      </SubmitBar>
    </>
  )
}

function sideHint(side: number) {
  return side < maxImageSide ? `${side} × ${side} px. 900 × 900 prints best.` : `${side} × ${side} px`
}

const keepPauseMs = 300

/**
 * Restores the stored draft and stores later input; in one tab at a time. A tab that has waited takes over when the other one is
 * closed, unless something has been entered in it: then the stored draft stays for the next visit.
 */
function useDraft(submissions: UploadQueue, designerId: number) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<'sought' | 'found' | 'none' | 'elsewhere'>('sought')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isSought = true
    const left = new AbortController()
    const keep = () => {
      clearTimeout(timer)
      // Signing out deletes the draft.
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
      if (left.signal.aborted || (found && isUnsent(submissions.read()))) return
      if (found) submissions.replace(found)
      isSought = false
      setState(found ? 'found' : 'none')
      await new Promise(resolve => left.signal.addEventListener('abort', resolve))
      await keep()
    }
    void holdDraft(hold, left.signal, () => setState('elsewhere'))
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
