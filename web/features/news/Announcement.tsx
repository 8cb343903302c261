import { ArrowRight, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PageWords } from '../../../shared/site-words.ts'
import { writeStored } from '../../lib/storage/storage.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import styles from './Announcement.module.css'

type Props = { ribbon: NonNullable<PageWords['ribbon']> }

/** A line above the wall that leads somewhere, until it is dismissed. */
export default function Announcement({ ribbon: { id, text, link } }: Props) {
  const [isGone, setIsGone] = useState(false)
  if (isGone) return null
  // The last sentence is the link; the text before it is cut on narrow screens.
  const [, fact, more = text] = /^(.*[.!?…])\s+(\S.*)$/s.exec(text) ?? []
  const line = (
    <>
      {fact && <span className={styles.fact}>{fact}</span>}
      {fact && ' '}
      <span className={styles.more}>
        {more}
        <ArrowRight size={14} aria-hidden />
      </span>
    </>
  )
  return (
    <aside className={styles.promo} aria-label="News">
      {link.startsWith('/') ? (
        <Link to={link} className={styles.link}>
          {line}
        </Link>
      ) : (
        <a href={link} className={styles.link} rel="noopener">
          {line}
        </a>
      )}
      <IconButton
        label="Dismiss"
        onClick={() => {
          writeStored('promo', id)
          document.documentElement.dataset.promo = id
          setIsGone(true)
          document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
        }}
      >
        <X size={16} aria-hidden />
      </IconButton>
    </aside>
  )
}
