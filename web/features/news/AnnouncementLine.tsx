import { Suspense } from 'react'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'
import { readStored } from '../../lib/storage/storage.ts'
import styles from './AnnouncementLine.module.css'

// Optional code; the file's name avoids words that advertisement filters block.
const Announcement = lazyOptional(() => import('./Announcement.tsx'))

/** The announcement above each section of Explore, until it is dismissed. */
export function AnnouncementLine() {
  if (readStored('promo')) return null
  return (
    <Suspense fallback={<div className={styles.place} />}>
      <Announcement />
    </Suspense>
  )
}
