import { Link, useParams } from 'react-router'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { BookList } from '../features/desk/BookList.tsx'
import { BookRoom } from '../features/desk/BookRoom.tsx'
import { useTitle } from '../lib/navigation/title.ts'
import { useSession } from '../lib/session/session.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { ThemeSwitch } from '../ui/controls/ThemeSwitch.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import styles from './AdminBooksPage.module.css'

/** The chair's page: the list of books, or one book. */
export default function AdminBooksPage() {
  const { slug } = useParams()
  const title = slug ? `${slug} · Books & jury` : 'Books & jury'
  useTitle(title)
  return (
    <MembersOnly title="Books & jury">
      <Room slug={slug} />
    </MembersOnly>
  )
}

function Room({ slug }: { slug: string | undefined }) {
  const session = useSession()
  const isChair = session?.can.includes('jury')
  return (
    <>
      <header className={styles.top}>
        <Link to="/admin/books" className={styles.home}>
          Books & jury
        </Link>
        {slug && <span className={styles.where}>{slug}</span>}
        <span className={styles.end}>
          <ThemeSwitch />
          <Link to="/">Gallery</Link>
        </span>
      </header>
      <main id="main" className={styles.main}>
        <h1 className="visually-hidden" tabIndex={-1}>
          {slug ?? 'Books & jury'}
        </h1>
        {session && !isChair ? (
          <EmptyState
            title="This room is the chair’s"
            action={
              <ButtonLink to="/" kind="primary">
                Back to the gallery
              </ButtonLink>
            }
          >
            Your account doesn’t run books or their juries.
          </EmptyState>
        ) : slug ? (
          <BookRoom key={slug} slug={slug} />
        ) : (
          <BookList />
        )}
      </main>
    </>
  )
}
