import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as api from '../../shared/api.ts'
import { call } from '../lib/api/call.ts'
import { useSession } from '../lib/session/session.ts'
import styles from './FirstSteps.module.css'

/** What an operator does first: shown on an empty wall until there is an administrator, and to administrators. */
export function FirstSteps() {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['site', 'state'],
    queryFn: ({ signal }) => call(api.site.state, {}, { signal }),
  })
  const isAdmin = session?.can.includes('site')
  if (!data || (data.has_admin === 1 && !isAdmin)) return null
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ol>
        {!isAdmin && (
          <li>
            <strong>Make yourself the administrator.</strong> On the machine that runs this site:
            <code>npm run admin -- members create YOUR-NAME --role admin --email YOUR-ADDRESS</code>
            The link that it mails sets your password.
          </li>
        )}
        <li>
          <strong>Say whose site it is.</strong> Name, texts, FAQ, links and support address:
          <code>npm run admin -- site list</code> and{' '}
          <code>npm run admin -- site set tagline “Your words”</code>
        </li>
        <li>
          <strong>Open a book.</strong>{' '}
          {data.has_open_book
            ? 'One is open: every upload enters it.'
            : 'Every upload enters the open one; until then, none.'}{' '}
          {isAdmin ? <Link to="/admin/books">Books & jury</Link> : 'At /admin/books, once you are signed in.'}
        </li>
        <li>
          <strong>Invite the jury.</strong> Eight to ten people:
          <code>npm run admin -- members create NAME --role juror --email ADDRESS</code>
        </li>
        <li>
          <strong>Write the first post.</strong> <code>npm run admin -- posts import FILE.md</code>
        </li>
      </ol>
    </section>
  )
}
