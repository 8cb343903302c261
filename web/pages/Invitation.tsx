import { useQuery } from '@tanstack/react-query'
import * as api from '../../shared/api.ts'
import { formatNumber } from '../../shared/rules/format.ts'
import { logosBeyond, visitorFreshLogos } from '../../shared/rules/limits.ts'
import { plans } from '../../shared/rules/plan.ts'
import { useTileSize } from '../domain/logos/tile-size.ts'
import { LogoPicture } from '../features/logos/LogoPicture.tsx'
import { call } from '../lib/api/call.ts'
import { loginPath } from '../lib/session/session.ts'
import { site } from '../lib/site.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import styles from './Invitation.module.css'

/** The end of a visitor's wall: the upper half of the next row, with links to join and sign in. It replaces the join ribbon. */
export default function Invitation({ count, path }: { count: number; path: string }) {
  const { data: next, isError } = useQuery({
    queryKey: ['pictures', 'beyond'],
    queryFn: ({ signal }) => call(api.logos.beyond, {}, { signal }),
    staleTime: 5 * 60_000,
  })
  const tileSize = useTileSize()
  const rest = count > visitorFreshLogos ? formatNumber(count - visitorFreshLogos) : 'Many'
  return (
    <aside className={styles.invitation} aria-label="Join" data-invitation>
      {!isError && next?.length !== 0 && (
        <div
          className={styles.row}
          style={{ '--tile-min': `${tileSize}px` } as React.CSSProperties}
          data-beyond
          aria-hidden
        >
          {next?.map(logo => (
            <span key={logo.image} className={styles.half}>
              <LogoPicture logo={logo} alt="" sizes={`(width < 640px) 50vw, ${tileSize}px`} />
            </span>
          )) ??
            Array.from({ length: logosBeyond }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
              <span key={i} className={styles.half} data-blank />
            ))}
        </div>
      )}
      <h2 className={styles.title}>{rest} more behind this wall.</h2>
      <p className={styles.text}>
        {site().tagline}. Members see all of it, keep what they like, and hang their own.
      </p>
      <div className={styles.ways}>
        <ButtonLink to="/join" kind="primary">
          Join, ${plans.yearly.cents / 100} a year
        </ButtonLink>
        <ButtonLink to={loginPath(path)} kind="quiet">
          Log in
        </ButtonLink>
      </div>
    </aside>
  )
}
