import type { Book } from '../../../shared/api/books.ts'
import { formatNumber } from '../../../shared/rules/format.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import styles from './Entries.module.css'

/** Above this number of entries one tick stands for ten of them. */
const maxTicks = 3000

/** The entries of a book that is not published yet: one tick each, those that the places suffice for in red, and the days left. */
export function Entries({ book: { state, entry_ct, places, closes_at } }: { book: Book }) {
  const share = entry_ct > maxTicks ? 10 : 1
  const ticks = Math.ceil(entry_ct / share)
  const inBook = Math.ceil(Math.min(places ?? 0, entry_ct) / share)
  const left = state === 'open' && closes_at ? daysUntil(closes_at) : undefined
  if (!entry_ct && left === undefined) return null
  return (
    <figure className={styles.entries}>
      <div className={styles.ticks} aria-hidden>
        {Array.from({ length: ticks }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ticks are alike
          <i key={i} data-place={i >= ticks - inBook || undefined} />
        ))}
      </div>
      <figcaption className={styles.caption}>
        {formatNumber(entry_ct)} entered{places !== null && `, ${formatNumber(places)} places`}
        {share > 1 && '. Each line is ten logos.'}
      </figcaption>
      {left !== undefined && (
        <p className={styles.left}>
          <strong>{formatNumber(left)}</strong> {left === 1 ? 'day left' : 'days left'}
        </p>
      )}
    </figure>
  )
}

const daysUntil = (moment: string) => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / dayMs))
