import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { BlindDay, BlindResult } from '../../../shared/api/blind.ts'
import { blindLine, sayShare } from '../../../shared/rules/blind.ts'
import { formatNumber } from '../../../shared/rules/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { site } from '../../lib/site.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { NamelessPicture } from './NamelessPicture.tsx'
import styles from './Result.module.css'
import { type Places, useFlight } from './use-flight.ts'
import { useFollowAll } from './use-follow-all.ts'
import { sayWait } from './use-now.ts'

type Props = {
  today: BlindDay
  kept: readonly number[]
  result: BlindResult
  /** Why the five were not counted; empty where they were, or where there is no connection. */
  refusal: string
  /** Where the tiles were before the names were shown; undefined on a later visit. */
  from: Places | undefined
  leftMs: number
  onNext: () => void
}

type Named = { place: number; image: string | undefined; logo: BlindResult['tiles'][number] }

/** The names of the twenty logos, and how many others kept each. */
export function Result({ today, kept, result, refusal, from, leftMs, onNext }: Props) {
  const main = useRef<HTMLElement>(null)
  useFlight(main, from)
  useLayoutEffect(() => {
    if (from) main.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [from])
  const named = today.tiles.map(
    (tile, place): Named => ({ place, image: tile?.image, logo: result.tiles[place] ?? null }),
  )
  const five = kept.map(place => named[place]!)
  const others = named.filter(({ place }) => !kept.includes(place))
  const boldest = findBoldest(five)
  const share = boldest && sayShare(boldest.kept_ct, result.players)
  return (
    <main id="main" className={styles.result} ref={main} data-flying={from ? '' : undefined}>
      <h1 className={styles.title} tabIndex={-1}>
        You kept these five.
      </h1>
      <p className={styles.lead}>
        {boldest
          ? `${formatNumber(result.players)} people have looked today. Your boldest: ${boldest.logo}, which ${share} kept.`
          : result.players
            ? 'You’re among the first today.'
            : refusal || 'You’re offline. How many others kept them comes with the connection.'}{' '}
        The gallery’s likes would have kept {inWords[result.liked_ct]} of yours.
      </p>
      <ol className={styles.five}>
        {five.map(({ place, image, logo }) => (
          <li key={place}>
            <Art place={place} image={logo ? image : undefined} logo={logo} />
            <div className={styles.names}>
              <p className={styles.logo}>{logo ? logo.logo : 'No longer shown'}</p>
              {logo && (
                <p className={styles.by}>
                  {logo.slug ? <Link to={`/designers/${logo.slug}`}>{logo.company}</Link> : logo.company}
                  {logo.kept_ct !== null && <span> · kept by {sayShare(logo.kept_ct, result.players)}</span>}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <h2 className={styles.others}>The other fifteen</h2>
      <ul className={styles.fifteen}>
        {others.map(({ place, image, logo }) => (
          <li key={place}>
            <Art place={place} image={logo ? image : undefined} logo={logo} />
            {logo && (
              <span className={styles.tip} aria-hidden>
                {logo.logo}
                <span>{logo.company}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Ways
        line={blindLine({ name: site().site_name, number: today.number, kept, boldest: share })}
        designers={five.flatMap(({ logo }) => (logo?.slug ? [logo] : []))}
      />
      {leftMs > 0 ? (
        <p className={styles.next}>Next one in {sayWait(leftMs)}</p>
      ) : (
        <div className={styles.next}>
          <Button onClick={onNext}>Play today’s twenty</Button>
        </div>
      )}
    </main>
  )
}

const inWords = ['none', 'one', 'two', 'three', 'four', 'all five']

/** The kept logo that the fewest others have kept, once shares are known. */
function findBoldest(five: readonly Named[]) {
  const told = five.flatMap(({ logo }) =>
    logo && logo.kept_ct !== null ? [{ ...logo, kept_ct: logo.kept_ct }] : [],
  )
  return told.sort((a, b) => a.kept_ct - b.kept_ct)[0]
}

/** A picture that leads to its logo; an empty square where that is no longer shown. */
function Art({ place, image, logo }: Named) {
  if (!logo) return <span className={styles.art} data-place={place} />
  return (
    <Link
      to={`/logo/${logo.logo_id}`}
      className={styles.art}
      data-place={place}
      aria-label={`${logo.logo}, ${logo.company}`}
    >
      {image && <NamelessPicture image={image} />}
    </Link>
  )
}

/** The line to pass on, and a way to follow the designers of the five. */
function Ways({ line, designers }: { line: string; designers: Parameters<typeof useFollowAll>[0] }) {
  const session = useSession()
  const [isCopied, setIsCopied] = useState(false)
  const { followAll, isSending, others, left } = useFollowAll(designers, session?.designerId)
  const copy = () =>
    navigator.clipboard.writeText(`${line}\n${location.origin}/blind`).then(
      () => setIsCopied(true),
      () => showToast('Copying failed. Select the line and copy it.'),
    )
  return (
    <div className={styles.ways}>
      <Button kind="primary" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy result'}
      </Button>
      {!session?.isActive ? (
        <ButtonLink to="/join">Join to follow them</ButtonLink>
      ) : (
        others > 0 && (
          <div className={styles.follow} role="status">
            {left ? (
              <Button disabled={isSending} onClick={() => void followAll()}>
                Follow {sayDesigners(left, others)}
              </Button>
            ) : (
              `You follow ${sayDesigners(others, others)}.`
            )}
          </div>
        )
      )}
      <p className={styles.line}>{line}</p>
    </div>
  )
}

/** `n` of the kept logos' designers: `all five designers`, or `the other two designers`. */
function sayDesigners(n: number, of: number) {
  if (n === 1) return n === of ? 'the designer' : 'the other designer'
  return `${n === of ? 'all' : 'the other'} ${['two', 'three', 'four', 'five'][n - 2]} designers`
}
