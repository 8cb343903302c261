import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { relatedLogos } from '../../../shared/rules/limits.ts'
import { noteRelated, relatedQuery } from './detail-queries.ts'
import { LogoPicture } from './LogoPicture.tsx'
import styles from './Related.module.css'

/** Related logos, each with what it has in common, and the way to similar ones, which stays if there are none or they failed. `isSettled`: the reader has stayed at this logo. */
export function Related({ logoId, isSettled }: { logoId: number; isSettled: boolean }) {
  const { data, isError } = useQuery({ ...relatedQuery(logoId), enabled: isSettled })
  const all = (
    <Link to={`/logo/${logoId}/similar`} className={styles.all}>
      More like this
    </Link>
  )
  if (isError || data?.data.length === 0) return all
  return (
    <section className={styles.related} aria-busy={!data}>
      <div className={styles.heading}>
        <h2>Related</h2>
        {all}
      </div>
      <ul className={styles.row}>
        {data
          ? data.data.slice(0, relatedLogos).map(logo => (
              <li key={logo.logo_id}>
                <Link
                  to={`/logo/${logo.logo_id}`}
                  className={`framed ${styles.art}`}
                  onClick={() => noteRelated(logo.logo_id)}
                >
                  <LogoPicture logo={logo} alt={`${logo.logo} by ${logo.company}`} sizes="96px" />
                </Link>
                <span className={styles.because}>{logo.because}</span>
              </li>
            ))
          : Array.from({ length: relatedLogos }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
              <li key={i} className={styles.blank} aria-hidden />
            ))}
      </ul>
    </section>
  )
}
