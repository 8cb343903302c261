import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Collection } from '../../../shared/api/collections.ts'
import { useSession } from '../../lib/session/session.ts'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'
import { useRemoveHelper } from './queries.ts'

type Props = { collection: Collection; className: string | undefined }

/** Ends the viewer's help with another's collection. */
export default function LeaveButton({ collection, className }: Props) {
  const session = useSession()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const leave = useRemoveHelper(collection.light_box_id)
  if (!session) return null
  return (
    <>
      <button type="button" className={className} onClick={() => setIsAsking(true)}>
        Stop helping
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Stop helping with “${collection.name}”?`}
        cancel="Keep helping"
        confirm="Stop helping"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          leave.mutate(session.username, { onSuccess: () => navigate('/designers?tab=collections') })
        }}
      >
        Only {collection.company} can invite you again. What you’ve added stays.
      </ConfirmDialog>
    </>
  )
}
