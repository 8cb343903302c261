import type { ReactNode } from 'react'
import { reasonToWait, statusOf } from '../../lib/api/query-client.ts'
import { Button } from '../controls/Button.tsx'
import { EmptyState } from './EmptyState.tsx'

type Props = {
  /** The subject of the sentence: `The awards`. */
  what: string
  error: unknown
  onRetry: () => void
  /** A reason more exact than the error's own. */
  children?: ReactNode
}

/** Replaces content that failed to load, with a button that retries. */
export function LoadError({ what, error, onRetry, children }: Props) {
  return (
    <EmptyState
      title={what.startsWith('Your ') ? `We couldn’t load y${what.slice(1)}` : `${what} didn’t load`}
      action={
        <Button kind="primary" onClick={() => onRetry()}>
          Try again
        </Button>
      }
    >
      {children ??
        (statusOf(error) === 0
          ? 'You seem to be offline.'
          : (reasonToWait(error) ?? 'Something went wrong on our side.'))}
    </EmptyState>
  )
}
