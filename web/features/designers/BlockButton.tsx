import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../../../shared/api/designers.ts'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'
import styles from './BlockButton.module.css'

/** Blocks a designer after a confirmation, or ends it. */
export default function BlockButton({ designer }: { designer: Profile }) {
  const [isAsking, setIsAsking] = useState(false)
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (state: 0 | 1) => call(api.designers.block, { designer_id: designer.designer_id, state }),
    onSuccess: ({ is_blocked }) => {
      showToast(
        is_blocked ? `${designer.company} is blocked.` : `${designer.company} is no longer blocked.`,
        'success',
      )
      void queryClient.invalidateQueries()
    },
    meta: { error: 'That didn’t work. Please try again.' },
  })
  const isBlocked = designer.is_blocked === 1
  return (
    <>
      <button
        type="button"
        className={styles.quiet}
        disabled={isPending}
        aria-label={`${isBlocked ? 'Unblock' : 'Block'} ${designer.company}`}
        onClick={() => (isBlocked ? mutate(0) : setIsAsking(true))}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Block ${designer.company}?`}
        cancel="Cancel"
        confirm="Block"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          mutate(1)
        }}
      >
        They can’t follow you, like, save or comment on your logos, and you no longer see each other in your
        activity. They aren’t told. You can end it in your account.
      </ConfirmDialog>
    </>
  )
}
