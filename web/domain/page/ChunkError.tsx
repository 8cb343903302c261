import { useEffect, useEffectEvent, useRef } from 'react'
import type { Retryable } from '../../lib/loading/lazy-with-retry.tsx'
import { showToast } from '../../lib/toast/toast.ts'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { Page } from './Page.tsx'

/** Fallback for a part of a page whose code didn’t load. */
export function ChunkError({ what = 'This part', onRetry }: Retryable & { what?: string }) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const listen = () => retry()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])
  return (
    <LoadError what={what} error={undefined} onRetry={onRetry}>
      {navigator.onLine ? 'This page didn’t load completely.' : undefined}
    </LoadError>
  )
}

/** Fallback for a page whose code didn’t load. */
export function ChunkErrorPage(again: Retryable) {
  return (
    <Page title="Error">
      <ChunkError what="This page" {...again} />
    </Page>
  )
}

type DialogProps = Retryable & { isOpen: boolean; onClose: () => void; onClosed?: () => void }

/** Fallback for a dialog whose code didn’t load: shows a toast and closes; opening it again retries. */
export function ChunkErrorDialog({ isOpen, onClose, onClosed, onRetry }: DialogProps) {
  const hasSaid = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when it opens
  useEffect(() => {
    if (!isOpen) return onClosed?.()
    if (hasSaid.current) return onRetry()
    hasSaid.current = true
    showToast('This part of the gallery didn’t load. Please try again.')
    onClose()
  }, [isOpen])
  return null
}
