import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useTitle } from '../../lib/navigation/title.ts'
import { CropMarks } from '../../ui/display/CropMarks.tsx'
import { Wordmark } from '../../ui/display/Wordmark.tsx'
import styles from './FormSheet.module.css'

/** A page with a single form between crop marks, outside the shared layout. Empty while `isWaiting`. */
export function FormSheet({
  title,
  lead,
  links,
  isWide,
  isWaiting,
  children,
}: {
  title: string
  lead?: ReactNode
  /** Links below the form. */
  links?: ReactNode
  isWide?: boolean
  isWaiting?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)

  useEffect(() => {
    if (!isWaiting) heading.current?.focus()
  }, [isWaiting])

  if (isWaiting) return <main className={styles.page} />
  return (
    <main className={styles.page} id="main">
      <Link to="/" className={styles.home}>
        <Wordmark />
      </Link>
      <div className={styles.sheet} data-wide={isWide || undefined}>
        <CropMarks gap={28} />
        <h1 className={styles.title} ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        <div className={styles.body}>{children}</div>
        {links && <p className={styles.links}>{links}</p>}
      </div>
    </main>
  )
}
