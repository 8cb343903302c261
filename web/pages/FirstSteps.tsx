import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { siteStateQuery } from '../domain/site/state-query.ts'
import { useSession } from '../lib/session/session.ts'

// Without a stylesheet of its own: the first download names every one, and has no room for another.
const steps = {
  maxWidth: 640,
  margin: 'var(--s6) 0 0',
  padding: 'var(--s5) 0 var(--s6)',
  borderTop: '1px solid var(--line)',
}
const list = {
  display: 'grid',
  gap: 'var(--s4)',
  margin: 'var(--s4) 0 0',
  paddingLeft: 'var(--s4)',
  listStyle: 'decimal',
}
const text = { color: 'var(--ink-2)', font: '400 var(--type-15) var(--sans)' }
const strong = { color: 'var(--ink)', fontWeight: 500 }
const link = { color: 'var(--ink)', textDecoration: 'underline', textUnderlineOffset: 4 }
const code = {
  display: 'block',
  width: 'fit-content',
  margin: '4px 0',
  maxWidth: '100%',
  padding: '2px var(--s2)',
  overflowWrap: 'anywhere',
  border: '1px solid var(--line)',
  borderRadius: 'var(--radius-control)',
  color: 'var(--ink)',
  font: '400 var(--type-13) / 1.5 ui-monospace, monospace',
} as const

/**
 * What an operator does first: shown on an empty wall until there is an administrator, and to administrators.
 * Long for its markup.
 */
export function FirstSteps() {
  const session = useSession()
  const { data } = useQuery(siteStateQuery)
  const isAdmin = session?.can.includes('site')
  if (!data || (data.has_admin === 1 && !isAdmin)) return null
  return (
    <section style={steps} aria-labelledby="first-steps">
      <h2 id="first-steps" style={{ font: '500 var(--type-18) var(--sans)' }}>
        First steps
      </h2>
      <ol style={list}>
        {!isAdmin && (
          <li style={text}>
            <strong style={strong}>Make yourself the administrator.</strong> On the machine that runs this
            site:
            <code style={code}>
              npm run admin -- members create YOUR-NAME --role admin --email YOUR-ADDRESS
            </code>
            You’ll get an email with a link to set your password.
          </li>
        )}
        <li style={text}>
          <strong style={strong}>Say whose site it is.</strong> Name, texts, FAQ, links and support address:{' '}
          {isAdmin ? (
            <Link to="/admin/site" style={link}>
              Site
            </Link>
          ) : (
            <>
              at /admin/site, once you’re logged in, or
              <code style={code}>npm run admin -- site set tagline 'Your words'</code>
            </>
          )}
        </li>
        <li style={text}>
          <strong style={strong}>Open a book.</strong>{' '}
          {data.has_open_book
            ? 'One is open: every upload enters it.'
            : 'Every upload enters the open one; until then, none.'}{' '}
          {isAdmin ? (
            <Link to="/admin/books" style={link}>
              Books & jury
            </Link>
          ) : (
            'At /admin/books, once you’re logged in.'
          )}
        </li>
        <li style={text}>
          <strong style={strong}>Invite the jury.</strong> Eight to ten people:
          <code style={code}>npm run admin -- members create NAME --role juror --email ADDRESS</code>
        </li>
        <li style={text}>
          <strong style={strong}>Write the first post.</strong>{' '}
          {isAdmin ? (
            <Link to="/admin/posts/new" style={link}>
              Posts
            </Link>
          ) : (
            'At /admin/posts, once you’re logged in.'
          )}
        </li>
      </ol>
    </section>
  )
}
