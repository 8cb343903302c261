import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { imageUrl } from '../../../shared/rules/image-url.ts'
import { stripUrl } from '../../../shared/rules/true-sizes.ts'
import { TrueSize } from '../../domain/logos/SizePreview.tsx'
import { FocusKeeper } from '../../ui/layout/FocusKeeper.tsx'
import styles from './CompareLogos.module.css'
import { chooseCompared, mostCompared, readCompared, tintOf } from './compare.ts'

const smallSizes = [64, 32, 16] as const

/** Two to six logos of a collection side by side: at small sizes, reversed and in one colour. The choice is in the address. */
export default function CompareLogos({ logos }: { logos: Logo[] }) {
  const [query, setQuery] = useSearchParams()
  const chosen = readCompared(query, logos)
  const isFull = chosen.length === mostCompared
  const toggle = (logo: Logo) =>
    setQuery(before => chooseCompared(before, chosen, logo), { replace: true, preventScrollReset: true })
  return (
    <FocusKeeper item="thead th[data-logo]" target="button" fallback="ul button">
      <p className={styles.text} role="status">
        {chosen.length < 2
          ? 'Choose two to six logos to compare.'
          : isFull
            ? 'Six logos, the most. Take one out to choose another.'
            : `${chosen.length} logos, six at most.`}
      </p>
      {chosen.length > 1 && <Comparison logos={chosen} onRemove={toggle} />}
      <ul className={styles.pool} aria-label="Logos to compare">
        {logos.map(logo => {
          const isChosen = chosen.includes(logo)
          return (
            <li key={logo.logo_id}>
              <button
                type="button"
                className={styles.tile}
                aria-pressed={isChosen}
                aria-label={logo.logo}
                title={logo.logo}
                aria-disabled={(isFull && !isChosen) || undefined}
                onClick={() => (isFull && !isChosen) || toggle(logo)}
              >
                <Picture logo={logo} side={88} alt="" />
              </button>
            </li>
          )
        })}
      </ul>
    </FocusKeeper>
  )
}

type ComparisonProps = { logos: Logo[]; onRemove: (logo: Logo) => void }

/** A column for each logo, a row for each way to look at it. */
function Comparison({ logos, onRemove }: ComparisonProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has no other way to do so
    <section className={styles.scroller} aria-label="Comparison" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {logos.map(logo => (
              <th key={logo.logo_id} scope="col" data-logo={logo.logo_id}>
                <div className={styles.name}>
                  <span>{logo.logo}</span>
                  <button type="button" aria-label={`Take out ${logo.logo}`} onClick={() => onRemove(logo)}>
                    <X size={16} aria-hidden />
                  </button>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row title="128 px" logos={logos}>
            {logo => <Picture logo={logo} side={128} alt={`${logo.logo} at 128 pixels`} />}
          </Row>
          {smallSizes.map(size => (
            <Row key={size} title={`${size} px`} logos={logos}>
              {logo => <Small logo={logo} size={size} />}
            </Row>
          ))}
          <Row title="Reversed" logos={logos}>
            {logo => <Tinted logo={logo} tint="white" alt={`${logo.logo}, reversed`} />}
          </Row>
          <Row title="One colour" logos={logos}>
            {logo => <Tinted logo={logo} tint="black" alt={`${logo.logo} in one colour`} />}
          </Row>
        </tbody>
      </table>
    </section>
  )
}

type RowProps = { title: string; logos: Logo[]; children: (logo: Logo) => ReactNode }

const Row = ({ title, logos, children }: RowProps) => (
  <tr>
    <th scope="row">{title}</th>
    {logos.map(logo => (
      <td key={logo.logo_id}>{children(logo)}</td>
    ))}
  </tr>
)

function Small({ logo, size }: { logo: Logo; size: (typeof smallSizes)[number] }) {
  const strip = stripUrl(logo.image)
  const alt = `${logo.logo} at ${size} pixels`
  return strip ? (
    <TrueSize key={strip} strip={strip} size={size} alt={alt} />
  ) : (
    <Picture logo={logo} side={size} alt={alt} />
  )
}

/** The mark in black on white or white on black. An SVG filter draws what differs from the ground in that colour. */
function Tinted({ logo, tint, alt }: { logo: Logo; tint: 'black' | 'white'; alt: string }) {
  const id = useId()
  const { gain, isLuminance } = tintOf(logo)
  const bias = tint === 'white' ? 1 : 0
  const alpha = isLuminance
    ? `${-0.2126 * gain} ${-0.7152 * gain} ${-0.0722 * gain} 0 ${gain}`
    : `${gain} ${gain} ${gain} 0 0`
  return (
    <>
      <svg className="visually-hidden" aria-hidden>
        <filter id={id} colorInterpolationFilters="sRGB" x="0" y="0" width="1" height="1">
          {!isLuminance && (
            <>
              <feFlood floodColor={logo.ground ?? undefined} />
              <feBlend in="SourceGraphic" mode="difference" />
            </>
          )}
          <feColorMatrix values={`0 0 0 0 ${bias} 0 0 0 0 ${bias} 0 0 0 0 ${bias} ${alpha}`} />
        </filter>
      </svg>
      <span className={styles.tinted} data-tint={tint}>
        <Picture logo={logo} side={128} alt={alt} filter={`url(#${id})`} />
      </span>
    </>
  )
}

type PictureProps = { logo: Logo; side: number; alt: string; filter?: string }

const Picture = ({ logo, side, alt, filter }: PictureProps) => (
  <img
    src={imageUrl(logo.image, 320)}
    alt={alt}
    width={side}
    height={side}
    loading="lazy"
    draggable={false}
    style={{ backgroundColor: logo.ground ?? undefined, filter }}
  />
)
