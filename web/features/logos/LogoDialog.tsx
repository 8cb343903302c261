import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { srcSet, stageSizes } from '../../../shared/rules/image-url.ts'
import { statusOf } from '../../lib/query-client.ts'
import { useTitle } from '../../lib/title.ts'
import { showToast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { findCachedLogo, logoQuery } from './detail-queries.ts'
import { Flight, flyHome } from './Flight.tsx'
import styles from './LogoDialog.module.css'
import { LogoView } from './LogoView.tsx'
import { readOpenLogo } from './open-logo.ts'
import { useSwipe } from './swipe.ts'

type Props = {
  logoId: number
  isOpen: boolean
  /** The picture on the wall from which it grows, and to which it returns. */
  findPicture: (logoId: number) => HTMLElement | null | undefined
  /** The loaded list, to walk through. */
  logos: Logo[]
  onMore?: () => void
  onGo: (logoId: number) => void
  onClose: (answer?: () => void) => void
  onClosed: () => void
}

/** A logo opened over the wall. */
export default function LogoDialog({
  logoId,
  isOpen,
  findPicture,
  logos,
  onMore,
  onGo,
  onClose,
  onClosed,
}: Props) {
  const queryClient = useQueryClient()
  const settledId = useSettled(logoId)
  const query = useQuery({ ...logoQuery(queryClient, logoId), enabled: isOpen && settledId === logoId })
  const index = logos.findIndex(logo => logo.logo_id === logoId)
  const logo = logos[index] ?? query.data ?? findCachedLogo(queryClient, logoId)
  const { step, hasPrevious, hasNext, direction } = useSteps({ logoId, logos, onMore, onGo })
  const popup = useRef<HTMLDivElement>(null)
  const art = useRef<HTMLDivElement>(null)
  const swipe = useSwipe(art, { onPrevious: () => step(-1), onNext: () => step(1), hasPrevious, hasNext })
  useTitle(logo?.logo ?? '')

  const findOwnPicture = () => findPicture(logoId)
  const leave = () => onClose(() => flyHome(popup.current, art.current, findOwnPicture()))

  const isGone = statusOf(query.error) === 404
  const latestClose = useRef(onClose)
  useEffect(() => {
    latestClose.current = onClose
  })
  useEffect(() => {
    if (!isGone) return
    showToast('This logo is no longer here.')
    latestClose.current()
  }, [isGone])

  // Its code came after it had been left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only how it begins counts
  useEffect(() => {
    if (!isOpen) onClosed()
  }, [])

  useEffect(() => {
    for (const neighbour of [logos[index - 1], logos[index + 1]]) {
      if (!neighbour || index < 0) continue
      const image = new Image()
      image.sizes = stageSizes
      image.srcset = srcSet(neighbour.image, 'avif')
    }
  }, [index, logos])

  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { event, reason, cancel }) => {
        // A toast lies above; dismissing it is not leaving.
        if (reason === 'outside-press' && (event.target as Element).closest('[aria-live]')) cancel()
        else if (!open) leave()
      }}
      onOpenChangeComplete={open => {
        if (!open) onClosed()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup
          ref={popup}
          className={styles.sheet}
          initialFocus={popup}
          finalFocus={false}
          onKeyDown={event => {
            // Arrows in a text, or in the dialog above, are theirs.
            const target = event.target as HTMLElement
            if (!event.currentTarget.contains(target) || target.matches('textarea')) return
            if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
            if (event.key === 'ArrowLeft') step(-1)
            if (event.key === 'ArrowRight') step(1)
          }}
        >
          {logo ? (
            <LogoView
              logo={logo}
              Title={Dialog.Title}
              isSettled={settledId === logoId}
              artRef={art}
              stageProps={{ ...swipe, 'data-from': direction } as React.ComponentProps<'div'>}
              controls={
                <>
                  {hasPrevious && (
                    <button
                      type="button"
                      className={styles.step}
                      data-to="previous"
                      aria-label="Previous logo"
                      onClick={() => step(-1)}
                    >
                      <ArrowLeft size={20} aria-hidden />
                    </button>
                  )}
                  {hasNext && (
                    <button
                      type="button"
                      className={styles.step}
                      data-to="next"
                      aria-label="Next logo"
                      onClick={() => step(1)}
                    >
                      <ArrowRight size={20} aria-hidden />
                    </button>
                  )}
                </>
              }
            />
          ) : (
            <div className={styles.waiting} aria-busy={query.isFetching}>
              <Dialog.Title className="visually-hidden">Logo</Dialog.Title>
              {query.isError && !isGone && (
                <>
                  <p>The logo’s details did not arrive.</p>
                  <Button onClick={() => query.refetch()}>Try again</Button>
                </>
              )}
            </div>
          )}
          <Flight isOpen={isOpen} sheet={popup} stage={art} findPicture={findOwnPicture} />
          <Dialog.Close className={styles.close} aria-label="Close">
            <X size={20} aria-hidden />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The logo one stays at: passing by ten others asks the server for none of them. */
function useSettled(logoId: number) {
  const [settled, setSettled] = useState(logoId)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(logoId), 150)
    return () => clearTimeout(timer)
  }, [logoId])
  return settled
}

/** Walking through the list. At its loaded end the next page is read, and the walk goes on when it has come. */
function useSteps({ logoId, logos, onMore, onGo }: Pick<Props, 'logoId' | 'logos' | 'onMore' | 'onGo'>) {
  // Drawing lags behind quick presses; where one is, is kept here.
  const current = useRef(logoId)
  const isWaiting = useRef(false)
  const [direction, setDirection] = useState<'left' | 'right'>()

  useLayoutEffect(() => {
    if (readOpenLogo(window.location.search) === logoId) current.current = logoId
  }, [logoId])

  // A logo may leave the list while it is open: the walk goes on from where it was.
  const found = logos.findIndex(logo => logo.logo_id === logoId)
  const [place, setPlace] = useState({ logoId, index: found })
  if (found >= 0 && (place.logoId !== logoId || place.index !== found)) setPlace({ logoId, index: found })
  /** Between two logos where it is gone. */
  const indexOf = (id: number) => {
    const index = logos.findIndex(logo => logo.logo_id === id)
    return index < 0 && place.logoId === id && place.index >= 0 ? place.index - 0.5 : index
  }

  const step = (by: 1 | -1) => {
    const index = indexOf(current.current)
    const to = by === 1 ? Math.floor(index + 1) : Math.ceil(index - 1)
    const next = index === -1 ? undefined : logos[to]
    isWaiting.current = index > -1 && by === 1 && !next && onMore !== undefined
    if (index > -1 && by === 1 && index + 5 >= logos.length) onMore?.()
    if (!next) return
    current.current = next.logo_id
    setDirection(by === 1 ? 'right' : 'left')
    onGo(next.logo_id)
  }

  const latestStep = useRef(step)
  useEffect(() => {
    latestStep.current = step
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list is what was waited for
  useEffect(() => {
    if (isWaiting.current) latestStep.current(1)
  }, [logos.length])

  const index = indexOf(logoId)
  return {
    step,
    direction,
    hasPrevious: index > 0,
    hasNext: index > -1 && (index < logos.length - 1 || onMore !== undefined),
  }
}
