import { useQuery } from '@tanstack/react-query'
import { Blind } from '../features/blind/Blind.tsx'
import { todayQuery } from '../features/blind/queries.ts'
import { reasonToWait, statusOf } from '../lib/api/query-client.ts'
import { useTitle } from '../lib/navigation/title.ts'
import { showToast } from '../lib/toast/toast.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import { RefusedPage } from './RefusedPage.tsx'

/** Blind: twenty logos of one published book a day, without names. */
export default function BlindPage() {
  useTitle('Blind')
  const { data: today, error, isError, refetch } = useQuery(todayQuery)
  const loadNext = async () => {
    const { error } = await refetch()
    if (!error) return
    const advice =
      statusOf(error) === 0
        ? 'Press again once you’re online.'
        : (reasonToWait(error) ?? 'Press again in a moment.')
    showToast(`Today’s twenty didn’t load. ${advice}`)
  }
  if (today)
    return (
      <Blind
        // Each day has a key, so that a new one begins with nothing kept.
        key={today.day}
        today={today}
        onNext={() => void loadNext()}
      />
    )
  if (today === null)
    return (
      <RefusedPage
        title="Nothing to play yet"
        action={
          <ButtonLink to="/" kind="primary">
            See the gallery
          </ButtonLink>
        }
      >
        Blind shows twenty logos of a published book. It begins with the first book that has logos by twenty
        designers.
      </RefusedPage>
    )
  return (
    <main id="main" style={{ padding: 'var(--s6) var(--margin)' }}>
      <h1 className="visually-hidden">Blind</h1>
      {isError && <LoadError what="Today’s twenty" error={error} onRetry={refetch} />}
    </main>
  )
}
