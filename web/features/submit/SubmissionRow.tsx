import { Check, ChevronDown, X } from 'lucide-react'
import { useId, useState } from 'react'
import { logotypes } from '../../../shared/api/logos.ts'
import { checkKeywords } from '../../../shared/rules/keywords.ts'
import { SizePreview } from '../../domain/logos/SizePreview.tsx'
import { Button, IconButton } from '../../ui/controls/Button.tsx'
import { FieldNote, Segments, TextField } from '../../ui/controls/Field.tsx'
import { DescriptionField } from './FactFields.tsx'
import { FitButton } from './FitButton.tsx'
import { Neighbours } from './Neighbours.tsx'
import styles from './SubmissionRow.module.css'
import { UploadProgress } from './UploadProgress.tsx'
import type { UploadQueue } from './upload-queue.ts'
import type { Defaults, Submission } from './work.ts'

type Props = {
  submission: Submission
  submissions: UploadQueue
  /** What the queue fills in where the row is empty. */
  defaults: Defaults
  /** Whether the queue is being sent, which locks the fields. */
  isBusy: boolean
}

/** One logo of a queue: its facts in one line, the description on demand, its progress. */
export function SubmissionRow({ submission, submissions, defaults, isBusy }: Props) {
  const { key, picture, fileName, faults, state, logo } = submission
  const [isDescribed, setIsDescribed] = useState(false)
  const detailsId = useId()
  const isOpen = state === 'open' || state === 'failed'
  const isWritable = isOpen && picture !== undefined
  const isExpanded = isWritable && (isDescribed || faults.description !== undefined)
  return (
    <li className={styles.item} data-key={key} data-state={state}>
      <fieldset className={styles.row} disabled={isBusy}>
        <legend className="visually-hidden">{fileName}</legend>
        <span className={styles.thumb}>{picture && <img src={picture.url} alt="" />}</span>
        {isWritable ? (
          <RowFields submission={submission} submissions={submissions} defaults={defaults} />
        ) : (
          <p className={styles.name}>{state === 'sent' ? logo : fileName}</p>
        )}
        {isOpen && !isBusy ? (
          <RowTools
            submission={submission}
            onRemove={() => submissions.remove(key)}
            description={
              isWritable
                ? { id: detailsId, isOpen: isExpanded, onToggle: () => setIsDescribed(!isExpanded) }
                : undefined
            }
          />
        ) : (
          <p className={styles.state}>
            {state === 'sent' && <Check size={14} aria-hidden />}
            {describe(submission)}
          </p>
        )}
        {isOpen && <Wrong submission={submission} submissions={submissions} />}
      </fieldset>
      {isWritable && (
        <div className={styles.neighbours}>
          <Neighbours key={picture.url} picture={picture} name={fileName} />
        </div>
      )}
      <div id={detailsId} hidden={!isExpanded}>
        {isExpanded && (
          <fieldset className={styles.described} disabled={isBusy}>
            <DescriptionField
              value={submission.description}
              error={faults.description}
              onChange={description => submissions.change(key, { description })}
            />
            <SizePreview src={picture.url} ground="var(--paper)" name={logo || fileName} />
          </fieldset>
        )}
      </div>
      <Sending submission={submission} onRetry={() => submissions.sendAll(key)} />
    </li>
  )
}

type ToolsProps = {
  submission: Submission
  onRemove: () => void
  /** Missing while the row's fields can't be edited. */
  description: { id: string; isOpen: boolean; onToggle: () => void } | undefined
}

const RowTools = ({ submission: { fileName, faults }, onRemove, description }: ToolsProps) => (
  <span className={styles.tools}>
    {description && (
      <IconButton
        label={`Description of ${fileName}`}
        aria-expanded={description.isOpen}
        aria-controls={description.id}
        onClick={description.onToggle}
      >
        <ChevronDown size={18} aria-hidden />
      </IconButton>
    )}
    <IconButton label={`Remove ${fileName}`} data-fault={faults.file ? true : undefined} onClick={onRemove}>
      <X size={18} aria-hidden />
    </IconButton>
  </span>
)

/** How far the upload is, why it waits, or that it failed. */
function Sending({ submission, onRetry }: { submission: Submission; onRetry: () => void }) {
  const { state, progress, failure, logo } = submission
  return (
    <>
      {state === 'sending' && <UploadProgress part={progress} of={logo} />}
      {state === 'waiting' && failure && (
        <p className={styles.paused} role="status">
          {failure}
        </p>
      )}
      {state === 'failed' && (
        <div className={styles.failure}>
          <FieldNote error={failure} />
          <Button aria-label={`Try ${logo} again`} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </>
  )
}

function RowFields({ submission, submissions, defaults }: Omit<Props, 'isBusy'>) {
  const { key, faults, logo, logotype, keywords } = submission
  return (
    <>
      <div className={styles.title}>
        <TextField
          label="Title"
          isBare
          value={logo}
          error={faults.logo}
          autoComplete="off"
          onChange={event => submissions.change(key, { logo: event.target.value })}
        />
      </div>
      <div className={styles.logotype}>
        <Segments
          label="Logotype"
          isBare
          options={logotypes}
          name={`logotype-${key}`}
          chosen={logotype || defaults.logotype}
          error={faults.logotype}
          onChange={event => submissions.change(key, { logotype: event.target.value })}
        />
      </div>
      <div className={styles.keywords}>
        <TextField
          label="Keywords"
          isBare
          value={keywords}
          error={checkKeywords(keywords) ?? faults.keywords}
          hint="Separate with commas"
          placeholder={defaults.keywords.replaceAll(',', ', ') || 'rose, compass, serif'}
          autoComplete="off"
          autoCapitalize="none"
          onChange={event => submissions.change(key, { keywords: event.target.value })}
        />
      </div>
    </>
  )
}

/** The row's errors, and how its picture was fitted; each field also announces its own. A missing logotype is counted in the bar, and its field is red. */
function Wrong({ submission, submissions }: Pick<Props, 'submission' | 'submissions'>) {
  const { faults, keywords, picture, misfit } = submission
  const words = [faults.logo, checkKeywords(keywords) ?? faults.keywords].filter(Boolean).join(' ')
  if (faults.file)
    return (
      <div className={styles.wrong}>
        <FieldNote error={faults.file} />
        <FitButton submission={submission} submissions={submissions} size="small" />
      </div>
    )
  return (
    <>
      {words && (
        <p className={styles.wrong} aria-hidden>
          {words}
        </p>
      )}
      {picture && misfit && (
        <div className={styles.fitted}>
          <span>{picture.note}</span>
          <FitButton submission={submission} submissions={submissions} size="small" />
        </div>
      )}
    </>
  )
}

function describe({ state, progress, picture }: Submission) {
  if (state === 'waiting') return 'Waiting'
  if (state === 'sending') return progress < 1 ? `${Math.round(progress * 100)} %` : 'Uploading…'
  if (state === 'sent') return 'In the gallery'
  return picture ? '' : 'Can’t be sent'
}
