import type { ReactNode } from 'react'
import { statusOf } from '../../lib/api/query-client.ts'
import { Button } from '../controls/Button.tsx'
import { EmptyState } from './EmptyState.tsx'

type Props = {
  /** What should be here, to begin a sentence with: `The awards`. */
  what: string
  error: unknown
  onRetry: () => void
  /** Why, where one knows better than by the error alone. */
  children?: ReactNode
}

/** Stands where something did not come, and asks for it again. */
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
      {children ?? (statusOf(error) === 0 ? 'You seem to be offline.' : 'Something went wrong on our side.')}
    </EmptyState>
  )
}
