import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import type { Session } from '../../shared/api/auth.ts'
import { DetailTitle } from '../domain/desk/detail-title.tsx'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { useSlashKey } from '../lib/keyboard/slash-key.ts'
import { useTitle } from '../lib/navigation/title.ts'
import { useSession } from '../lib/session/session.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { ThemeSwitch } from '../ui/controls/ThemeSwitch.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import styles from './DeskPage.module.css'
import { type DeskRoom, rooms } from './desk/rooms.tsx'
import { RefusedPage } from './RefusedPage.tsx'

/** The desk: rooms for staff, each shown to those whose role includes it. */
export default function DeskPage() {
  return (
    <MembersOnly title="The desk">
      <Desk />
    </MembersOnly>
  )
}

function Desk() {
  const session = useSession()
  const { '*': path = '' } = useParams()
  if (!session) return null
  const own = rooms.filter(room => session.can.includes(room.can))
  const [name = '', ...rest] = path.split('/').filter(Boolean)
  const room = rooms.find(each => each.path === name)
  if (!own.length)
    return (
      <RefusedPage title="Staff only" action={<Back />}>
        Your account doesn’t have access to the desk.
      </RefusedPage>
    )
  return (
    <div className={styles.desk}>
      <Top />
      <Rooms own={own} current={room?.path} />
      <main id="main" className={styles.main} data-whole={room?.isWhole}>
        <Content room={room} session={session} rest={rest.map(decodeURIComponent)} />
      </main>
    </div>
  )
}

function Content({ room, session, rest }: { room: DeskRoom | undefined; session: Session; rest: string[] }) {
  if (room?.isWhole && session.can.includes(room.can)) return <Whole room={room} rest={rest} />
  return <Headed room={room} session={session} rest={rest} />
}

const Whole = ({ room, rest }: { room: DeskRoom; rest: string[] }) => (
  <Suspense fallback={<p className={styles.waiting}>Loading…</p>}>
    <room.Room rest={rest} />
  </Suspense>
)

/** A room under its title. */
function Headed({ room, session, rest }: { room: DeskRoom | undefined; session: Session; rest: string[] }) {
  const title = room?.title ?? 'The desk'
  const [named, setNamed] = useState<string>()
  const where = named ?? room?.detailTitleOf?.(rest) ?? rest.join(' ').replaceAll('_', ' ')
  useTitle(`${where && `${where} · `}${title} · Desk`)
  if (!room) return <Closed title="No such page" text="The desk has no page at this address." />
  if (!session.can.includes(room.can))
    return (
      <Closed title="You don’t have access to this page" text={`Your role doesn’t include ${room.title}.`} />
    )
  return (
    <>
      <h1 className={styles.title} tabIndex={-1}>
        {where ? <Link to={addressOf(room.path)}>{room.title}</Link> : room.title}
        {where && <span className={styles.where}>{where}</span>}
      </h1>
      <Suspense fallback={<p className={styles.waiting}>Loading…</p>}>
        <DetailTitle onNamed={setNamed}>
          <room.Room rest={rest} key={room.path} />
        </DetailTitle>
      </Suspense>
    </>
  )
}

function Closed({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState isPage title={title} action={<Back />}>
      {text}
    </EmptyState>
  )
}

const Back = () => (
  <ButtonLink to="/" kind="primary">
    Back to the gallery
  </ButtonLink>
)

const addressOf = (path: string) => (path ? `/admin/${path}` : '/admin')

function Top() {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  useSlashKey(() => field.current?.focus())
  return (
    <header className={styles.top}>
      <Link to="/admin" className={styles.home}>
        Desk
      </Link>
      <search className={styles.search}>
        <form
          onSubmit={event => {
            event.preventDefault()
            if (words.trim()) void navigate(`/admin/search?q=${encodeURIComponent(words.trim())}`)
          }}
        >
          <input
            ref={field}
            type="search"
            aria-label="Search everything"
            aria-keyshortcuts="/"
            placeholder="Search everything ( / )"
            value={words}
            maxLength={200}
            onChange={event => setWords(event.target.value)}
            onKeyDown={event => event.key === 'Escape' && field.current?.blur()}
          />
        </form>
      </search>
      <span className={styles.end}>
        <ThemeSwitch />
        <Link to="/">Gallery</Link>
      </span>
    </header>
  )
}

function Rooms({ own, current }: { own: DeskRoom[]; current: string | undefined }) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // On a phone the rooms are one line: the present one is scrolled into sight.
  useEffect(() => {
    const link = pathname && list.current?.querySelector<HTMLElement>('[aria-current]')
    if (link && list.current) list.current.scrollLeft = link.offsetLeft - list.current.offsetLeft - 48
  }, [pathname])
  return (
    <nav className={styles.rooms} aria-label="Rooms">
      <ul ref={list}>
        {own
          .filter(room => !room.isHidden)
          .map(room => (
            <li key={room.path}>
              <Link to={addressOf(room.path)} aria-current={room.path === current ? 'page' : undefined}>
                {room.title}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
