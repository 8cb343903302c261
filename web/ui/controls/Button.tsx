import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './Button.module.css'

type Kind = 'primary' | 'secondary' | 'quiet'

/** `small` is 36 px high, and on a phone 44 px like the others. */
type Look = { kind?: Kind; size?: 'small' | undefined }

/** A button 44 px high. `primary` at most once per view. */
export function Button({ kind = 'secondary', size, ...props }: ComponentProps<'button'> & Look) {
  return <button type="button" {...props} className={styles.button} data-kind={kind} data-size={size} />
}

/** A link that looks like a button. */
export function ButtonLink({ kind = 'secondary', size, ...props }: ComponentProps<typeof Link> & Look) {
  return <Link {...props} className={styles.button} data-kind={kind} data-size={size} />
}

/** An icon alone; `label` is its name. */
export function IconButton({ label, ...props }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" {...props} className={styles.icon} aria-label={label} />
}
