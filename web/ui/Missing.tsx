import { useEffect, useRef } from 'react'
import type { Again } from '../lib/part.tsx'
import { showToast } from '../lib/toast.ts'
import { NotArrived } from './NotArrived.tsx'
import { Page } from './Page.tsx'

/** In place of a part of a page whose code did not arrive. */
export function MissingPart({ what = 'This part', onAgain }: Again & { what?: string }) {
  const again = useRef(onAgain)
  useEffect(() => {
    const ask = () => again.current()
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [])
  return (
    <NotArrived what={what} error={undefined} onAgain={onAgain}>
      {navigator.onLine ? 'Its code was lost on the way here.' : undefined}
    </NotArrived>
  )
}

/** In place of a page whose code did not arrive. */
export function MissingPage(again: Again) {
  return (
    <Page title="Error">
      <MissingPart what="This page" {...again} />
    </Page>
  )
}

type DialogProps = Again & { isOpen: boolean; onClose: () => void; onClosed?: () => void }

/** In place of a dialog whose code did not arrive: says so and closes; opened again, it is asked for again. */
export function MissingDialog({ isOpen, onClose, onClosed, onAgain }: DialogProps) {
  const hasSaid = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only whether it is open counts
  useEffect(() => {
    if (!isOpen) return onClosed?.()
    if (hasSaid.current) return onAgain()
    hasSaid.current = true
    showToast('This part of the gallery did not arrive. Please try again.')
    onClose()
  }, [isOpen])
  return null
}
