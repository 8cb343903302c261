import { X } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
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
  /** How wide the tile stands, in px. */
  width: number
  isEager: boolean
  /** It is the one that grows into the stage, or just came back. */
  isHero: boolean
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
  isHero,
  hovers,
  caption,
  onRemove,
}: Props) {
  return (
    <li className={styles.tile} data-logo={logo.logo_id}>
      <div className={styles.frame}>
        <Link
          to={href}
          className={styles.art}
          preventScrollReset
          onClick={event => {
            if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            onOpen(logo.logo_id)
          }}
        >
          <LogoPicture
            logo={logo}
            alt={`${logo.logo} by ${logo.company}`}
            sizes={`${width}px`}
            isEager={isEager}
            transitionName={isHero ? 'art' : undefined}
          />
          <BookTabs logo={logo} />
        </Link>
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
          <Link to={`/designers/${logo.slug}?tab=logos`} className={styles.name}>
            {logo.company}
          </Link>
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
