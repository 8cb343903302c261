import { memo, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { tileSharpness } from '../../../shared/rules/image-url.ts'
import { useMedia } from '../../lib/media.ts'
import { useTileSize } from '../../lib/tile-size.ts'
import styles from './LogoGrid.module.css'
import { LogoTile, TileSkeleton } from './LogoTile.tsx'
import { useLogoOverlay } from './logo-overlay.tsx'
import { openLogoSearch } from './open-logo.ts'

/**
 * The browser skips what is out of sight by the band: by the tile, hundreds would each cost it every frame. One that comes
 * into sight is styled, laid and painted within a single frame, so it has not many more tiles than this, nor rows.
 */
const tilesPerBand = 18
const rowsPerBand = 6

/** Tiles farther from the reader's place than this are not even in the page: a wall of any length is as light as this. */
const reach = 400
/** While one scrolls, others come only where fewer than this are left; else when one has rested so long, in ms. */
const enough = 100
const restMs = 150

type Props = {
  logos: Logo[]
  /** Reads the next page; undefined at the end. */
  onMore?: () => void
  /** Tiles that are still coming. */
  skeletons?: number
  caption?: 'company' | 'title'
  /** Takes a logo off this wall. */
  onRemove?: (logo: Logo) => void
}

/** Logos as a wall; the one named in the address stands open over it. */
export function LogoGrid({ logos, onMore, skeletons = 0, caption = 'company', onRemove }: Props) {
  const { wall, openTile, overlay } = useLogoOverlay<HTMLDivElement>(logos, onMore)
  const { tileSize, columns, width } = useTracks(wall)
  const hovers = useMedia('(hover: hover)')
  const { search } = useLocation()
  const address = openLogoSearch(search)
  const count = logos.length + skeletons
  const perRow = Math.max(columns, 1)
  const bandSize = perRow * Math.min(Math.ceil(tilesPerBand / perRow), rowsPerBand)
  const runs = useRuns(wall, count, bandSize)
  return (
    <>
      <div
        ref={wall}
        className={styles.wall}
        data-measured={width > 0 || undefined}
        style={{ '--tile-min': `${tileSize}px`, '--tile': `${width}px` } as React.CSSProperties}
      >
        {runs.map(({ start, end, isDrawn }) => {
          const own = logos.slice(start, isDrawn ? end : start)
          return (
            <Band
              key={start}
              start={start}
              logos={own}
              skeletons={isDrawn ? end - start - own.length : 0}
              rows={Math.ceil((end - start) / perRow)}
              eager={start === 0 ? columns : 0}
              address={address}
              onOpen={openTile}
              width={Math.ceil(width * tileSharpness)}
              hovers={hovers}
              caption={caption}
              onRemove={onRemove}
            />
          )
        })}
      </div>
      {overlay}
    </>
  )
}

type BandProps = Omit<React.ComponentProps<typeof LogoTile>, 'logo' | 'href' | 'isEager'> & {
  /** Place of its first tile on the wall. */
  start: number
  /** Its own; none while it is beyond reach. */
  logos: Logo[]
  skeletons: number
  rows: number
  /** So many of the first are fetched at once. */
  eager: number
  address: string
}

/**
 * Some rows of the wall, or the place of all those that are not drawn. Drawn anew only with a logo of its own: a like costs
 * one of them, and opening a logo none.
 */
const Band = memo(function Band({ start, logos, skeletons, rows, eager, address, ...tile }: BandProps) {
  return (
    <ul className={styles.band} data-start={start} style={{ '--rows': rows } as React.CSSProperties}>
      {logos.map((logo, i) => (
        <LogoTile
          key={logo.logo_id}
          logo={logo}
          href={address + logo.logo_id}
          isEager={i < eager}
          {...tile}
        />
      ))}
      {range(skeletons).map(i => (
        <TileSkeleton key={i} />
      ))}
    </ul>
  )
}, isSameBand)

function isSameBand(before: BandProps, after: BandProps) {
  return (Object.keys(after) as (keyof BandProps)[]).every(key =>
    key === 'logos' ? isSameList(before.logos, after.logos) : before[key] === after[key],
  )
}

const isSameList = (before: Logo[], after: Logo[]) =>
  before.length === after.length && after.every((logo, i) => logo === before[i])

const range = (length: number) => [...Array(length).keys()]

/** `held` is the first tile of the band with the focus. */
type Drawn = { from: number; to: number; held?: number }
type Run = { start: number; end: number; isDrawn: boolean }

/** When the page was last scrolled. */
let scrolledAt = -restMs

/**
 * The wall in bands; those that are not drawn, together as one. Drawn is at first one, then what is seen, then all within
 * reach, and where the focus is: step by step, so that nobody waits for many at once. Their heights are known, so that
 * nothing moves when others come.
 */
function useRuns(wall: React.RefObject<HTMLElement | null>, count: number, bandSize: number) {
  const [drawn, setDrawn] = useState<Drawn>({ from: 0, to: tilesPerBand })
  const runs = findRuns(drawn, count, bandSize)

  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined
    // The next step is taken when this effect begins again.
    let isComing = false
    const look = () => {
      frame = 0
      const element = wall.current
      // The wall has left the page, and this effect ends only after the next frame.
      if (!element) return
      const { top, height } = element.getBoundingClientRect()
      const tileAt = (y: number) => Math.min(Math.max((y - top) / height, 0), 1) * count || 0
      const first = tileAt(0)
      const last = tileAt(innerHeight)
      const isSeen = drawn.from <= first && last <= drawn.to
      const restsIn = scrolledAt + restMs - performance.now()
      // Nothing within reach is thrown away.
      const isFar = drawn.to < first - reach || drawn.from > last + reach
      const from = isFar ? first : Math.min(drawn.from, first)
      const to = isFar ? last : Math.max(drawn.to, last)
      const focused = document.activeElement?.closest<HTMLElement>('[data-start]')
      const next = {
        from: Math.max(first - reach, from - bandSize),
        to: Math.min(last + reach, to + bandSize),
        held: focused ? Number(focused.dataset.start) : undefined,
      }
      if (JSON.stringify(findRuns(next, count, bandSize)) === JSON.stringify(runs)) return
      // After a leap there is nothing to look at meanwhile.
      if (!isSeen) return flushSync(() => setDrawn(next))
      if (isComing) return
      const hasEnough = from <= Math.max(first - enough, 0) && to >= Math.min(last + enough, count)
      if (hasEnough && restsIn > 0) later = setTimeout(look, restsIn)
      else {
        isComing = true
        startTransition(() => setDrawn(next))
      }
    }
    let frame = requestAnimationFrame(look)
    const onScroll = () => {
      scrolledAt = performance.now()
      clearTimeout(later)
      frame ||= requestAnimationFrame(look)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(later)
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  })

  return runs
}

