import { useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { Sixteen, SquareName } from '../../../shared/api/sixteen.ts'
import { imageUrl } from '../../../shared/rules/image-url.ts'
import { statusOf } from '../../lib/api/query-client.ts'
import { useMedia } from '../../lib/browser/media.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { AtlasSquares } from './AtlasSquares.tsx'
import { Loupe } from './Loupe.tsx'
import { type Layout, layOut, middleOf, placeAfter } from './layout.ts'
import styles from './Plane.module.css'
import type { Content } from './painter/messages.ts'
import { findName } from './queries.ts'
import { untilLoaded } from './until-loaded.ts'
import { useDrawing } from './use-drawing.ts'
import { useLook } from './use-look.ts'
import { squareAt, useName } from './use-name.ts'
import { usePainter } from './use-painter.ts'
import { useRested } from './use-rested.ts'
import { useWindowSize } from './use-window-size.ts'

/** Where the pointer rests so long, the logo's own picture is fetched. */
const sharpMs = 120

type Props = {
  atlases: Sixteen['atlases']
  content: Content
  count: number
  /** A logo is open above the squares. */
  isCovered: boolean
  /** Null: the viewer may not open it. */
  onOpen: (logoId: number | null) => void
  /** Squares were drawn again since the answer. */
  onOld: () => void
}

/**
 * The squares and the loupe. To assistive technology it is a grid with one cell, that of the loupe: a node for each logo would
 * be too many.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the markup of one grid and its wiring
export function Plane({ atlases, content, count, isCovered, onOpen, onOld }: Props) {
  const queryClient = useQueryClient()
  // √2: from there on Chromium chooses the larger picture of the first screen’s `srcset`, so that it is fetched once.
  const density = useMedia('(min-resolution: 1.4143dppx)') ? 2 : 1
  const size = useWindowSize()
  const layout = useMemo(() => layOut(count, size), [count, size])
  const main = useRef<HTMLElement>(null)
  const planeHolder = useRef<HTMLDivElement>(null)
  const loupeHolder = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  /** Whether the painter has drawn the first squares, which the page shows until then. */
  const [isBegun, setIsBegun] = useState(false)
  const holders = { plane: planeHolder, loupe: loupeHolder }
  const painter = usePainter(holders, {
    // Not a state of React: on a slow processor a rendering takes longer than a frame.
    onRested: isRested => main.current?.setAttribute('aria-busy', String(!isRested)),
    onBegun: () => setIsBegun(true),
    onGone: onOld,
  })
  const look = useLook(grid, {
    layout,
    width: size.width,
    count,
    isCovered,
    onPass: passed => painter?.tell({ kind: 'look', place: passed }),
  })
  const { place } = look
  const name = useName(atlases, content, place)
  /** The square that was opened last, in the order of the squares at that time. */
  const [opened, setOpened] = useState<{ place: number; layout: Layout }>()
  const isRestedOn = useRested(name, sharpMs)
  const isOpened = opened?.layout === layout && opened.place === place
  const isSharp = isRestedOn || (place !== undefined && isOpened)
  useDrawing(painter, { content, layout, size, density, place }, main)

  const open = async (at: number) => {
    const from = location.href
    const found = await findName(queryClient, squareAt(atlases, content, at)).catch(error => {
      if (statusOf(error) === 404) onOld()
      showToast('The logo didn’t open. Please try again.')
    })
    if (!found) return
    // The logo grows from its picture in the cell.
    setOpened({ place: at, layout })
    if (found.image) await untilLoaded(imageUrl(found.image, 320))
    // The page may have been left since the press.
    if (location.href === from) onOpen(found.logo_id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && place !== undefined) {
      event.preventDefault()
      return void open(place)
    }
    if (event.key === 'Escape') return look.away()
    const next = placeAfter(event.key, place ?? 0, count, layout.columns)
    if (next === undefined) return
    event.preventDefault()
    look.at(place === undefined ? 0 : next)
  }

  return (
    <main ref={main} id="main" className={styles.main} style={{ height: layout.height }} aria-busy>
      <div ref={planeHolder} className={styles.canvas} aria-hidden />
      {!isBegun && content.order === null && (
        <div className={styles.first} style={placeOf(layout)} aria-hidden>
          <AtlasSquares atlas={atlases[0]!} holes={content.holes} />
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: there is no table of squares, only a canvas */}
      <div
        ref={grid}
        className={styles.grid}
        role="grid"
        tabIndex={0}
        aria-label="Logos"
        aria-rowcount={layout.rows}
        aria-colcount={layout.columns}
        aria-activedescendant={place === undefined ? undefined : `square-${place}`}
        onKeyDown={onKeyDown}
        onFocus={event => {
          // The link in the cell is removed as soon as the place changes, and would take the focus with it.
          if (event.target !== event.currentTarget) event.currentTarget.focus({ preventScroll: true })
          else if (event.currentTarget.matches(':focus-visible')) look.at(place ?? 0)
        }}
        onClick={event => {
          // The link in the cell opens a new tab with these keys.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          const at = look.pressed(event.clientX, event.clientY)
          if (at !== undefined) void open(at)
        }}
      >
        {place !== undefined && <Cell key={place} {...{ place, layout, name, isSharp }} />}
      </div>
      <Loupe
        ref={look.loupe}
        holder={loupeHolder}
        name={name}
        isSharp={isSharp}
        isShown={place !== undefined && !isCovered}
      />
    </main>
  )
}

const placeOf = ({ left, top, columns, pitch }: Layout) =>
  ({ left, top, '--per-row': columns, '--pitch': `${pitch}px` }) as CSSProperties

type CellProps = { place: number; layout: Layout; name: SquareName | undefined; isSharp: boolean }

/** The cell that is looked at. The logo view grows from the picture in it, which is not seen itself. */
function Cell({ place, layout, name, isSharp }: CellProps) {
  const row = Math.floor(place / layout.columns) + 1
  const where = `row ${row} of ${layout.rows}`
  const { x, y } = middleOf(layout, place)
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="row" aria-rowindex={row}>
      {/* biome-ignore lint/a11y/useSemanticElements: there is no table */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
      <div
        id={`square-${place}`}
        role="gridcell"
        className={styles.cell}
        style={{ left: x - 8, top: y - 8 }}
        aria-colindex={(place % layout.columns) + 1}
        aria-label={name ? `${name.logo}, ${name.company}, ${where}` : where}
      >
        {name?.logo_id && name.image && (
          <span data-logo={name.logo_id}>
            <a href={`/logo/${name.logo_id}`} tabIndex={-1} aria-label={name.logo}>
              <picture>
                {isSharp && <img src={imageUrl(name.image, 320)} alt="" width={16} height={16} />}
              </picture>
            </a>
          </span>
        )}
      </div>
    </div>
  )
}
