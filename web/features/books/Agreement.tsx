import { useQuery } from '@tanstack/react-query'
import type { Reliability } from '../../../shared/api/books.ts'
import { Digits } from '../../ui/display/Digits.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import styles from './Agreement.module.css'
import { describeThree, formatShare, wordOfDrift } from './agreement.ts'
import { reliabilityQuery } from './queries.ts'

/** The jurors' agreement of a published book, in words and as a table with bars. */
export function Agreement({ slug }: { slug: string }) {
  const { data, error, isError, refetch } = useQuery(reliabilityQuery(slug))
  if (isError && !data) return <LoadError what="The jury’s agreement" error={error} onRetry={refetch} />
  if (!data) return <div className={styles.blank} aria-busy="true" />
  return (
    <div className={styles.agreement}>
      <p className={styles.words}>{describeThree(data.icc_three)}</p>
      <Figures data={data} />
      <div className={styles.scroll}>
        <table className={styles.jurors}>
          <caption>
            Each juror beside the others. Agreement is how closely a juror’s scores follow the mean of the
            others on the same logos: 0 is none, 1 complete.
          </caption>
          <thead>
            <tr>
              <th scope="col">Juror</th>
              <th scope="col">Agreement</th>
              <th scope="col">Over the session</th>
              <th scope="col">Seconds a tile</th>
            </tr>
          </thead>
          <tbody>
            {data.jurors.map(({ juror, correlation, drift, seconds_per_tile }) => (
              <tr key={juror}>
                <th scope="row">{juror}</th>
                <td>
                  <span className={styles.bar} aria-hidden>
                    <span style={{ width: `${Math.max(0, correlation ?? 0) * 100}%` }} />
                  </span>
                  <Digits>{formatShare(correlation)}</Digits>
                </td>
                <td>{wordOfDrift(drift)}</td>
                <td>
                  <Digits>{seconds_per_tile === null ? '–' : seconds_per_tile.toFixed(1)}</Digits>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Figures({ data }: { data: Reliability }) {
  const { icc_single, icc_three, alpha, alpha_low, alpha_high } = data
  return (
    <dl className={styles.figures}>
      <div>
        <dt>One score alone</dt>
        <dd>{formatShare(icc_single)}</dd>
        <dd className={styles.name}>ICC(1)</dd>
      </div>
      <div>
        <dt>Three scores together</dt>
        <dd>{formatShare(icc_three)}</dd>
        <dd className={styles.name}>ICC of 3 scores</dd>
      </div>
      <div>
        <dt>Krippendorff’s alpha</dt>
        <dd>{formatShare(alpha)}</dd>
        <dd className={styles.name}>
          {alpha_low !== null && alpha_high !== null
            ? `95 % between ${formatShare(alpha_low)} and ${formatShare(alpha_high)}`
            : 'no interval'}
        </dd>
      </div>
    </dl>
  )
}
