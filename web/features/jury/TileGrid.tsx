import { Bookmark } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Round } from '../../../shared/rules/books.ts'
import { sayScore } from './scale.ts'
import styles from './TileGrid.module.css'
import { gridOf, gridSize, type TileList, tileAt } from './tile-list.ts'
import { picturesOf } from './use-tile-list.ts'

type Props = {
  list: TileList
  stage: Round
  /** The score that was just taken back from the current tile. */
  undone: ReactNode
  onGoTo: (position: number) => void
  onOpen: () => void
}

type Tile = NonNullable<ReturnType<typeof tileAt>>

/** Twenty tiles in fixed positions; the current tile has the focus. */
export function TileGrid({ list, stage, undone, onGoTo, onOpen }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const at = Math.min(list.at, list.positions.length - 1)
  const first = gridOf(at) * gridSize
  const positions = list.positions.slice(first, first + gridSize)

  // Focus follows the current tile, so that a screen reader announces it; a pressed button keeps the focus.
  useEffect(() => {
    const focused = document.activeElement
    if (focused && focused !== document.body && !grid.current?.contains(focused)) return
    grid.current?.querySelector<HTMLElement>(`[data-place="${at}"]`)?.focus({ preventScroll: true })
  }, [at])

  return (
    <div
      className={styles.grid}
      ref={grid}
      role="listbox"
      aria-label={`Tiles ${first + 1} to ${first + positions.length}`}
      aria-orientation="horizontal"
    >
      {positions.map((_, i) => {
        const position = first + i
        const tile = tileAt(list, position)
        const isCurrent = position === list.at
        return (
          tile && (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the bench handles the keys
            <div
              key={position}
              className={styles.tile}
              role="option"
              aria-selected={isCurrent}
              tabIndex={position === at ? 0 : -1}
              data-place={position}
              data-done={tile.score !== null || tile.isGone || undefined}
              onClick={() => (isCurrent ? onOpen() : onGoTo(position))}
            >
              <span className="visually-hidden">{describeTile(tile, stage)}</span>
              <span className={styles.art}>
                {!tile.isGone && (
                  <img src={picturesOf(tile).small} alt="" width={320} height={320} draggable={false} />
                )}
                {isCurrent && undone}
              </span>
              <span className={styles.badges} aria-hidden>
                {tile.score !== null && <span className={styles.badge}>{tile.score}</span>}
                {tile.is_saved === 1 && (
                  <span className={styles.badge}>
                    <Bookmark size={14} fill="currentColor" />
                  </span>
                )}
                {tile.is_skipped === 1 && <span className={styles.badge}>Later</span>}
                {tile.isGone && <span className={styles.badge}>Passed on</span>}
              </span>
            </div>
          )
        )
      })}
    </div>
  )
}

/** A tile's accessible name. */
export function describeTile(tile: Tile, stage: Round) {
  if (tile.isGone) return 'Passed on to another juror'
  return [
    tile.logo,
    tile.industry,
    tile.score === null ? 'no score yet' : `scored ${sayScore(stage, tile.score)}`,
    tile.is_saved ? 'saved' : '',
    tile.is_skipped ? 'skipped' : '',
    tile.is_calibration ? 'calibration' : '',
  ]
    .filter(Boolean)
    .join(', ')
}
