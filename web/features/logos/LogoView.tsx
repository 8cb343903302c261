import { type ElementType, Fragment, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { product } from '../../../shared/product.ts'
import { formatDate, formatNumber } from '../../../shared/rules/format.ts'
import { imageFormats, imageUrl, srcSet, stageSizes } from '../../../shared/rules/image-url.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { searchPath } from '../../lib/search-path.ts'
import { useSession } from '../../lib/session.ts'
import { AtSize } from '../../ui/AtSize.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { CropMarks } from '../../ui/CropMarks.tsx'
import { Comments } from './Comments.tsx'
import { FollowButton } from './FollowButton.tsx'
import { LikeButton } from './LikeButton.tsx'
import styles from './LogoView.module.css'
import { Related } from './Related.tsx'
import { SaveButton } from './SaveButton.tsx'

type Props = {
  logo: Logo
  Title: ElementType
  /** What lies over the stage: the ways to the neighbours. */
  controls?: ReactNode
  /** Whether the reader stays at this logo; what is around it is only read then. */
  isSettled?: boolean
  /** It is a page of its own: the page scrolls, and the stage stays. In a dialog the facts scroll. */
  isPage?: boolean
  artRef?: Ref<HTMLDivElement>
  stageProps?: React.ComponentProps<'div'>
}

/** A logo on its stage, and the facts beside it. */
export function LogoView({ logo, Title, controls, isSettled = true, isPage, artRef, stageProps }: Props) {
  const session = useSession()
  const keywords = parseKeywords(logo.keywords)
  return (
    <div className={styles.view} data-page={isPage}>
      <div
        {...stageProps}
        className={styles.stage}
        data-tone={toneOf(logo.ground)}
        style={{ backgroundColor: logo.ground ?? undefined }}
      >
        <div className={styles.art} ref={artRef}>
          {/* Keyed, so that each arrival is seen. */}
          <picture key={logo.logo_id}>
            {imageFormats.slice(0, -1).map(format => (
              <source
                key={format}
                type={`image/${format}`}
                srcSet={srcSet(logo.image, format)}
                sizes={stageSizes}
              />
            ))}
            <img
              className={styles.image}
              // Over a wall the tile's own picture stands in until the large one is there.
              style={isPage ? undefined : { backgroundImage: `url(${imageUrl(logo.image, 320, 'avif')})` }}
              src={imageUrl(logo.image, 900, 'webp')}
              srcSet={srcSet(logo.image, 'webp')}
              sizes={stageSizes}
              alt={`${logo.logo} by ${logo.company}`}
              width={900}
              height={900}
              draggable={false}
            />
          </picture>
          <CropMarks gap={20} />
        </div>
        <p className={styles.slug}>
          <span>{logo.filename}</span>
          <span>
            {logo.side} × {logo.side} px{logo.ground && ` · ground ${logo.ground}`}
          </span>
        </p>
        {controls}
      </div>

      <div className={styles.facts}>
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
          {logo.slug && session !== undefined && session?.designerId !== logo.designer_id && (
            <FollowButton logo={logo} />
          )}
          {session?.designerId === logo.designer_id && (
            <ButtonLink to={`/edit?logoId=${logo.logo_id}`}>Edit</ButtonLink>
          )}
        </div>

        {logo.description && <p className={styles.description}>{logo.description}</p>}

        <div className={styles.actions}>
          <LikeButton logo={logo} look="full" />
          <SaveButton key={logo.logo_id} logo={logo} look="full" />
        </div>
        <AtSize src={imageUrl(logo.image, 160, 'webp')} ground={logo.ground} name={logo.logo} />

        <dl className={styles.list}>
          <Fact name="Designer" links={[[logo.designer, searchPath({ designer: logo.designer })]]} />
          <Fact name="Art director" value={logo.art_director} />
          <Fact name="Creative director" value={logo.creative_director} />
          <Fact name="Associate creative director" value={logo.assoc_creative_director} />
          <Fact name="Illustrator" value={logo.illustrator} />
          <Fact name="Photographer" value={logo.photographer} />
          <Fact name="Client" links={[[logo.client, searchPath({ client: logo.client })]]} />
          <Fact name="Industry" links={[[logo.industry, searchPath({ industry: logo.industry })]]} />
          <Fact name="Type" value={logo.logotype} />
          <Fact name="Uploaded" value={formatDate(logo.upload_date)} />
          <Fact name="Keywords" links={keywords.map(keyword => [keyword, searchPath({ keyword })])} />
          <Fact name="Selected for" links={selectedFor(logo)} isSignal />
        </dl>

        <dl className={styles.counts}>
          <Count name="views" value={logo.view_count} note="Each reader counts once a day" />
          <Count name="likes" value={logo.like_ct} note="By members" />
          <Count name="saves" value={logo.collection_ct} note="In members’ collections" />
        </dl>

        <Related logoId={logo.logo_id} isSettled={isSettled} />
        <Comments key={logo.logo_id} logoId={logo.logo_id} isSettled={isSettled} />
      </div>
    </div>
  )
}

type FactProps = {
  name: string
  value?: string
  /** Values that lead somewhere: text and address. Without one it is only read. */
  links?: [string, string?][]
  isSignal?: boolean
}

/** A line of the list, if there is anything to say. */
function Fact({ name, value, links = [], isSignal }: FactProps) {
  const shown = links.filter(([text]) => text)
  if (!value && !shown.length) return null
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd data-signal={isSignal}>
        {value}
        {shown.map(([text, to], i) => (
          <Fragment key={text}>
            {i > 0 && ', '}
            {to ? <Link to={to}>{text}</Link> : text}
          </Fragment>
        ))}
      </dd>
    </div>
  )
}

function Count({ name, value, note }: { name: string; value: number; note: string }) {
  return (
    <div className={styles.count} title={note}>
      <dt>{name}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  )
}

function selectedFor(logo: Logo): [string, string?][] {
  const books: [string, string?][] = []
  const page = (book: string) => (logo.slug ? `/award/${logo.slug}/${book}` : undefined)
  if (logo.book_id !== null)
    books.push([`${product.bookSeries} ${logo.book_id}`, page(`book-${logo.book_id}`)])
  if (logo.master_book_id !== null)
    books.push([`${product.masterSeries} ${logo.master_book_id}`, page(`master-book-${logo.master_book_id}`)])
  return books
}

/** Whether marks on this ground must be dark or light; undefined on the canvas, which knows itself. */
function toneOf(ground: string | null) {
  const rgb = /^#(..)(..)(..)$/.exec(ground ?? '')?.slice(1)
  if (!rgb) return undefined
  const [r = 0, g = 0, b = 0] = rgb.map(hex => Number.parseInt(hex, 16))
  // Where black and white contrast alike: a relative luminance of 0.179.
  const [red, green, blue] = [r, g, b].map(value => (value / 255) ** 2.2) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? 'light' : 'dark'
}
