import { ArrowRight, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { writeStored } from '../../lib/storage/storage.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import styles from './Announcement.module.css'

/** A line above the wall that links to the post on the redesign, until it is dismissed. */
export default function Announcement() {
  const [isGone, setIsGone] = useState(false)
  if (isGone) return null
  return (
    <aside className={styles.promo} aria-label="News">
      <Link to="/news/the-wall-rehung" className={styles.link}>
        <span className={styles.fact}>The wall has been rehung.</span>{' '}
        <span className={styles.more}>
          Read about the redesign
          <ArrowRight size={14} aria-hidden />
        </span>
      </Link>
      <IconButton
        label="Dismiss"
        onClick={() => {
          writeStored('promo', 'seen')
          setIsGone(true)
          document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
        }}
      >
        <X size={16} aria-hidden />
      </IconButton>
    </aside>
  )
}
