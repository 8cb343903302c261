import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import * as api from '../../../../shared/api.ts'
import { formatCount } from '../../../../shared/rules/format.ts'
import { actInWords } from '../../../../shared/staff-acts.ts'
import { deskKey } from '../../../domain/desk/acts.ts'
import { call } from '../../../lib/api/call.ts'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import styles from './Search.module.css'

/** The results of the desk's search: a few of each kind. */
export default function SearchRoom() {
  const [params] = useSearchParams()
  const q = params.get('q')?.trim() ?? ''
  const { data, error, isError, refetch } = useQuery({
    queryKey: [deskKey, 'search', q],
    queryFn: ({ signal }) => call(api.desk.today.search, { q }, { signal }),
    enabled: q !== '',
    staleTime: 10_000,
  })
  if (!q) return <p className={styles.quiet}>Type in the search field above and press Enter.</p>
  if (isError) return <LoadError what="The search" error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <>
      <p className={styles.quiet} role="status">
        {data.count ? formatCount(data.count, 'result') : 'Nothing found'} for “{q}”
      </p>
      <ul className={styles.results}>
        {data.data.map(found => (
          <li key={`${found.kind} ${found.id}`}>
            <span className={styles.kind}>{found.kind}</span>
            <span className={styles.found}>
              <Link to={found.href}>
                {found.kind === 'act' ? actInWords(found.title) : found.title || found.id}
              </Link>
              <span className={styles.quiet}>{found.detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
