import type { ComponentProps } from 'react'
import styles from './Suggestion.module.css'

/** An option of a list of suggestions: a name, and how many logos bear it. */
export function Suggestion({
  name,
  count,
  ...option
}: ComponentProps<'div'> & { name: string; count: string }) {
  return (
    <div {...option} className={styles.option}>
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>{count}</span>
    </div>
  )
}
