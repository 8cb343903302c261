import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { ChunkErrorDialog } from '../../domain/page/ChunkError.tsx'
import { onFirstInteraction } from '../../lib/browser/on-first-interaction.ts'
import { lazyWithRetry } from '../../lib/loading/lazy-with-retry.tsx'
import { useOpenLogo } from './open-logo.ts'

const LogoDialog = lazyWithRetry(() => import('./LogoDialog.tsx'), ChunkErrorDialog)

/**
 * The logo named in the address, open above a wall of `logos`. `wall` holds the tiles, each marked with `data-logo`, and with
 * `data-pressed` until it has opened: set outside of React, so that no tile rerenders. `onMore` fetches the next page. Long
 * because opening, closing and focus share which logo was open last.
 */
export function useLogoOverlay<Wall extends HTMLElement>(logos: Logo[], onMore?: () => void) {
  const wall = useRef<Wall>(null)
  const { openId, isBroken, open, step, close } = useOpenLogo()
  const [lastId, setLastId] = useState(openId)
  const [closedId, setClosedId] = useState<number | null>(null)
  if (openId !== null && openId !== lastId) setLastId(openId)
  if (openId !== null && closedId !== null) setClosedId(null)

  const latestOpen = useRef(open)
  useEffect(() => {
    latestOpen.current = open
  })
  const openTile = useCallback((logoId: number) => {
    latestOpen.current(logoId, () => markPressed(wall.current, logoId))
  }, [])

  useEffect(() => {
    if (isBroken) close()
  })

  // The wall scrolls along behind the dialog, so that closing returns to the open logo's tile, which gets the focus.
  const lastIndex = useRef(0)
  const neighbour = useRef<number>(undefined)
  useEffect(() => {
    const index = logos.findIndex(logo => logo.logo_id === openId)
    if (index >= 0) lastIndex.current = index
    neighbour.current = logos[Math.min(lastIndex.current, logos.length - 1)]?.logo_id
  }, [openId, logos])
  const wasOpen = useRef<number | null>(null)
  useEffect(() => {
    markPressed(wall.current, null)
    const tile = wall.current?.querySelector<HTMLElement>(`[data-logo="${openId ?? wasOpen.current}"]`)
    if (openId !== null && wasOpen.current !== null) tile?.scrollIntoView({ block: 'nearest' })
    if (openId === null && wasOpen.current !== null) {
      // A logo that is no longer liked has left the wall of likes: the tile in its position is used.
      const origin = tile ?? wall.current?.querySelector(`[data-logo="${neighbour.current}"]`)
      const target =
        origin?.querySelector('a') ?? document.querySelector<HTMLElement>('main [aria-current=page]')
      target?.focus({ preventScroll: true })
    }
    wasOpen.current = openId
  }, [openId])

  // A layout effect: the first interaction may come as soon as the wall is shown.
  useLayoutEffect(() => onFirstInteraction(LogoDialog.preload), [])

  const isClosing = openId === null && lastId !== null && closedId !== lastId
  const overlay = (openId !== null || isClosing) && (
    <Suspense>
      <LogoDialog
        logoId={openId ?? lastId!}
        isOpen={openId !== null}
        findPicture={id => wall.current?.querySelector<HTMLElement>(`[data-logo="${id}"] picture`)}
        logos={logos}
        onMore={onMore}
        onStep={step}
        onClose={close}
        onClosed={() => setClosedId(lastId)}
      />
    </Suspense>
  )
  return { wall, openTile, overlay }
}

function markPressed(wall: HTMLElement | null, logoId: number | null) {
  wall?.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
  wall?.querySelector(`[data-logo="${logoId}"]`)?.setAttribute('data-pressed', '')
}
