import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import field from './Field.module.css'
import { FieldNote } from './Field.tsx'
import styles from './SelectField.module.css'

/** One of many, from a list; labelled above, its error below. The options are the children. */
export function SelectField({
  label,
  error,
  hint,
  ...select
}: { label: string; error?: string; hint?: ReactNode } & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          {...select}
          id={id}
          className={field.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
        />
        <ChevronDown size={18} aria-hidden />
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}
