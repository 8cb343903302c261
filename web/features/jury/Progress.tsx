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

/** The juror's progress, and the distribution of the scores beside the expected one. */
export function Progress({ scored, total, skipped, distribution, expected }: Props) {
  const sum = distribution.reduce((sum, count) => sum + count, 0)
  const most = Math.max(0.01, ...expected, ...distribution.map(count => count / (sum || 1)))
  const percent = (share: number) => `${Math.round(share * 100)} %`
  return (
    <div className={styles.progress}>
      <p className={styles.count}>
        <strong>{formatNumber(scored)}</strong> of {formatNumber(total)}
        {skipped > 0 && <span className={styles.skipped}> · {formatNumber(skipped)} skipped</span>}
      </p>
      <ul className={styles.bars} aria-label="Your scores beside the expected shares">
        {distribution.map((count, score) => {
          const [own, other] = [sum ? count / sum : 0, expected[score] ?? 0]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the score is the key
            <li key={score} title={`${score}: yours ${percent(own)}, expected ${percent(other)}`}>
              <span className="visually-hidden">
                {`${score}: ${count} of yours, ${percent(own)}; expected ${percent(other)}`}
              </span>
              <span className={styles.pair} aria-hidden>
                <span className={styles.own} style={{ height: `${(own / most) * 100}%` }} />
                <span className={styles.expected} style={{ height: `${(other / most) * 100}%` }} />
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

/** Stored and sent scores as text: '12 kept here, 340 sent'. */
export function describeOutbox({ kept, sent, delivery }: OutboxState) {
  const waiting = kept.filter(act => act.kind === 'score').length
  const figures = `${formatNumber(waiting)} kept here, ${formatNumber(sent)} sent`
  if (delivery === 'waiting') return `${figures} · no connection`
  return delivery === 'signed out' ? `${figures} · signed out` : figures
}
