import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useTitle } from '../lib/title.ts'
import { CropMarks } from './CropMarks.tsx'
import styles from './FormSheet.module.css'
import { Wordmark } from './Wordmark.tsx'

/** A page that is one form between crop marks, outside the shared layout. Nothing stands on it while `isWaiting`. */
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
  /** Other ways on, below the form. */
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
        <Wordmark height={30} />
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
