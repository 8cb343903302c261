import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

type FieldProps = {
  label: string
  /** What is wrong, in words. Its line is always there, so nothing moves when it appears. */
  error?: ReactNode
  /** Shown in the error's line while nothing is wrong. */
  hint?: ReactNode
  /** Label and note are read out, but not shown: for a field in a table's row. */
  isBare?: boolean
}

/** What ties a control to its label and its error, and makes it look like the others. */
type Control = Pick<ComponentProps<'input'>, 'id' | 'className' | 'aria-invalid' | 'aria-describedby'>

/** Any control, labelled above, its error below. */
export function Field({
  label,
  error,
  hint,
  isBare,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={isBare ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        {children({
          id,
          className: styles.input,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': `${id}-note`,
        })}
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={hint} isBare={isBare} />
    </div>
  )
}

/** One line of text; `end` is a button within it. */
export function TextField({
  label,
  error,
  hint,
  isBare,
  end,
  ...input
}: FieldProps & ComponentProps<'input'> & { end?: ReactNode }) {
  return (
    <Field label={label} error={error} hint={hint} isBare={isBare}>
      {control => (
        <>
          <input type="text" {...input} {...control} />
          {end}
        </>
      )}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({ label, error, hint, ...input }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {control => <textarea {...input} {...control} />}
    </Field>
  )
}

/** One of many, from a list. The options are the children. */
export function SelectField({ label, error, hint, ...select }: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {control => (
        <div className={styles.select}>
          <select {...select} {...control} />
          <ChevronDown size={18} aria-hidden />
        </div>
      )}
    </Field>
  )
}

/** One of a few, side by side. */
export function Segments({
  label,
  error,
  isBare,
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
      <legend className={isBare ? 'visually-hidden' : styles.label}>{label}</legend>
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
      <FieldNote id={`${id}-note`} error={error} isBare={isBare} />
    </fieldset>
  )
}

/** The line under a field. */
export function FieldNote({
  id,
  error,
  hint,
  isBare,
}: { id?: string } & Pick<FieldProps, 'error' | 'hint' | 'isBare'>) {
  return (
    <p
      id={id}
      className={isBare ? 'visually-hidden' : styles.note}
      data-hint={hint ? true : undefined}
      data-error={error ? true : undefined}
      role={error ? 'alert' : undefined}
    >
      {error ?? hint}
    </p>
  )
}
