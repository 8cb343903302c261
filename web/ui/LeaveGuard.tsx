import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useUnsentWork } from '../lib/unsent-work.ts'
import { Question } from './Question.tsx'

type Props = { isUnsent: boolean; title: string; children: ReactNode }

/** Asks before unsent work is left: by a link, by closing the page, by reloading it. */
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
    <Question
      isOpen={blocker.state === 'blocked'}
      title={title}
      stay="Stay"
      go="Leave"
      onStay={() => blocker.reset?.()}
      onGo={() => blocker.proceed?.()}
    >
      {children}
    </Question>
  )
}