function findRuns(drawn: Drawn, count: number, bandSize: number) {
  const runs: Run[] = []
  for (let start = 0; start < count; start += bandSize) {
    const end = Math.min(start + bandSize, count)
    const isDrawn = start === drawn.held || (start < drawn.to && end > drawn.from)
    const last = runs.at(-1)
    if (last && !last.isDrawn && !isDrawn) last.end = end
    else runs.push({ start, end, isDrawn })
  }
  return runs
}

/** As the last wall was laid: the next one begins so, and the reader's place on it is there at once. */
let lastTracks = { columns: 0, width: 0 }

/** How many tiles stand in a row, and how wide, as the stylesheet has laid them; 0 before it has. */
function useTracks(wall: React.RefObject<HTMLElement | null>) {
  const tileSize = useTileSize()
  const [tracks, setTracks] = useState(lastTracks)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another size lays other tracks
  useLayoutEffect(() => {
    const element = wall.current!
    const measure = () => {
      const widths = getComputedStyle(element).gridTemplateColumns.split(' ')
      const width = Number.parseFloat(widths[0]!)
      // A longer wall is no other one.
      if (widths.length !== lastTracks.columns || width !== lastTracks.width)
        lastTracks = { columns: widths.length, width }
      setTracks(lastTracks)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [wall, tileSize])

  return { tileSize, ...tracks }
}
