import { useQuery } from '@tanstack/react-query'
import { relativeTime } from '../../../shared/rules/activity.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { sessionsQuery, useEndSession } from './queries.ts'
import styles from './Sessions.module.css'

/** The list of the member's sessions, each with a button that ends it. */
export default function Sessions() {
  const { data: sessions, isError, error, refetch } = useQuery(sessionsQuery)
  const { mutate: end, isPending, variables } = useEndSession()
  const others = sessions?.filter(session => !session.is_current).length ?? 0
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>Where you’re logged in</h2>
      {isError && !sessions && <LoadError what="The list" error={error} onRetry={refetch} />}
      {!sessions && !isError && (
        <div className={styles.list} role="status" aria-label="Loading">
          <span className={styles.blank} />
          <span className={styles.blank} />
        </div>
      )}
      {sessions && (
        <ul className={styles.list}>
          {sessions.map(session => (
            <li key={session.session_id} className={styles.row}>
              <p className={styles.device}>{session.device}</p>
              <p className={styles.facts}>
                {session.is_current ? 'This device' : `Last seen ${ago(session.last_seen_at)}`}
                {session.network && ` · ${session.network}`}
              </p>
              {!session.is_current && (
                <Button
                  disabled={isPending}
                  aria-label={`Log out ${session.device}, last seen ${ago(session.last_seen_at)}`}
                  onClick={() => end(session.session_id)}
                >
                  {isPending && variables === session.session_id ? 'Logging out…' : 'Log out'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others > 1 && (
        <Button disabled={isPending} onClick={() => end('others')}>
          Log out everywhere else
        </Button>
      )}
    </section>
  )
}

function ago(time: string) {
  const when = relativeTime(time, new Date())
  return when === 'just now' ? when : `${when} ago`
}
