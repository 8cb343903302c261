import { Suspense } from 'react'
import { optional } from '../../lib/optional.ts'
import { readStored } from '../../lib/stored.ts'
import styles from './AnnouncementLine.module.css'

// The wall can do without it; and a file named like an advertisement would be blocked by filters.
const Announcement = optional(() => import('./Announcement.tsx'))

/** The place of the announcement above each section of Explore, until it was put away. */
export function AnnouncementLine() {
  if (readStored('promo')) return null
  return (
    <Suspense fallback={<div className={styles.place} />}>
      <Announcement />
    </Suspense>
  )
}
