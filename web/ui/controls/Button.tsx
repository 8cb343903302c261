import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './Button.module.css'

type Kind = 'primary' | 'secondary' | 'quiet'

/** A button 44 px high. `primary` at most once per view. */
export function Button({ kind = 'secondary', ...props }: ComponentProps<'button'> & { kind?: Kind }) {
  return <button type="button" {...props} className={styles.button} data-kind={kind} />
}

/** A link that looks like a button. */
export function ButtonLink({ kind = 'secondary', ...props }: ComponentProps<typeof Link> & { kind?: Kind }) {
  return <Link {...props} className={styles.button} data-kind={kind} />
}

/** An icon alone; `label` is its name. */
export function IconButton({ label, ...props }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" {...props} className={styles.icon} aria-label={label} />
}
