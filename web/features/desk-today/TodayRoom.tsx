import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as api from '../../../shared/api.ts'
import { deskKey } from '../../domain/desk/acts.ts'
import { Moment } from '../../domain/desk/Moment.tsx'
import { Facts, Section } from '../../domain/desk/Section.tsx'
import { call } from '../../lib/api/call.ts'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import styles from './Today.module.css'

/** What needs a decision, and how the installation is. */
export default function TodayRoom() {
  const { data, error, isError, refetch } = useQuery({
    queryKey: [deskKey, 'today'],
    queryFn: ({ signal }) => call(api.adminDesk.today, {}, { signal }),
    staleTime: 10_000,
    refetchInterval: 60_000,
  })
  if (isError && !data) return <LoadError what="Today" error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <>
      <Section title="To decide">
        {data.matters.length === 0 && <p className={styles.quiet}>Nothing waits for you.</p>}
        <ul className={styles.matters}>
          {data.matters.map(matter => (
            <li key={`${matter.kind} ${matter.href}`}>
              <Link to={matter.href}>{matter.text}</Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="The installation">
        <Facts
          facts={[
            ...data.facts.map(({ name, value }) => [name, value] as const),
            ['As of', <Moment key="at" at={data.at} />],
          ]}
        />
      </Section>
    </>
  )
}
