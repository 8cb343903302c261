import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

type FieldProps = {
  label: string
  /** What is wrong, in words. Its line is always there, so nothing moves when it appears. */
  error?: string
  /** Stands in the error's line while nothing is wrong. */
  hint?: ReactNode
}

/** One line of text, labelled above, its error below. */
export function TextField({
  label,
  error,
  hint,
  end,
  ...input
}: FieldProps & ComponentProps<'input'> & { end?: ReactNode }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-has-end={end ? true : undefined}>
        <input
          type="text"
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
        />
        {end}
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}

/** Several lines of text. */
export function TextArea({ label, error, hint, ...input }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}

/** One of a few, side by side. */
export function Segments({
  label,
  error,
  options,
  names,
  chosen,
  ...input
}: FieldProps &
  ComponentProps<'input'> & {
    options: readonly string[]
    /** Where they are not the values. */
    names?: Record<string, string>
    /** The one that is chosen, where the caller keeps it; '' for none. */
    chosen?: string
  }) {
  const id = useId()
  return (
    <fieldset
      className={styles.field}
      aria-describedby={`${id}-note`}
      data-invalid={error ? true : undefined}
    >
      <legend className={styles.label}>{label}</legend>
      <div className={styles.segments}>
        {options.map(option => (
          <label key={option} className={styles.segment}>
            <input
              {...input}
              {...(chosen !== undefined && { checked: chosen === option })}
              type="radio"
              value={option}
              className="visually-hidden"
            />
            {names?.[option] ?? option}
          </label>
        ))}
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  )
}

/** The line under a field. */
export function FieldNote({ id, error, hint }: { id?: string; error?: string; hint?: ReactNode }) {
  return (
    <p
      id={id}
      className={styles.note}
      data-error={error ? true : undefined}
      role={error ? 'alert' : undefined}
    >
      {error ?? hint}
    </p>
  )
}
