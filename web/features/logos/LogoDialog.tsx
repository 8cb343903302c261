import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { statusOf } from '../../lib/api/query-client.ts'
import { pressShortcut, readShortcut } from '../../lib/keyboard/shortcuts.ts'
import { useTitle } from '../../lib/navigation/title.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DialogPopup } from '../../ui/messages/DialogPopup.tsx'
import { findCachedLogo, logoQuery } from './detail-queries.ts'
import styles from './LogoDialog.module.css'
import { LogoView, toneOf } from './LogoView.tsx'
import { animateClose, SharedElementTransition } from './SharedElementTransition.tsx'
import { useSwipe } from './swipe.ts'
import { useNeighbourPictures, useSettled, useSteps } from './use-steps.ts'

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
  const logo =
    logos.find(each => each.logo_id === logoId) ?? query.data ?? findCachedLogo(queryClient, logoId)
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

  const isGone = useGoneLogo(query.error, onClose)
  useNeighbourPictures(logos, logoId)

  // Closed before its code had loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for the first render only
  useEffect(() => {
    if (!isOpen) onClosed()
  }, [])

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
          <DialogBar
            ref={bar}
            logo={logo}
            onPrevious={hasPrevious ? () => step(-1) : undefined}
            onNext={hasNext ? () => step(1) : undefined}
          />
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
            <Waiting
              isFetching={query.isFetching}
              onRetry={query.isError && !isGone ? () => void query.refetch() : undefined}
            />
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

/** Closes the dialog of a logo that is gone, and says so. */
function useGoneLogo(error: unknown, onClose: () => void) {
  const isGone = statusOf(error) === 404
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isGone) return
    showToast('This logo is no longer here.')
    close()
  }, [isGone])
  return isGone
}

type BarProps = {
  ref: React.Ref<HTMLDivElement>
  logo: Logo | undefined
  /** Undefined where there is none. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The steps to the neighbours, the name once the title has scrolled away, and closing. */
const DialogBar = ({ ref, logo, onPrevious, onNext }: BarProps) => (
  <div ref={ref} className={styles.bar} data-tone={logo && toneOf(logo.ground)} style={groundOf(logo)}>
    {onPrevious && (
      <button
        type="button"
        className={styles.step}
        data-to="previous"
        aria-label="Previous logo"
        aria-keyshortcuts="ArrowLeft K"
        onClick={onPrevious}
      >
        <ChevronLeft size={20} aria-hidden />
      </button>
    )}
    {onNext && (
      <button
        type="button"
        className={styles.step}
        data-to="next"
        aria-label="Next logo"
        aria-keyshortcuts="ArrowRight J"
        onClick={onNext}
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
)

/** In place of a logo that has not loaded. `onRetry`: it failed. */
const Waiting = ({ isFetching, onRetry }: { isFetching: boolean; onRetry: (() => void) | undefined }) => (
  <div className={styles.waiting} aria-busy={isFetching}>
    <Dialog.Title className="visually-hidden">Logo</Dialog.Title>
    {onRetry && (
      <>
        <p>The logo’s details didn’t load.</p>
        <Button onClick={onRetry}>Try again</Button>
      </>
    )}
  </div>
)

/** Sets `data-past` on the bar to what has scrolled under it: first the stage, then the title, which the bar then shows. */
function notePast(sheet: HTMLElement, stage?: HTMLElement | null, bar?: HTMLElement | null) {
  if (!stage || !bar) return
  const { bottom } = bar.getBoundingClientRect()
  const isPast = (element: Element) => element.getBoundingClientRect().bottom <= bottom
  bar.dataset.past = isPast(sheet.querySelector('h2')!) ? 'title' : isPast(stage) ? 'stage' : ''
}
