import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { formatNumber } from '../../../shared/rules/format.ts'
import { avifSet } from '../../../shared/rules/image-url.ts'
import { stageSizes } from '../../../shared/rules/stage-sizes.ts'
import { statusOf } from '../../lib/api/query-client.ts'
import { pressShortcut, readShortcut } from '../../lib/keyboard/shortcuts.ts'
import { useTitle } from '../../lib/navigation/title.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DialogPopup } from '../../ui/messages/DialogPopup.tsx'
import { findCachedLogo, logoQuery } from './detail-queries.ts'
import { indexOfLogo, type LastFound, takeStep } from './dialog-steps.ts'
import styles from './LogoDialog.module.css'
import { LogoView, toneOf } from './LogoView.tsx'
import { readOpenLogo } from './open-logo.ts'
import { animateClose, SharedElementTransition } from './SharedElementTransition.tsx'
import { useSwipe } from './swipe.ts'

type Props = {
  logoId: number
  isOpen: boolean
  /** The tile's picture, where the shared element transition starts and ends. */
  findPicture: (logoId: number) => HTMLElement | null | undefined
  /** The loaded list that the dialog steps through. */
  logos: Logo[]
  onMore?: () => void
  onStep: (logoId: number) => void
  onClose: (answer?: () => void) => void
  onClosed: () => void
}

/** A logo opened above the wall. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the markup of one dialog and its wiring
export default function LogoDialog({
  logoId,
  isOpen,
  findPicture,
  logos,
  onMore,
  onStep,
  onClose,
  onClosed,
}: Props) {
  const queryClient = useQueryClient()
  const settledId = useSettled(logoId)
  const query = useQuery({ ...logoQuery(queryClient, logoId), enabled: isOpen && settledId === logoId })
  const index = logos.findIndex(logo => logo.logo_id === logoId)
  const logo = logos[index] ?? query.data ?? findCachedLogo(queryClient, logoId)
  const { step, hasPrevious, hasNext, direction, position } = useSteps({ logoId, logos, onMore, onStep })
  const popup = useRef<HTMLDivElement>(null)
  const art = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const swipe = useSwipe(art, { onPrevious: () => step(-1), onNext: () => step(1), hasPrevious, hasNext })
  useTitle(logo?.logo ?? '')

  const findOwnPicture = () => findPicture(logoId)
  const leave = () => onClose(() => animateClose(popup.current, art.current, findOwnPicture()))

  // On phones the sheet scrolls as a whole: each logo starts at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another logo
  useLayoutEffect(() => {
    popup.current?.scrollTo(0, 0)
  }, [logoId])

  const isGone = statusOf(query.error) === 404
  const closeGone = useEffectEvent(onClose)
  useEffect(() => {
    if (!isGone) return
    showToast('This logo is no longer here.')
    closeGone()
  }, [isGone])

  // Closed before its code had loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for the first render only
  useEffect(() => {
    if (!isOpen) onClosed()
  }, [])

  useEffect(() => {
    for (const neighbour of [logos[index - 1], logos[index + 1]]) {
      if (!neighbour || index < 0) continue
      const image = new Image()
      image.sizes = stageSizes
      image.srcset = avifSet(neighbour.image) ?? ''
    }
  }, [index, logos])

  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { event, reason, cancel }) => {
        // Toasts are above the dialog: dismissing one must not close it.
        if (reason === 'outside-press' && (event.target as Element).closest('[aria-live]')) cancel()
        else if (!open) leave()
      }}
      onOpenChangeComplete={open => {
        if (!open) onClosed()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <DialogPopup
          ref={popup}
          className={styles.sheet}
          initialFocus={popup}
          finalFocus={false}
          onScroll={({ currentTarget }) => notePast(currentTarget, art.current?.parentElement, bar.current)}
          onKeyDown={event => {
            // The save dialog, rendered inside this one, keeps its own keys.
            if (!event.currentTarget.contains(event.target as Element)) return
            const key = readShortcut(event)
            if (key === 'arrowleft' || key === 'k') step(-1)
            else if (key === 'arrowright' || key === 'j') step(1)
            else pressShortcut(event)
          }}
        >
          <div
            ref={bar}
            className={styles.bar}
            data-tone={logo && toneOf(logo.ground)}
            style={groundOf(logo)}
          >
            {hasPrevious && (
              <button
                type="button"
                className={styles.step}
                data-to="previous"
                aria-label="Previous logo"
                aria-keyshortcuts="ArrowLeft K"
                onClick={() => step(-1)}
              >
                <ChevronLeft size={20} aria-hidden />
              </button>
            )}
            {hasNext && (
              <button
                type="button"
                className={styles.step}
                data-to="next"
                aria-label="Next logo"
                aria-keyshortcuts="ArrowRight J"
                onClick={() => step(1)}
              >
                <ChevronRight size={20} aria-hidden />
              </button>
            )}
            <span className={styles.name} aria-hidden>
              {logo?.logo}
            </span>
            <Dialog.Close className={styles.close} aria-label="Close">
              <X size={20} aria-hidden />
            </Dialog.Close>
          </div>
          {logo ? (
            <LogoView
              logo={logo}
              Title={Dialog.Title}
              isSettled={settledId === logoId}
              artRef={art}
              stageProps={{ ...swipe, 'data-from': direction } as React.ComponentProps<'div'>}
              position={position}
            />
          ) : (
            <div className={styles.waiting} aria-busy={query.isFetching}>
              <Dialog.Title className="visually-hidden">Logo</Dialog.Title>
              {query.isError && !isGone && (
                <>
                  <p>The logo’s details didn’t load.</p>
                  <Button onClick={() => query.refetch()}>Try again</Button>
                </>
              )}
            </div>
          )}
          <SharedElementTransition
            isOpen={isOpen}
            hasStage={logo !== undefined}
            sheet={popup}
            art={art}
            findPicture={findOwnPicture}
          />
        </DialogPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const groundOf = (logo?: Logo) => ({ '--ground': logo?.ground ?? undefined }) as React.CSSProperties

/** Sets `data-past` on the bar to what has scrolled under it: first the stage, then the title, which the bar then shows. */
function notePast(sheet: HTMLElement, stage?: HTMLElement | null, bar?: HTMLElement | null) {
  if (!stage || !bar) return
  const { bottom } = bar.getBoundingClientRect()
  const isPast = (element: Element) => element.getBoundingClientRect().bottom <= bottom
  bar.dataset.past = isPast(sheet.querySelector('h2')!) ? 'title' : isPast(stage) ? 'stage' : ''
}

