import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { useMedia } from '../../lib/media.ts'
import { useTileSize } from '../../lib/tile-size.ts'
import styles from './LogoGrid.module.css'
import { LogoTile, TileSkeleton } from './LogoTile.tsx'
import { loadDialog, useLogoOverlay } from './logo-overlay.tsx'
import { openLogoSearch } from './open-logo.ts'

/** The browser skips what is out of sight by the band: by the tile, 2,000 of them would each cost it every frame. */
const rowsPerBand = 6

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
  const { wall, openTile, heroId, overlay } = useLogoOverlay<HTMLDivElement>(logos, onMore)
  const { tileSize, columns, width } = useTracks(wall)
  const hovers = useMedia('(hover: hover)')
  const { search } = useLocation()
  const count = logos.length + skeletons
  const perRow = Math.max(columns, 1)
  const bandSize = perRow * rowsPerBand
  return (
    <>
      <div
        ref={wall}
        className={styles.wall}
        data-measured={width > 0 || undefined}
        style={{ '--tile-min': `${tileSize}px`, '--tile': `${width}px` } as React.CSSProperties}
        onPointerOver={() => void loadDialog().catch(() => {})}
      >
        {range(0, count, bandSize).map(start => {
          const end = Math.min(start + bandSize, count)
          const rows = Math.ceil((end - start) / perRow)
          return (
            <ul key={start} className={styles.band} style={{ '--rows': rows } as React.CSSProperties}>
              {range(start, end).map(i => {
                const logo = logos[i]
                return logo ? (
                  <LogoTile
                    key={logo.logo_id}
                    logo={logo}
                    href={openLogoSearch(search, logo.logo_id)}
                    onOpen={openTile}
                    width={Math.ceil(width)}
                    isEager={i < columns}
                    isHero={heroId === logo.logo_id}
                    hovers={hovers}
                    caption={caption}
                    onRemove={onRemove}
                  />
                ) : (
                  <TileSkeleton key={i} />
                )
              })}
            </ul>
          )
        })}
      </div>
      {overlay}
    </>
  )
}

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step)

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
