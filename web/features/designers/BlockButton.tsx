import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Profile } from '../../../shared/api/designers.ts'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'
import { showToast } from '../../lib/toast/toast.ts'
import styles from './BlockButton.module.css'

const BlockDialog = lazyOptional(() => import('./BlockDialog.tsx'))

/** Blocks a designer after a confirmation, or ends it. */
export default function BlockButton({ designer }: { designer: Profile }) {
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (state: 0 | 1) => call(api.designers.block, { designer_id: designer.designer_id, state }),
    onSuccess: (_, state) => {
      showToast(
        state ? `${designer.company} is blocked.` : `${designer.company} is no longer blocked.`,
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
        onClick={() => (isBlocked ? mutate(0) : setDialog('open'))}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </button>
      {dialog !== 'unused' && (
        <Suspense>
          <BlockDialog
            company={designer.company}
            isOpen={dialog === 'open'}
            onCancel={() => setDialog('closed')}
            onConfirm={() => {
              setDialog('closed')
              mutate(1)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
