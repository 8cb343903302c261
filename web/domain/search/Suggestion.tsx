import type { ComponentProps, ReactNode } from 'react'
import styles from './Suggestion.module.css'

/** An option of a list of suggestions: a name with a picture and the number of its logos. */
export function Suggestion({
  before,
  name,
  count,
  ...option
}: ComponentProps<'div'> & { before?: ReactNode; name: string; count?: ReactNode }) {
  return (
    <div {...option} className={styles.option}>
      {before}
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>{count}</span>
    </div>
  )
}
