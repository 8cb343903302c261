import { Suspense } from 'react'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'
import { site } from '../../lib/site.ts'
import styles from './AnnouncementLine.module.css'

// Optional code; the file's name avoids words that advertisement filters block.
const Announcement = lazyOptional(() => import('./Announcement.tsx'))

/** The announcement above each section of Explore, until it is dismissed. */
export function AnnouncementLine() {
  const { ribbon } = site()
  if (!ribbon || document.documentElement.dataset.promo) return null
  return (
    <Suspense fallback={<div className={styles.place} />}>
      <Announcement ribbon={ribbon} />
    </Suspense>
  )
}
