import { Suspense } from 'react'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'
import { readStored } from '../../lib/storage/storage.ts'
import styles from './AnnouncementLine.module.css'

// The wall can do without it; and a file named like an advertisement would be blocked by filters.
const Announcement = lazyOptional(() => import('./Announcement.tsx'))

/** The place of the announcement above each section of Explore, until it was put away. */
export function AnnouncementLine() {
  if (readStored('promo')) return null
  return (
    <Suspense fallback={<div className={styles.place} />}>
      <Announcement />
    </Suspense>
  )
}
