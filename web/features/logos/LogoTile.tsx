import { Fragment, memo, type ReactNode } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { listAwards } from '../../../shared/rules/awards.ts'
import { navigateTo, onPlainClick } from '../../lib/navigation/navigate.ts'
import { LikeButton } from './LikeButton.tsx'
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
  /** The caption: the designer, or the title where all logos are one designer's. */
  caption: 'company' | 'title'
  /** Leaves the books out of the caption: the page is about one book. */
  hidesAwards?: boolean
  /** Replaces the save button in the caption. */
  action?: (logo: Logo) => ReactNode
}

/** A logo on the wall. All its text is in the caption: nothing covers the picture. */
export const LogoTile = memo(function LogoTile({
  logo,
  href,
  onOpen,
  width,
  isEager,
  caption,
  hidesAwards,
  action,
}: Props) {
  return (
    <li className={styles.tile} data-logo={logo.logo_id}>
      <a href={href} className={`framed ${styles.art}`} onClick={onPlainClick(() => onOpen(logo.logo_id))}>
        <LogoPicture
          logo={logo}
          alt={`${logo.logo} by ${logo.company}`}
          sizes={`${width}px`}
          isEager={isEager}
        />
      </a>
      <TileCaption logo={logo} caption={caption} hidesAwards={hidesAwards}>
        {action ? action(logo) : <SaveButton logo={logo} variant="tile" />}
        <LikeButton logo={logo} variant="tile" />
      </TileCaption>
    </li>
  )
})

type CaptionProps = Pick<Props, 'logo' | 'caption' | 'hidesAwards'> & { children?: ReactNode }

/** The designer or the title, the books it is in, and the controls. */
export function TileCaption({ logo, caption, hidesAwards, children }: CaptionProps) {
  const awards = hidesAwards ? [] : listAwards(logo)
  return (
    <div className={styles.caption}>
      <PageLink
        path={caption === 'company' && logo.slug && `/designers/${logo.slug}?tab=logos`}
        className={styles.name}
        text={caption === 'company' ? logo.company : logo.logo}
      />
      {awards.length > 0 && (
        <span className={styles.awards}>
          {awards.map(({ name, path }, i) => (
            <Fragment key={name}>
              {i > 0 && ' · '}
              <PageLink path={path} className={styles.award} text={name} />
            </Fragment>
          ))}
        </span>
      )}
      {children}
    </div>
  )
}

/** A link to a page of the site; plain text without an address. */
function PageLink({ path, className, text }: { path: string | false; className?: string; text: string }) {
  if (!path) return <span className={className}>{text}</span>
  return (
    <a href={path} className={className} onClick={onPlainClick(() => navigateTo(path))}>
      {text}
    </a>
  )
}

/** The placeholder of a tile that is loading. */
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
