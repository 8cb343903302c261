import { X } from 'lucide-react'
import { memo } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { go, isPlainClick } from '../../lib/go.ts'
import { BookTabs } from './BookTabs.tsx'
import { LikeButton, LikeCount } from './LikeButton.tsx'
import { LogoPicture } from './LogoPicture.tsx'
import styles from './LogoTile.module.css'
import { SaveButton } from './SaveButton.tsx'

type Props = {
  logo: Logo
  /** The address that opens it. */
  href: string
  onOpen: (logoId: number) => void
  /** How wide a picture it needs, in px. */
  width: number
  isEager: boolean
  /** There is a pointer that hovers; else the count's heart is the button. */
  hovers: boolean
  /** What stands under it: whose it is, or, where they are all of one designer, what it is. */
  caption: 'company' | 'title'
  onRemove?: (logo: Logo) => void
}

/** A logo on the wall, with its credit. */
export const LogoTile = memo(function LogoTile({
  logo,
  href,
  onOpen,
  width,
  isEager,
  hovers,
  caption,
  onRemove,
}: Props) {
  const designer = `/designers/${logo.slug}?tab=logos`
  return (
    <li className={styles.tile} data-logo={logo.logo_id}>
      <div className={styles.frame}>
        <a
          href={href}
          className={styles.art}
          onClick={event => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            onOpen(logo.logo_id)
          }}
        >
          <LogoPicture
            logo={logo}
            alt={`${logo.logo} by ${logo.company}`}
            sizes={`${width}px`}
            isEager={isEager}
          />
          <BookTabs logo={logo} />
        </a>
        {onRemove && (
          <button
            type="button"
            className={styles.remove}
            data-remove
            aria-label={`Remove ${logo.logo}`}
            onClick={() => onRemove(logo)}
          >
            <X size={18} aria-hidden />
          </button>
        )}
        {hovers && (
          <div className={styles.actions}>
            <SaveButton logo={logo} look="action" />
            <LikeButton logo={logo} look="action" />
          </div>
        )}
      </div>
      <div className={styles.caption}>
        {caption === 'company' && logo.slug ? (
          <a
            href={designer}
            className={styles.name}
            onClick={event => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              go(designer)
            }}
          >
            {logo.company}
          </a>
        ) : (
          <span className={styles.name}>{caption === 'company' ? logo.company : logo.logo}</span>
        )}
        {hovers ? <LikeCount logo={logo} /> : <LikeButton logo={logo} look="count" />}
      </div>
    </li>
  )
})

/** The place of a tile that is still coming. */
export function TileSkeleton() {
  return (
    <li className={styles.tile} aria-hidden>
      <div className={styles.blank} />
      <div className={styles.caption}>
        <span className={styles.bar} />
      </div>
    </li>
  )
}
