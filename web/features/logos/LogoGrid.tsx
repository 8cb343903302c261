import { memo, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import type { Logo } from '../../../shared/api/logos.ts'
import { tileSharpness } from '../../../shared/rules/image-url.ts'
import { useTileSize } from '../../domain/logos/tile-size.ts'
import styles from './LogoGrid.module.css'
import { LogoTile, TileSkeleton } from './LogoTile.tsx'
import { useLogoOverlay } from './logo-overlay.tsx'
import { openLogoSearch } from './open-logo.ts'
import { firstRendered, groupSizeOf, listRanges, nextStep } from './virtualization.ts'

/** The page counts as at rest this long after the last scroll event. */
const restMs = 150

type Props = {
  logos: Logo[]
  /** Reads the next page; undefined at the end. */
  onMore?: () => void
  /** Tiles that are still loading. */
  skeletons?: number
  caption?: 'company' | 'title'
  hidesAwards?: boolean
  /** Replaces the save button in each caption. */
  action?: (logo: Logo) => React.ReactNode
}

/** A virtualized wall of logos; the one named in the address is open above it. */
export function LogoGrid({ logos, onMore, skeletons = 0, caption = 'company', hidesAwards, action }: Props) {
  const { wall, openTile, overlay } = useLogoOverlay<HTMLDivElement>(logos, onMore)
  const { tileSize, columns, width } = useTracks(wall)
  const { search } = useLocation()
  const address = openLogoSearch(search)
  const count = logos.length + skeletons
  const perRow = Math.max(columns, 1)
  const ranges = useVirtualization(wall, count, groupSizeOf(perRow))
  return (
    <>
      <div
        ref={wall}
        className={styles.wall}
        data-measured={width > 0 || undefined}
        style={{ '--tile-min': `${tileSize}px`, '--tile': `${width}px` } as React.CSSProperties}
      >
        {ranges.map(({ start, end, isRendered }) => {
          const own = logos.slice(start, isRendered ? end : start)
          return (
            <RowGroup
              key={start}
              start={start}
              logos={own}
              skeletons={isRendered ? end - start - own.length : 0}
              rows={Math.ceil((end - start) / perRow)}
              eager={start === 0 ? columns : 0}
              address={address}
              onOpen={openTile}
              width={Math.ceil(width * tileSharpness)}
              caption={caption}
              hidesAwards={hidesAwards}
              action={action}
            />
          )
        })}
      </div>
      {overlay}
    </>
  )
}

type RowGroupProps = Omit<React.ComponentProps<typeof LogoTile>, 'logo' | 'href' | 'isEager'> & {
  /** Position of its first tile on the wall. */
  start: number
  /** Empty while the group is not rendered. */
  logos: Logo[]
  skeletons: number
  rows: number
  /** How many of the first tiles load their pictures eagerly. */
  eager: number
  address: string
}

/**
 * Some rows of the wall, or an empty element as high as all the groups it stands for. Memoized by its own logos: a like
 * rerenders one group, and opening a logo none.
 */
const RowGroup = memo(function RowGroup({
  start,
  logos,
  skeletons,
  rows,
  eager,
  address,
  ...tile
}: RowGroupProps) {
  return (
    <ul className={styles.group} data-start={start} style={{ '--rows': rows } as React.CSSProperties}>
      {logos.map((logo, i) => (
        <LogoTile
          key={logo.logo_id}
          logo={logo}
          href={address + logo.logo_id}
          isEager={i < eager}
          {...tile}
        />
      ))}
      {[...Array(skeletons).keys()].map(i => (
        <TileSkeleton key={i} />
      ))}
    </ul>
  )
}, isSameGroup)

function isSameGroup(before: RowGroupProps, after: RowGroupProps) {
  return (Object.keys(after) as (keyof RowGroupProps)[]).every(key =>
    key === 'logos' ? isSameList(before.logos, after.logos) : before[key] === after[key],
  )
}

const isSameList = (before: Logo[], after: Logo[]) =>
  before.length === after.length && after.every((logo, i) => logo === before[i])

/** When the page was last scrolled. */
let scrolledAt = -restMs

/**
 * Renders the wall group by group around what is visible. Missing visible tiles are rendered synchronously, others as
 * transitions, and while the page scrolls only when few are left. Heights are known, so no step shifts the layout.
 */
function useVirtualization(wall: React.RefObject<HTMLElement | null>, count: number, groupSize: number) {
  const [rendered, setRendered] = useState(firstRendered)

  // Without dependencies: each step is taken after the render of the one before.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPending = false
    const update = () => {
      frame = 0
      const element = wall.current
      // The wall has unmounted; this effect is cleaned up only after the next frame.
      if (!element) return
      const { top, height } = element.getBoundingClientRect()
      const tileAt = (y: number) => Math.min(Math.max((y - top) / height, 0), 1) * count || 0
      const focused = document.activeElement?.closest<HTMLElement>('[data-start]')
      const step = nextStep(
        rendered,
        { first: tileAt(0), last: tileAt(innerHeight) },
        { count, groupSize, focused: focused ? Number(focused.dataset.start) : undefined },
      )
      if (!step) return
      // Rendered synchronously, because visible tiles are missing.
      if (step.priority === 'blank') return flushSync(() => setRendered(step.next))
      if (isPending) return
      const restsIn = scrolledAt + restMs - performance.now()
      if (step.priority === 'idle' && restsIn > 0) timer = setTimeout(update, restsIn)
      else {
        isPending = true
        startTransition(() => setRendered(step.next))
      }
    }
    let frame = requestAnimationFrame(update)
    const onScroll = () => {
      scrolledAt = performance.now()
      clearTimeout(timer)
      frame ||= requestAnimationFrame(update)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  })

  return listRanges(rendered, count, groupSize)
}

/** Tracks of the last wall. The next one starts with them, so that its height is right before it is measured. */
let lastTracks = { columns: 0, width: 0 }

/** Tiles per row and their width as the stylesheet lays them out; 0 before the first measurement. */
function useTracks(wall: React.RefObject<HTMLElement | null>) {
  const tileSize = useTileSize()
  const [tracks, setTracks] = useState(lastTracks)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tile size changes the tracks
  useLayoutEffect(() => {
    const element = wall.current!
    const measure = () => {
      const widths = getComputedStyle(element).gridTemplateColumns.split(' ')
      const width = Number.parseFloat(widths[0]!)
      // The same object for the same tracks: a wall that only grew does not rerender.
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
