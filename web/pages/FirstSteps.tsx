import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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

/** What an operator does first: shown on an empty wall until there is an administrator, and to administrators. */
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
          <Step title="Make yourself the administrator.">
            On the machine that runs this site:
            <Command>npm run admin -- members create YOUR-NAME --role admin --email YOUR-ADDRESS</Command>
            You’ll get an email with a link to set your password.
          </Step>
        )}
        <Step title="Say whose site it is.">
          Name, texts, FAQ, links and support address:{' '}
          {isAdmin ? (
            <RoomLink path="/admin/site" name="Site" />
          ) : (
            <>
              at /admin/site, once you’re logged in, or
              <Command>npm run admin -- site set tagline 'Your words'</Command>
            </>
          )}
        </Step>
        <Step title="Open a book.">
          {data.has_open_book
            ? 'One is open: every upload enters it.'
            : 'Every upload enters the open one; until then, none.'}{' '}
          {isAdmin ? <RoomLink path="/admin/books" name="Books & jury" /> : atDesk('/admin/books')}
        </Step>
        <Step title="Invite the jury.">
          Eight to ten people:
          <Command>npm run admin -- members create NAME --role juror --email ADDRESS</Command>
        </Step>
        <Step title="Write the first post.">
          {isAdmin ? <RoomLink path="/admin/posts/new" name="Posts" /> : atDesk('/admin/posts')}
        </Step>
      </ol>
    </section>
  )
}

const atDesk = (path: string) => `At ${path}, once you’re logged in.`

const RoomLink = ({ path, name }: { path: string; name: string }) => (
  <Link to={path} style={link}>
    {name}
  </Link>
)

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li style={text}>
    <strong style={strong}>{title}</strong> {children}
  </li>
)

const Command = ({ children }: { children: string }) => <code style={code}>{children}</code>
