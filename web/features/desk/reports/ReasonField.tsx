import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { readStored, writeStored } from '../../../lib/storage/storage.ts'
import styles from './Reports.module.css'

const storedAt = 'desk-reasons'

function readReasons(): string[] {
  const stored: unknown = JSON.parse(readStored(storedAt) ?? '[]')
  return Array.isArray(stored) ? stored.filter(each => typeof each === 'string').slice(0, 3) : []
}

/** Stores a reason as the newest of the last three. */
export function keepReason(reason: string) {
  const others = readReasons().filter(each => each !== reason)
  writeStored(storedAt, JSON.stringify([reason, ...others].slice(0, 3)))
}

type Props = {
  ref: Ref<HTMLInputElement>
  value: string
  /** The id of the element that says why the decision was refused. */
  describedBy: string | undefined
  onChange: (value: string) => void
  /** Escape was pressed while the list is closed. */
  onLeave: () => void
}

/** The reason of a decision. While the field is empty, the last three reasons are offered (a combobox). */
export function ReasonField({ ref, value, describedBy, onChange, onLeave }: Props) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const offered = isOpen && !value ? readReasons() : []
  const pick = (reason: string) => {
    onChange(reason)
    setIsOpen(false)
    setActive(-1)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = offered[active]
    if (step && offered.length > 0)
      setActive((Math.max(active, step < 0 ? 0 : -1) + step + offered.length) % offered.length)
    else if (event.key === 'Enter' && chosen) pick(chosen)
    else if (event.key === 'Escape' && offered.length > 0) setIsOpen(false)
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.reason}>
      <input
        ref={ref}
        type="text"
        role="combobox"
        aria-label="Why"
        aria-expanded={offered.length > 0}
        aria-controls={id}
        aria-describedby={describedBy}
        aria-activedescendant={offered[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder="Why (emailed)"
        value={value}
        maxLength={200}
        onChange={event => {
          setIsOpen(true)
          setActive(-1)
          onChange(event.target.value)
        }}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={press}
      />
      <div
        id={id}
        role="listbox"
        aria-label="Reasons used last"
        className={styles.reasons}
        hidden={offered.length === 0}
      >
        {offered.map((reason, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys pick an option
          <div
            key={reason}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === active}
            tabIndex={-1}
            // Keeps the focus in the field.
            onPointerDown={event => event.preventDefault()}
            onClick={() => pick(reason)}
          >
            {reason}
          </div>
        ))}
      </div>
    </div>
  )
}
