import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

type FieldProps = {
  label: string
  /** The error message. Its line is always reserved, so the layout does not shift when it appears. */
  error?: ReactNode
  /** Shown in the error's line while there is no error. */
  hint?: ReactNode
  /** Label and note are visually hidden, but announced: for a field in a table row. */
  isBare?: boolean
}

/** Attributes that connect a control with its label and error, and its class. */
type Control = Pick<ComponentProps<'input'>, 'id' | 'className' | 'aria-invalid' | 'aria-describedby'>

/** Any control with its label above and its error below. */
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
export function TextArea({ label, error, hint, isBare, ...input }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} isBare={isBare}>
      {control => <textarea {...input} {...control} />}
    </Field>
  )
}

/** A select; its options are the children. */
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

/** A radio group as segments side by side. */
export function Segments({
  label,
  error,
  isBare,
  options,
  names,
  chosen,
  isLocked,
  ...input
}: FieldProps &
  ComponentProps<'input'> & {
    options: readonly string[]
    /** Labels, where they differ from the values. */
    names?: Record<string, string>
    /** The chosen value of a controlled group; '' for none. */
    chosen?: string
    /** No other one can be chosen; react-hook-form takes a radio button that is `disabled` itself for one without a value. */
    isLocked?: boolean
  }) {
  const id = useId()
  return (
    <fieldset
      className={styles.field}
      disabled={isLocked}
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
