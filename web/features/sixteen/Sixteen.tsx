import { type ReactNode, type Ref, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Sixteen as Answer } from '../../../shared/api/sixteen.ts'
import { formatCount, formatNumber } from '../../../shared/rules/format.ts'
import { decodePositions } from '../../../shared/rules/sixteen.ts'
import { useMedia } from '../../lib/browser/media.ts'
import { Wordmark } from '../../ui/display/Wordmark.tsx'
import { Plane } from './Plane.tsx'
import styles from './Sixteen.module.css'

type Props = {
  ref: Ref<HTMLDivElement>
  answer: Answer
  /** Which logos are shown, such as "for “Poland”"; empty for all. */
  found: string
  /** What the squares are sorted by, such as "ground". */
  sortedBy: string
  /** The orders and filters in the address. */
  choices: ReactNode
  /** A logo is open above the squares. */
  isCovered: boolean
  onOpen: (logoId: number | null) => void
  /** The answer is older than the squares. */
  onOld: () => void
  children?: ReactNode
}

/** Every logo at 16 px in one window: a loupe shows what is under the pointer. */
export function Sixteen({
  ref,
  answer,
  found,
  sortedBy,
  choices,
  isCovered,
  onOpen,
  onOld,
  children,
}: Props) {
  const { atlases, order, holes, own, count } = answer
  const [isOwn, setIsOwn] = useState(false)
  const isTouch = useMedia('(pointer: coarse)')
  const starts = useMemo(() => startsOf(atlases), [atlases])
  const mine = useMemo(() => decodePositions(own), [own])
  const content = useMemo(
    () => ({
      atlases: atlases.map(({ atlas }) => atlas),
      starts,
      order: order === null ? null : decodePositions(order),
      holes: decodePositions(holes),
      own: isOwn ? mine : null,
    }),
    [atlases, starts, order, holes, mine, isOwn],
  )
  const ownShown = useMemo(() => countIn(mine, content.order, starts.at(-1)!), [mine, content.order, starts])
  const logos = `${formatCount(count, 'logo')}${found && ` ${found}`}`
  return (
    <div ref={ref} className={styles.page}>
      <header className={styles.top}>
        <Link to="/" className={styles.home}>
          <Wordmark />
        </Link>
        <div className={styles.words}>
          <h1 className={styles.count}>
            <span role="status">
              {isOwn
                ? `${formatNumber(ownShown)} of ${found ? logos : formatNumber(count)} ${ownShown === 1 ? 'is' : 'are'} yours`
                : `${logos} at sixteen pixels`}
            </span>
          </h1>
          <p className={styles.about}>
            {answer.is_growing ? (
              'More are being prepared.'
            ) : (
              <>
                <span className={styles.sorted}>Sorted by {sortedBy}. </span>
                {isTouch ? 'Touch to look' : 'Move to look'}
                <span className={styles.press}>, {isTouch ? 'tap again' : 'click'} to open</span>.
              </>
            )}
          </p>
        </div>
        <nav className={styles.choices} aria-label="Sort and find">
          {choices}
          {mine.length > 0 && (
            <button type="button" aria-pressed={isOwn} onClick={() => setIsOwn(!isOwn)}>
              Find mine
            </button>
          )}
        </nav>
      </header>
      {count > 0 ? <Plane {...{ atlases, content, count, isCovered, onOpen, onOld }} /> : children}
    </div>
  )
}

/** Where each atlas begins, and after them where the last one ends. */
function startsOf(atlases: Answer['atlases']): Uint32Array {
  const starts = new Uint32Array(atlases.length + 1)
  for (const [i, { count }] of atlases.entries()) starts[i + 1] = starts[i]! + count
  return starts
}

/** How many of these positions, all below `of`, are shown. */
function countIn(positions: Uint32Array, order: Uint32Array | null, of: number): number {
  if (!order) return positions.length
  const isOne = new Uint8Array(of)
  for (const position of positions) isOne[position] = 1
  return order.reduce((sum, position) => sum + isOne[position]!, 0)
}
