import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'

type Props = { isUnsent: boolean; title: string; children: ReactNode }

/** Asks for confirmation before a link, closing or reloading discards unsent work. */
export function LeaveGuard({ isUnsent, title, children }: Props) {
  useUnsentWork(isUnsent)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsent && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isUnsent) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsent])

  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={title}
      cancel="Stay"
      confirm="Leave"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {children}
    </ConfirmDialog>
  )
}
