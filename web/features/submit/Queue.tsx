import { useId, useRef, useState } from 'react'
import { logotypes } from '../../../shared/api/logos.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segments } from '../../ui/controls/Field.tsx'
import { MoreFiles } from './Artboard.tsx'
import { CreditFields, MadeForFields } from './FactFields.tsx'
import { FitAllButton } from './FitButton.tsx'
import { KeywordField } from './KeywordField.tsx'
import styles from './Queue.module.css'
import { SubmissionRow } from './SubmissionRow.tsx'
import { SubmitBar } from './SubmitBar.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { isBusy, isReady, lackingOf, type Work } from './work.ts'

type Props = { work: Work; submissions: UploadQueue }

/** Several logos: shared fields, a row for each, and a sticky bar with what is left to do. */
export function Queue({ work, submissions }: Props) {
  const rows = useRef<HTMLOListElement>(null)
  const all = work.submissions
  const isSending = isBusy(work)
  const sent = all.filter(s => s.state === 'sent').length
  return (
    <>
      <ForAll work={work} submissions={submissions} />
      <section className={styles.queue} aria-label="Queue">
        <header className={styles.head}>
          <p className={styles.count} role="status">
            {sent ? `${sent} of ${all.length} in the gallery` : formatCount(all.length, 'logo')}
          </p>
          <span className={styles.columns} aria-hidden>
            <span>Title</span>
            <span>Logotype</span>
            <span>Keywords</span>
          </span>
          <span className={styles.add}>
            <FitAllButton work={work} submissions={submissions} />
            <MoreFiles isDisabled={isSending} onFiles={submissions.addFiles} />
          </span>
        </header>
        <ol ref={rows}>
          {all.map(submission => (
            <SubmissionRow
              key={submission.key}
              submission={submission}
              submissions={submissions}
              defaults={work.defaults}
              isBusy={isSending}
            />
          ))}
        </ol>
      </section>
      <Bar
        work={work}
        onShow={(key, control) =>
          rows.current?.querySelector<HTMLElement>(`[data-key="${key}"] ${control}`)?.focus()
        }
      />
    </>
  )
}

/** The fields shared by the whole queue. */
function ForAll({ work, submissions }: Props) {
  const id = useId()
  const { defaults, shared, sharedFaults } = work
  // Wide windows show the credits beside the queue; narrow ones collapse them above it.
  const [isWide] = useState(() => matchMedia('(width >= 1200px)').matches)
  const isCredit = ([field, text]: [string, string | undefined]) => text && !/client|industry/.test(field)
  const filled = Object.entries(shared).filter(isCredit).length
  // A field with an error can be focused only while it is shown.
  const hasFault = Object.entries(sharedFaults).some(isCredit)
  const facts = { facts: shared, faults: sharedFaults, onChange: submissions.changeShared }
  return (
    <section className={styles.forAll} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        For all <span>fills what is empty</span>
      </h2>
      <fieldset className={styles.fields} disabled={isBusy(work)}>
        <Segments
          label="Logotype"
          options={logotypes}
          name="logotype-all"
          chosen={defaults.logotype}
          onChange={event => submissions.changeDefaults({ logotype: event.target.value })}
        />
        <KeywordField
          value={defaults.keywords}
          onChange={keywords => submissions.changeDefaults({ keywords })}
        />
        <MadeForFields {...facts} />
        <details className={styles.credits} open={isWide || hasFault}>
          <summary>{filled ? `Credits, ${filled} filled` : 'Credits'}</summary>
          <CreditFields {...facts} />
        </details>
      </fieldset>
    </section>
  )
}

type BarProps = {
  work: Work
  /** Focuses a control of a row. */
  onShow: (key: string, control: string) => void
}

/** How many logos are ready and incomplete, and the submit button. */
function Bar({ work, onShow }: BarProps) {
  const all = work.submissions
  const isSending = isBusy(work)
  const ready = all.filter(s => isReady(s, work)).length
  const failed = all.filter(s => s.state === 'failed').length
  const sent = all.filter(s => s.state === 'sent').length
  const { title, logotype, other } = lackingOf(work)
  const needs = (keys: string[], what: string) =>
    `${keys.length} ${keys.length === 1 ? 'needs' : 'need'} ${what}`
  const links = [
    { keys: title, words: needs(title, 'a title'), control: 'input' },
    { keys: logotype, words: needs(logotype, 'a logotype'), control: '[type=radio]' },
    { keys: other, words: `${other.length} can’t be sent`, control: ':is([aria-invalid], [data-fault])' },
  ].filter(({ keys }) => keys.length)
  return (
    <SubmitBar>
      <p role="status">
        {!isSending && `${ready} ready`}
        {!isSending &&
          links.map(({ keys, words, control }) => (
            <span key={control}>
              {' · '}
              <button type="button" className={styles.link} onClick={() => onShow(keys[0]!, control)}>
                {words}
              </button>
            </span>
          ))}
      </p>
      <Button kind="primary" type="submit" aria-disabled={isSending || undefined}>
        {isSending
          ? `Sending, ${sent} of ${all.length} done…`
          : failed > 0 && failed === ready
            ? `Try ${formatCount(failed, 'logo')} again`
            : ready
              ? `Submit ${formatCount(ready, 'logo')}`
              : 'Submit'}
      </Button>
    </SubmitBar>
  )
}
