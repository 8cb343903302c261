import { type ReactNode, useEffect, useRef } from 'react'
import type { Round } from '../../../shared/rules/books.ts'
import { SizePreview } from '../../domain/logos/SizePreview.tsx'
import { OneColour } from './OneColour.tsx'
import styles from './Stage.module.css'
import { describeTile } from './TileGrid.tsx'
import { type Look, TilePicture } from './TilePicture.tsx'
import type { TileList, tileAt } from './tile-list.ts'
import { picturesOf } from './use-tile-list.ts'

type Tile = NonNullable<ReturnType<typeof tileAt>>
type Props = {
  tile: Tile
  list: TileList
  stage: Round
  look: Look | undefined
  /** The score that was just taken back from this tile. */
  undone: ReactNode
  onMove: (by: number) => void
}

/** One tile as large as possible. A swipe moves to the next or previous tile; it never scores. */
export function Stage({ tile, list, stage, look, undone, onMove }: Props) {
  const section = useRef<HTMLElement>(null)
  const swipe = useSwipe(onMove)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each tile
  useEffect(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) section.current?.focus({ preventScroll: true })
  }, [list.at])
  return (
    // role=application: a screen reader passes digit keys to the bench.
    <section
      className={styles.stage}
      ref={section}
      role="application"
      aria-label={`Tile ${list.at + 1}. ${describeTile(tile, stage)}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the bench act on it
      tabIndex={0}
      {...swipe}
    >
      {tile.isGone ? (
        <p className={styles.gone}>Passed on to another juror</p>
      ) : (
        <div className={styles.image}>
          <TilePicture tile={tile} look={look} />
          {undone}
        </div>
      )}
    </section>
  )
}

type ViewsProps = {
  tile: Tile
  at: number
  /** The large view has the picture already, so only the facts are listed. */
  isBrief: boolean
  /** The large view shows the picture already. */
  hasPicture: boolean
  look: Look | undefined
}

/** The tile at hand: its picture, the facts a juror may know, its sizes, reversed and in one colour. */
export function Views({ tile, at, isBrief, hasPicture, look }: ViewsProps) {
  const { small, strip } = picturesOf(tile)
  return (
    <aside className={styles.views} data-brief={isBrief || undefined} aria-label="The tile at hand">
      {hasPicture && (
        <div className={styles.picture}>{!tile.isGone && <TilePicture tile={tile} look={look} />}</div>
      )}
      <div className={styles.facts}>
        <p className={styles.title}>{tile.isGone ? 'Passed on' : tile.logo}</p>
        <p className={styles.industry}>
          {tile.industry || 'No industry given'} · {tile.is_calibration ? 'calibration' : `tile ${at + 1}`}
        </p>
      </div>
      {!tile.isGone && !isBrief && (
        <div className={styles.row}>
          <SizePreview src={small} strip={strip} name={tile.logo} />
          <div className={styles.inks}>
            <figure>
              <figcaption>Reversed</figcaption>
              <img src={small} alt={`${tile.logo}, reversed`} width={160} height={160} data-ink="reversed" />
            </figure>
            <figure>
              <figcaption>One colour</figcaption>
              <OneColour src={small} name={tile.logo} />
            </figure>
          </div>
        </div>
      )}
    </aside>
  )
}

const enough = 50
const tooSteep = 40

/** Touch handlers: a horizontal swipe moves to another tile. */
function useSwipe(onMove: (by: number) => void) {
  const start = useRef<{ x: number; y: number }>(null)
  return {
    onTouchStart({ touches }: React.TouchEvent) {
      const touch = touches.length === 1 ? touches[0] : undefined
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd({ changedTouches }: React.TouchEvent) {
      const [from, to] = [start.current, changedTouches[0]]
      start.current = null
      if (!from || !to) return
      const dx = to.clientX - from.x
      if (Math.abs(dx) > enough && Math.abs(to.clientY - from.y) < tooSteep) onMove(dx > 0 ? -1 : 1)
    },
    onTouchCancel() {
      start.current = null
    },
  }
}
