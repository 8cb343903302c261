import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { useMedia } from '../../lib/media.ts'
import { useTileSize } from '../../lib/tile-size.ts'
import styles from './LogoGrid.module.css'
import { LogoTile, TileSkeleton } from './LogoTile.tsx'
import { loadDialog, useLogoOverlay } from './logo-overlay.tsx'
import { openLogoSearch } from './open-logo.ts'

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
  const { wall, openTile, heroId, overlay } = useLogoOverlay<HTMLUListElement>(logos, onMore)
  const { tileSize, columns, width } = useTracks(wall)
  const hovers = useMedia('(hover: hover)')
  const { search } = useLocation()
  return (
    <>
      <ul
        ref={wall}
        className={styles.grid}
        data-measured={width > 0 || undefined}
        style={{ '--tile-min': `${tileSize}px`, '--tile': `${width}px` } as React.CSSProperties}
        onPointerOver={() => void loadDialog().catch(() => {})}
      >
        {logos.map((logo, i) => (
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
        ))}
        {Array.from({ length: skeletons }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <TileSkeleton key={i} />
        ))}
      </ul>
      {overlay}
    </>
  )
}

/** How many tiles stand in a row, and how wide, as the stylesheet has laid them; `width` 0 before it has. */
function useTracks(grid: React.RefObject<HTMLElement | null>) {
  const tileSize = useTileSize()
  const [tracks, setTracks] = useState({ columns: 0, width: 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another size lays other tracks
  useLayoutEffect(() => {
    const element = grid.current!
    const measure = () => {
      const widths = getComputedStyle(element).gridTemplateColumns.split(' ')
      setTracks({ columns: widths.length, width: Number.parseFloat(widths[0]!) })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid, tileSize])

  return { tileSize, ...tracks }
}
