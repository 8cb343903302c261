import { Check, X } from 'lucide-react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FieldNote } from '../../ui/Field.tsx'
import { OwnFields } from './FactFields.tsx'
import { Progress } from './Progress.tsx'
import styles from './SubmissionCard.module.css'
import type { Submission, Submissions } from './submissions.ts'

type Props = {
  submission: Submission
  submissions: Submissions
  /** Whether it lies on the artboard. */
  isCurrent: boolean
  /** Whether any of the queue is on its way: then nothing is changed. */
  isBusy: boolean
  onShow: () => void
}

/** One logo of a queue: what it is called, and how far it has come. */
export function SubmissionCard({ submission, submissions, isCurrent, isBusy, onShow }: Props) {
  const { key, picture, fileName, faults, state, logo } = submission
  const isOpen = state === 'open' || state === 'failed'
  return (
    <li className={styles.card} data-current={isCurrent || undefined} data-state={state} onFocus={onShow}>
      <fieldset className={styles.facts} disabled={isBusy}>
        <legend className="visually-hidden">{fileName}</legend>
        <div className={styles.head}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the keyboard comes here by focus */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
          <span className={styles.thumb} onClick={onShow}>
            {picture && <img src={picture.url} alt="" />}
          </span>
          <p className={styles.name}>
            {state === 'sent' ? logo : fileName}
            <span className={styles.state}>
              {state === 'sent' && <Check size={14} aria-hidden />}
              {describe(submission)}
            </span>
          </p>
          {isOpen && !isBusy && (
            <IconButton
              label={`Remove ${fileName}`}
              data-fault={faults.file ? true : undefined}
              onClick={() => submissions.remove(key)}
            >
              <X size={18} aria-hidden />
            </IconButton>
          )}
        </div>
        {isOpen && faults.file && <FieldNote error={faults.file} />}
        {isOpen && picture && (
          <OwnFields
            name={key}
            facts={submission}
            faults={faults}
            onChange={patch => submissions.change(key, patch)}
            isCompact
          />
        )}
      </fieldset>
      {state === 'sending' && <Progress part={submission.progress} of={logo} />}
      {state === 'failed' && (
        <div className={styles.failure}>
          <FieldNote error={submission.failure} />
          <Button aria-label={`Try ${logo} again`} onClick={() => submissions.sendAll(key)}>
            Try again
          </Button>
        </div>
      )}
    </li>
  )
}

function describe({ state, progress, picture }: Submission) {
  if (state === 'waiting') return 'Waits for its turn'
  if (state === 'sending') return progress < 1 ? `${Math.round(progress * 100)} %` : 'Being stored…'
  if (state === 'sent') return 'In the gallery'
  if (!picture) return 'Cannot be sent'
  return `${picture.side} × ${picture.side} px`
}
