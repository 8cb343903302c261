import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ReportDecision } from '../../../../shared/api/desk/reports.ts'
import { dayMs } from '../../../../shared/rules/time.ts'
import { useUnsentWork } from '../../../lib/navigation/unsent-work.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { type Case, type Choice, choicesOf } from './cases.ts'
import { keepReason, ReasonField } from './ReasonField.tsx'
import styles from './Reports.module.css'
import { useKeys } from './use-keys.ts'

export type Decided = { choice: Choice; why: string; until?: string }
/** A decision that the server refused; `isOfEnd`: for the end of the suspension. */
export type Refused = { decided: Decided; sentence: string; isOfEnd: boolean }

type Props = {
  /** The open case, or the selected ones. */
  cases: readonly Case[]
  isSelection: boolean
  /** What was decided about the case before: the bar begins with it, and says why it was not saved. */
  refused: Refused | undefined
  onDecide: (decided: Decided) => void
  onClear: () => void
  /** Moves the focus back to the queue. */
  onLeave: () => void
}

/** The foot of the room: buttons and keys for the decisions, the reason, and the button that confirms. */
export function DecisionBar({ cases, isSelection, refused, onDecide, onClear, onLeave }: Props) {
  const before = refused?.decided
  const [decision, setDecision] = useState<ReportDecision | undefined>(before?.choice.decision)
  const [why, setWhy] = useState(before?.why ?? '')
  const [until, setUntil] = useState(before?.until?.slice(0, 10) ?? '')
  const reason = useRef<HTMLInputElement>(null)
  const day = useRef<HTMLInputElement>(null)
  useUnsentWork(why !== '')
  useEffect(() => {
    if (refused) (refused.isOfEnd ? day : reason).current?.focus()
  }, [refused])
  const offered = choicesOf(cases)
  const choice = offered.find(each => each.isPossible && each.choice.decision === decision)?.choice
  const isSuspension = choice?.decision === 'suspend'
  const isReady = choice && why.trim() && (!isSuspension || until)

  const choose = (chosen: Choice) => {
    setDecision(chosen.decision)
    // A suspension needs its end first. That field is rendered with the next paint.
    if (chosen.decision === 'suspend') requestAnimationFrame(() => day.current?.focus())
    else reason.current?.focus()
  }
  const confirm = () => {
    if (!choice || !isReady) return
    keepReason(why.trim())
    onDecide({ choice, why: why.trim(), ...(isSuspension && { until: `${until}T00:00:00.000Z` }) })
  }
  useKeys((key, event) => {
    const pressed = /^[1-5]$/.test(key) ? offered[Number(key) - 1] : undefined
    const isOnControl = (event.target as Element).closest('button, a:not([aria-current])')
    if (pressed?.isPossible) choose(pressed.choice)
    else if (key === 'enter' && choice && !isOnControl) confirm()
    else return
    event.preventDefault()
  })
  return (
    <form
      className={styles.foot}
      aria-label="Decision"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        confirm()
      }}
    >
      {isSelection && <Selection count={cases.length} onClear={onClear} />}
      <Choices offered={offered} chosen={choice} onChoose={choose} />
      {isSuspension && (
        <label className={styles.until}>
          Until (UTC)
          <input
            ref={day}
            type="date"
            value={until}
            min={tomorrow()}
            aria-invalid={refused?.isOfEnd || undefined}
            onChange={event => setUntil(event.target.value)}
          />
        </label>
      )}
      {refused && (
        <p className={styles.refusal} role="alert">
          {refused.sentence || 'The decision wasn’t saved.'}
        </p>
      )}
      <ReasonField ref={reason} value={why} onChange={setWhy} onLeave={onLeave} />
      <Button kind="primary" type="submit" disabled={!isReady}>
        {!choice ? 'Decide' : isSelection ? `${choice.label} ${cases.length}` : `${choice.label}, next`}
        <kbd aria-hidden>↵</kbd>
      </Button>
    </form>
  )
}

const Selection = ({ count, onClear }: { count: number; onClear: () => void }) => (
  <p className={styles.selection}>
    <span role="status">{count} selected</span>
    <button type="button" onClick={onClear}>
      Clear
    </button>
  </p>
)

type ChoicesProps = {
  offered: ReturnType<typeof choicesOf>
  chosen: Choice | undefined
  onChoose: (choice: Choice) => void
}

const Choices = ({ offered, chosen, onChoose }: ChoicesProps) => (
  <fieldset className={styles.choices}>
    <legend className="visually-hidden">Decision</legend>
    {offered.map(({ choice, isPossible }, i) => (
      <Button
        key={choice.label}
        aria-pressed={choice === chosen}
        aria-keyshortcuts={String(i + 1)}
        disabled={!isPossible}
        onClick={() => onChoose(choice)}
      >
        {choice.label}
        <kbd aria-hidden>{i + 1}</kbd>
      </Button>
    ))}
  </fieldset>
)

const tomorrow = () => new Date(Date.now() + dayMs).toISOString().slice(0, 10)
