import { type FormEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
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
  /** What was decided about these cases before: the bar begins with it, and says why it was not saved. */
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
  const [until, setUntil] = useState(before?.until?.split('T')[0] ?? '')
  /** The refusal is shown until what was refused is changed. */
  const [refusal, setRefusal] = useState(refused)
  const refusalId = useId()
  const reason = useRef<HTMLInputElement>(null)
  const day = useRef<HTMLInputElement>(null)
  useUnsentWork(why !== '')
  useEffect(() => {
    if (refusal && document.activeElement === document.body) (refusal.isOfEnd ? day : reason).current?.focus()
  }, [refusal])
  const offered = choicesOf(cases)
  const choice = offered.find(each => each.isPossible && each.choice.decision === decision)?.choice
  const isSuspension = choice?.decision === 'suspend'
  const isReady = choice && why.trim() && (!isSuspension || until)

  const choose = (chosen: Choice) => {
    setDecision(chosen.decision)
    setRefusal(undefined)
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
        <Until
          ref={day}
          value={until}
          refusedBy={refusal?.isOfEnd ? refusalId : undefined}
          onChange={text => {
            setUntil(text)
            setRefusal(undefined)
          }}
        />
      )}
      {refusal && (
        <p id={refusalId} className={styles.refusal} role="alert">
          {refusal.sentence}
        </p>
      )}
      <ReasonField
        ref={reason}
        value={why}
        describedBy={refusal && !refusal.isOfEnd ? refusalId : undefined}
        onChange={text => {
          setWhy(text)
          setRefusal(undefined)
        }}
        onLeave={onLeave}
      />
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

type UntilProps = {
  ref: Ref<HTMLInputElement>
  value: string
  /** The id of the element that says why this end was refused. */
  refusedBy: string | undefined
  onChange: (value: string) => void
}

const Until = ({ ref, value, refusedBy, onChange }: UntilProps) => (
  <label className={styles.until}>
    Until (UTC)
    <input
      ref={ref}
      type="date"
      value={value}
      min={tomorrow()}
      max="9999-12-31"
      aria-invalid={refusedBy ? true : undefined}
      aria-describedby={refusedBy}
      onChange={event => onChange(event.target.value)}
    />
  </label>
)

const tomorrow = () => new Date(Date.now() + dayMs).toISOString().slice(0, 10)
