import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Preferences } from '../../../shared/api/notices.ts'
import * as api from '../../../shared/api.ts'
import { frequencies, type NoticeKind, noticeKinds } from '../../../shared/rules/notices.ts'
import { call } from '../../lib/api/call.ts'
import { Segments } from '../../ui/controls/Field.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import styles from './Emails.module.css'
import { FormSkeleton } from './FormSkeleton.tsx'

const noticesQuery = queryOptions({
  queryKey: ['account', 'notices'],
  queryFn: ({ signal }) => call(api.notices.find, {}, { signal }),
  staleTime: 0,
})

const words: Record<NoticeKind, [name: string, about: string]> = {
  comments: ['Comments', 'on your logos'],
  follows: ['Followers', 'designers who begin to follow you'],
  likes: ['Likes and saves', 'of your logos'],
  new_work: ['New work', 'by designers you follow'],
  saved_searches: ['Saved searches', 'new logos that they find'],
  news: ['News', 'posts by the editors'],
  results: ['Books', 'that come out without a logo of yours'],
}

const names = { at_once: 'At once', daily: 'Daily', weekly: 'Weekly', never: 'Never' }

/** How often the member gets emails about what is new, by kind. A choice is saved when it is made. */
export default function Emails() {
  const id = useId()
  const queryClient = useQueryClient()
  const { data, isError, error, refetch } = useQuery(noticesQuery)
  const { queryKey } = noticesQuery
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (change: Partial<Preferences>) => call(api.notices.update, change),
    onMutate: async change => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, before => before && { ...before, ...change })
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
    meta: { error: 'Your choice couldn’t be saved. Please try again.' },
    // One after the other, in the order of the choices.
    scope: { id: 'notices' },
  })
  if (!data)
    return isError ? (
      <LoadError what="Your choice" error={error} onRetry={refetch} />
    ) : (
      <FormSkeleton fields={7} />
    )
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        What we write about
      </h2>
      <p className={styles.text}>
        All that’s new comes in one email, and only what you haven’t seen yet. Emails about your account, your
        membership and your own results always come.
      </p>
      <ul className={styles.list}>
        {noticeKinds.map(kind => (
          <li key={kind} className={styles.row}>
            <div>
              <p className={styles.name}>{words[kind][0]}</p>
              <p className={styles.about}>{words[kind][1]}</p>
            </div>
            <Segments
              label={words[kind].join(' ')}
              isBare
              options={frequencies}
              names={names}
              name={`${id}-${kind}`}
              chosen={data[kind]}
              onChange={event => {
                const frequency = frequencies.find(each => each === event.target.value)
                if (frequency) mutate({ [kind]: frequency })
              }}
            />
          </li>
        ))}
      </ul>
      <p className={styles.status} role="status">
        {isPending ? 'Saving…' : isSuccess && 'Saved'}
      </p>
    </section>
  )
}
