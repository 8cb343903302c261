import type { ReactNode } from 'react'
import { statusOf } from '../lib/query-client.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

type Props = {
  /** What should be here, to begin a sentence with: `The awards`. */
  what: string
  error: unknown
  onAgain: () => void
  /** Why, where one knows better than by the error alone. */
  children?: ReactNode
}

/** Stands where something did not come, and asks for it again. */
export function NotArrived({ what, error, onAgain, children }: Props) {
  return (
    <Notice
      title={`${what} did not arrive`}
      action={
        <Button kind="primary" onClick={() => onAgain()}>
          Try again
        </Button>
      }
    >
      {children ??
        (statusOf(error) === 0 ? 'You seem to be offline.' : 'The gallery did not answer as it should.')}
    </Notice>
  )
}
