import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import styles from './Sessions.module.css'

const blockedQuery = queryOptions({
  queryKey: ['account', 'blocked'],
  queryFn: ({ signal }) => call(api.designers.blocked, {}, { signal }),
  staleTime: 0,
})

/** The designers that the member has blocked; nothing while there are none. */
export default function Blocked() {
  const id = useId()
  const queryClient = useQueryClient()
  const { data, isError, error, refetch } = useQuery(blockedQuery)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (designer_id: number) => call(api.designers.block, { designer_id, state: 0 }),
    onSuccess: () => queryClient.invalidateQueries(),
    meta: { error: 'That didn’t work. Please try again.' },
  })
  if (!isError && !data?.count) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        Blocked designers
      </h2>
      {isError && !data && <LoadError what="The list" error={error} onRetry={refetch} />}
      <ul className={styles.list}>
        {data?.data.map(({ designer_id, company }) => (
          <li key={designer_id} className={styles.row}>
            <p className={styles.device}>{company}</p>
            <Button
              disabled={isPending}
              aria-label={`Unblock ${company}`}
              onClick={() => mutate(designer_id)}
            >
              {isPending && variables === designer_id ? 'Unblocking…' : 'Unblock'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
