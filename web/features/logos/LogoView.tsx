import type { ElementType, Ref } from 'react'
import { Link } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { avifSet, imageUrl, webpSet } from '../../../shared/rules/image-url.ts'
import { stageSizes } from '../../../shared/rules/stage-sizes.ts'
import { stripUrl } from '../../../shared/rules/true-sizes.ts'
import { SizePreview } from '../../domain/logos/SizePreview.tsx'
import { useSession } from '../../lib/session/session.ts'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { CropMarks } from '../../ui/display/CropMarks.tsx'
import { Comments } from './Comments.tsx'
import { LikeButton } from './LikeButton.tsx'
import { LogoFacts } from './LogoFacts.tsx'
import { LogoFollowButton } from './LogoFollowButton.tsx'
import styles from './LogoView.module.css'
import { Related } from './Related.tsx'
import { SaveButton } from './SaveButton.tsx'

type Props = {
  logo: Logo
  Title: ElementType
  /** Whether the reader has stayed at this logo: comments and related logos are only requested then. */
  isSettled?: boolean
  /** On a page of its own the page scrolls under a sticky stage; in a dialog the facts scroll. */
  isPage?: boolean
  artRef?: Ref<HTMLDivElement>
  stageProps?: React.ComponentProps<'div'>
  /** Its position in the list that the dialog steps through. */
  position?: string
}

/** A logo on its stage with the facts beside it. */
export function LogoView(props: Props) {
  return (
    <div className={styles.view} data-page={props.isPage}>
      <Stage {...props} />
      <Facts {...props} />
    </div>
  )
}

type StageProps = Omit<Props, 'Title' | 'isSettled'> & { image?: React.ComponentProps<'img'> }

/** The logo large, on its own ground. */
export function Stage({ logo, isPage, artRef, stageProps, position, image }: StageProps) {
  const avif = avifSet(logo.image)
  return (
    <div
      {...stageProps}
      className={styles.stage}
      data-tone={toneOf(logo.ground)}
      style={{ backgroundColor: logo.ground ?? undefined }}
    >
      <div className={styles.art} ref={artRef}>
        {/* Keyed, so that each logo has an element of its own and slides in. */}
        <picture key={logo.logo_id}>
          {avif && <source type="image/avif" srcSet={avif} sizes={stageSizes} />}
          <img
            className={styles.image}
            // In the dialog the tile's picture is shown until the large one has loaded.
            style={
              isPage
                ? undefined
                : { backgroundImage: `url(${imageUrl(logo.image, 320, avif ? 'avif' : 'webp')})` }
            }
            src={imageUrl(logo.image, 900)}
            srcSet={webpSet(logo.image)}
            sizes={stageSizes}
            alt={`${logo.logo} by ${logo.company}`}
            width={900}
            height={900}
            draggable={false}
            {...image}
          />
        </picture>
        <CropMarks gap={20} />
      </div>
      <p className={styles.slug}>
        <span>{logo.filename}</span>
        {!isPage && (
          <span className={styles.keys} aria-hidden>
            L like · S save{position && ' · ← →'} · ? keys
          </span>
        )}
        <span>
          {logo.side} × {logo.side} px{logo.ground && ` · ground ${logo.ground}`}
        </span>
      </p>
    </div>
  )
}

function Facts({ logo, Title, isSettled = true, position }: Props) {
  const session = useSession()
  const isOwn = session?.designerId === logo.designer_id
  return (
    <div className={styles.facts}>
      {position && <p className={styles.position}>{position}</p>}
      <Title className={styles.title}>{logo.logo}</Title>
      <div className={styles.credit}>
        {logo.slug ? (
          <Link to={`/designers/${logo.slug}?tab=logos`} className={styles.by}>
            <Avatar url={logo.avatar_url} size={28} />
            <span>{logo.company}</span>
          </Link>
        ) : (
          <span className={styles.by}>{logo.company}</span>
        )}
        {logo.slug && session !== undefined && !isOwn && (
          <LogoFollowButton logo={logo} className={styles.follow} />
        )}
      </div>

      {logo.description && <p className={styles.description}>{logo.description}</p>}

      <div className={styles.actions}>
        {isOwn && (
          <Link to={`/edit?logoId=${logo.logo_id}`} className={styles.way}>
            Edit
          </Link>
        )}
        <LikeButton logo={logo} variant="full" />
        <SaveButton key={logo.logo_id} logo={logo} variant="full" />
        <Link to={`/logo/${logo.logo_id}/plate`} className={styles.way}>
          Plate
        </Link>
      </div>
      <SizePreview
        src={imageUrl(logo.image, 320)}
        strip={stripUrl(logo.image)}
        ground={logo.ground}
        name={logo.logo}
      />
      <LogoFacts logo={logo} />
      <Related logoId={logo.logo_id} isSettled={isSettled} />
      <Comments key={logo.logo_id} logoId={logo.logo_id} ownerId={logo.designer_id} isSettled={isSettled} />
    </div>
  )
}

/** Whether marks on this ground must be dark or light; undefined on the theme's own canvas. */
export function toneOf(ground: string | null) {
  const rgb = /^#(..)(..)(..)$/.exec(ground ?? '')?.slice(1)
  if (!rgb) return undefined
  const [r = 0, g = 0, b = 0] = rgb.map(hex => Number.parseInt(hex, 16))
  // Black and white have the same contrast at a relative luminance of 0.179.
  const [red, green, blue] = [r, g, b].map(value => (value / 255) ** 2.2) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? 'light' : 'dark'
}
