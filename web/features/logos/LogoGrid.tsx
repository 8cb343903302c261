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

/** The browser skips what is out of sight by the band: by the tile, 2,000 of them would each cost it every frame. */
const rowsPerBand = 6

/** Tiles farther from the reader's place than this are not even in the page: a wall of any length is as light as this. */
const reach = 400
/** The drawn tiles follow in steps of so many. */
const step = 40

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
  const bandSize = perRow * rowsPerBand
  const isDrawn = useDrawnBands(wall, count, bandSize)
  return (
    <>
      <div
        ref={wall}
        className={styles.wall}
        data-measured={width > 0 || undefined}
        style={{ '--tile-min': `${tileSize}px`, '--tile': `${width}px` } as React.CSSProperties}
      >
        {range(0, count, bandSize).map(start => {
          const end = Math.min(start + bandSize, count)
          const own = isDrawn(start / bandSize) ? logos.slice(start, end) : undefined
          return (
            <Band
              key={start}
              logos={own}
              skeletons={own ? end - start - own.length : 0}
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
  /** Its own; undefined while it is beyond reach. */
  logos?: Logo[]
  skeletons: number
  rows: number
  /** So many of the first are fetched at once. */
  eager: number
  address: string
}

/** Some rows of the wall. Drawn anew only with a logo of its own: a like costs one of them, and opening a logo none. */
const Band = memo(function Band({ logos = [], skeletons, rows, eager, address, ...tile }: BandProps) {
  return (
    <ul className={styles.band} style={{ '--rows': rows } as React.CSSProperties}>
      {logos.map((logo, i) => (
        <LogoTile
          key={logo.logo_id}
          logo={logo}
          href={address + logo.logo_id}
          isEager={i < eager}
          {...tile}
        />
      ))}
      {range(0, skeletons).map(i => (
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

const isSameList = (before?: Logo[], after?: Logo[]) =>
  before?.length === after?.length && (after ?? []).every((logo, i) => logo === before?.[i])

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step)

/**
 * Which bands stand in the page: at first what fills a screen, then all within reach, and where the focus is. Their
 * heights are known, so that nothing moves when others come.
 */
function useDrawnBands(wall: React.RefObject<HTMLElement | null>, count: number, bandSize: number) {
  const [drawn, setDrawn] = useState({ from: 0, to: 0, held: -1 })
  const isDrawn = (band: number) =>
    band === drawn.held || (band * bandSize <= drawn.to && (band + 1) * bandSize > drawn.from)

  useEffect(() => {
    const look = () => {
      frame = 0
      const element = wall.current
      // The wall has left the page, and this effect ends only after the next frame.
      if (!element) return
      const { top, height } = element.getBoundingClientRect()
      const tileAt = (y: number) => Math.min(Math.max((y - top) / height, 0), 1) * count || 0
      const middle = Math.round(tileAt(innerHeight / 2) / step) * step
      if (middle - reach === drawn.from) return
      const held = [...element.children].findIndex(band => band.contains(document.activeElement))
      const draw = () => setDrawn({ from: middle - reach, to: middle + reach, held })
      // After a leap there is nothing to look at meanwhile.
      if ([0, innerHeight].every(y => isDrawn(Math.floor(tileAt(y) / bandSize)))) startTransition(draw)
      else flushSync(draw)
    }
    let frame = requestAnimationFrame(look)
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  })

  return isDrawn
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
