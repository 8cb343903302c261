import type { KeyboardEvent } from 'react'
import { Button } from '../../ui/controls/Button.tsx'

type Props = { label: string; isUnsent: boolean; isPending: boolean; onDiscard: () => void }

/** Saves what was written, or discards it. */
export const SaveButtons = ({ label, isUnsent, isPending, onDiscard }: Props) => (
  <>
    <Button
      kind="primary"
      type="submit"
      aria-keyshortcuts="Control+S Meta+S"
      disabled={!isUnsent || isPending}
    >
      {isPending ? 'Saving…' : label}
    </Button>
    {isUnsent && (
      <Button disabled={isPending} onClick={onDiscard}>
        Discard
      </Button>
    )}
  </>
)

/** Saves the form by Ctrl+S or ⌘S. */
export function saveKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
