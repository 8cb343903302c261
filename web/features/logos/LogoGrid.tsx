import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { useMedia } from '../../lib/media.ts'
import { useTileSize } from '../../lib/tile-size.ts'
import styles from './LogoGrid.module.css'
import { LogoTile, TileSkeleton } from './LogoTile.tsx'
import { canMorph, openLogoSearch, useOpenLogo } from './open-logo.ts'

const loadDialog = () => import('./LogoDialog.tsx')
const LogoDialog = lazy(loadDialog)

type Props = {
  logos: Logo[]
  /** Reads the next page; undefined at the end. */
  onMore?: () => void
  /** Tiles that are still coming. */
  skeletons?: number
  caption?: 'company' | 'title'
}

/** Logos as a wall; the one named in the address stands open over it. */
export function LogoGrid({ logos, onMore, skeletons = 0, caption = 'company' }: Props) {
  const grid = useRef<HTMLUListElement>(null)
  const { tileSize, columns, width } = useTracks(grid)
  const hovers = useMedia('(hover: hover)')
  const { search } = useLocation()
  const { openId, isBroken, open, go, close } = useOpenLogo()
  const [lastId, setLastId] = useState(openId)
  const [closedId, setClosedId] = useState<number | null>(null)
  if (openId !== null && openId !== lastId) setLastId(openId)
  if (openId !== null && closedId !== null) setClosedId(null)

  const latestOpen = useRef(open)
  useEffect(() => {
    latestOpen.current = open
  })
  const openTile = useCallback((logoId: number) => {
    latestOpen.current(logoId, () => setLastId(logoId))
  }, [])

  useEffect(() => {
    if (isBroken) close()
  })

  // The wall follows behind, so that closing lands where one is; and the tile gets the focus back.
  const wasOpen = useRef<number | null>(null)
  useEffect(() => {
    const tile = grid.current?.querySelector<HTMLElement>(`[data-logo="${openId ?? wasOpen.current}"]`)
    if (openId !== null && wasOpen.current !== null) tile?.scrollIntoView({ block: 'nearest' })
    if (openId === null && wasOpen.current !== null) tile?.querySelector('a')?.focus({ preventScroll: true })
    wasOpen.current = openId
  }, [openId])

  useEffect(() => {
    const wait = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000))
    const id = wait(() => void loadDialog().catch(() => {}))
    return () => (window.cancelIdleCallback ?? clearTimeout)(id)
  }, [])

  const isClosing = openId === null && lastId !== null && !canMorph && closedId !== lastId
  return (
    <>
      <ul
        ref={grid}
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
            isHero={openId === null && lastId === logo.logo_id}
            hovers={hovers}
            caption={caption}
          />
        ))}
        {Array.from({ length: skeletons }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <TileSkeleton key={i} />
        ))}
      </ul>
      {(openId !== null || isClosing) && (
        <Suspense>
          <LogoDialog
            logoId={openId ?? lastId!}
            isOpen={openId !== null}
            logos={logos}
            onMore={onMore}
            onGo={go}
            onClose={close}
            onClosed={() => setClosedId(lastId)}
          />
        </Suspense>
      )}
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
