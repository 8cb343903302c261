import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import * as api from '../../../../shared/api.ts'
import type { OutputOf } from '../../../../shared/endpoint.ts'
import { deskKey } from '../../../domain/desk/acts.ts'
import { WaitingLink } from '../../../domain/desk/WaitingLink.tsx'
import { call } from '../../../lib/api/call.ts'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import { Months } from './Months.tsx'
import styles from './Today.module.css'

type Today = OutputOf<typeof api.desk.today.today>

/** What waits for a decision, the last twelve months, and for administrators the state of the installation. */
export default function TodayRoom() {
  const { data, error, isError, refetch } = useQuery({
    queryKey: [deskKey, 'today'],
    queryFn: ({ signal }) => call(api.desk.today.today, {}, { signal }),
    staleTime: 10_000,
    refetchInterval: 60_000,
  })
  const { hash, key } = useLocation()
  const isThere = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): each press of a link to a section goes there again
  useEffect(() => {
    if (isThere && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: 'instant' })
  }, [isThere, hash, key])
  if (isError && !data) return <LoadError what="Today" error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <>
      <section className={styles.decide} aria-label="To decide">
        {data.matters.length === 0 && <p className={styles.quiet}>Nothing needs your attention.</p>}
        <ul className={styles.matters}>
          {data.matters.map(matter => (
            <Matter key={`${matter.kind} ${matter.href}`} matter={matter} />
          ))}
        </ul>
      </section>
      <Months />
      {data.facts.length > 0 && <Installation facts={data.facts} />}
    </>
  )
}

/** A kind of decision, with the cases that have waited longest. */
function Matter({ matter: { text, href, oldest } }: { matter: Today['matters'][number] }) {
  const hasPictures = oldest.some(each => each.picture)
  return (
    <li>
      <h2>
        <Link to={href}>{text}</Link>
      </h2>
      {oldest.length > 0 && (
        <ol className={styles.oldest}>
          {oldest.map((each, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two mails may say the same and wait as long
            <li key={`${each.href} ${i}`}>
              <WaitingLink
                to={each.href}
                picture={hasPictures ? each.picture : undefined}
                name={each.name}
                detail={each.detail}
                at={each.at}
              />
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

const Installation = ({ facts }: { facts: Today['facts'] }) => (
  <section id="installation" aria-label="The installation">
    <dl className={styles.installation}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt> <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
