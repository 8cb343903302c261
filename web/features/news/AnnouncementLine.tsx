import { Suspense } from 'react'
import { optional } from '../../lib/optional.ts'
import { readStored } from '../../lib/stored.ts'
import styles from './AnnouncementLine.module.css'

// Without it a wall is a wall; and a name that promises advertising would be filtered.
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
