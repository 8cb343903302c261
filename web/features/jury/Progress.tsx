import { formatNumber } from '../../../shared/rules/format.ts'
import type { OutboxState } from './outbox.ts'
import styles from './Progress.module.css'

type Props = {
  scored: number
  total: number
  skipped: number
  distribution: readonly number[]
  expected: readonly number[]
}

/** The juror's progress, and the distribution of the scores: in the first round beside the expected one, on whose scale it is. */
export function Progress({ scored, total, skipped, distribution, expected }: Props) {
  const sum = distribution.reduce((sum, count) => sum + count, 0)
  const compared = expected.length === distribution.length ? expected : undefined
  const most = Math.max(0.01, ...(compared ?? []), ...distribution.map(count => count / (sum || 1)))
  const percent = (share: number) => `${Math.round(share * 100)} %`
  return (
    <div className={styles.progress}>
      <p className={styles.count}>
        <strong>{formatNumber(scored)}</strong> of {formatNumber(total)}
        {skipped > 0 && <span className={styles.skipped}> · {formatNumber(skipped)} skipped</span>}
      </p>
      <ul
        className={styles.bars}
        aria-label={compared ? 'Your scores beside the expected shares' : 'Your scores'}
      >
        {distribution.map((count, score) => {
          const own = sum ? count / sum : 0
          const other = compared?.[score]
          const beside = other === undefined ? '' : `expected ${percent(other)}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the score is the key
            <li key={score} title={[`${score}: yours ${percent(own)}`, beside].filter(Boolean).join(', ')}>
              <span className="visually-hidden">
                {[`${score}: ${count} of yours, ${percent(own)}`, beside].filter(Boolean).join('; ')}
              </span>
              <span className={styles.pair} aria-hidden>
                <span className={styles.own} style={{ height: `${(own / most) * 100}%` }} />
                {other !== undefined && (
                  <span className={styles.expected} style={{ height: `${(other / most) * 100}%` }} />
                )}
              </span>
              <span className={styles.label} aria-hidden>
                {score}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Stored and sent scores as text: '12 kept here, 340 sent'; nothing before the first score. */
export function describeOutbox({ kept, sent, delivery }: OutboxState) {
  if (!kept.length && !sent && delivery !== 'signed out' && delivery !== 'blocked') return ''
  const waiting = kept.filter(act => act.kind === 'score').length
  const figures = `${formatNumber(waiting)} kept here, ${formatNumber(sent)} sent`
  if (delivery === 'waiting') return `${figures} · no connection`
  if (delivery === 'blocked') return `${figures} · on hold`
  return delivery === 'signed out' ? `${figures} · logged out` : figures
}