/** Debounces the logo: stepping past ten others requests none of them. */
function useSettled(logoId: number) {
  const [settled, setSettled] = useState(logoId)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(logoId), 150)
    return () => clearTimeout(timer)
  }, [logoId])
  return settled
}

/** Steps through the list. At its loaded end the next page is fetched, and the step is taken when it has arrived. */
function useSteps({ logoId, logos, onMore, onStep }: Pick<Props, 'logoId' | 'logos' | 'onMore' | 'onStep'>) {
  // Ahead of `logoId`, which is rendered later: quick presses step from the last target.
  const current = useRef(logoId)
  const isWaiting = useRef(false)
  const [direction, setDirection] = useState<'left' | 'right'>()

  useLayoutEffect(() => {
    if (readOpenLogo(window.location.search) === logoId) current.current = logoId
  }, [logoId])

  const found = logos.findIndex(logo => logo.logo_id === logoId)
  const [last, setLast] = useState<LastFound>({ logoId, index: found })
  if (found >= 0 && (last.logoId !== logoId || last.index !== found)) setLast({ logoId, index: found })

  const step = (by: 1 | -1) => {
    const index = indexOfLogo(logos, current.current, last)
    const { next, loadsMore, ...rest } = takeStep(logos, index, by, onMore !== undefined)
    isWaiting.current = rest.isWaiting
    if (loadsMore) onMore?.()
    if (!next) return
    current.current = next.logo_id
    setDirection(by === 1 ? 'right' : 'left')
    onStep(next.logo_id)
  }

  const takeWaitingStep = useEffectEvent(() => {
    if (isWaiting.current) step(1)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step waits for a longer list
  useEffect(() => takeWaitingStep(), [logos.length])

  const index = indexOfLogo(logos, logoId, last)
  const ordinal = formatNumber(found + 1)
  return {
    /** Such as "4 of 17"; while the list isn't loaded to its end, "No. 4". */
    position:
      found < 0 || logos.length < 2
        ? undefined
        : onMore
          ? `No. ${ordinal}`
          : `${ordinal} of ${formatNumber(logos.length)}`,
    step,
    direction,
    hasPrevious: index > 0,
    hasNext: index > -1 && (index < logos.length - 1 || onMore !== undefined),
  }
}
