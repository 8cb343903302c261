import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'

type Props = { company: string; isOpen: boolean; onCancel: () => void; onConfirm: () => void }

/** Asks before a designer is blocked. */
export default function BlockDialog({ company, ...state }: Props) {
  return (
    <ConfirmDialog {...state} title={`Block ${company}?`} cancel="Cancel" confirm="Block">
      They can’t follow you, like, save or comment on your logos, and you no longer see each other in your
      activity. They aren’t told. You can unblock them in your account.
    </ConfirmDialog>
  )
}
