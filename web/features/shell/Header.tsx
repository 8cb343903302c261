import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import type { Session } from '../../../shared/api/auth.ts'
import { isDark, setTheme, useTheme } from '../../lib/browser/theme.ts'
import { useSession, wasSignedIn } from '../../lib/session/session.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { Moon, Sun, Upload } from '../../ui/display/icons.tsx'
import { Wordmark } from '../../ui/display/Wordmark.tsx'
import styles from './Header.module.css'
import { VisitorHeader } from './VisitorHeader.tsx'

const loadMenu = () => import('./AccountMenu.tsx')

type Props = {
  /** For members. */
  search: ReactNode
  /** For visitors. */
  loginForm: ReactNode
}

/** The site's header. Hidden while scrolling down; shown while scrolling up and near both ends. */
export function Header({ search, loginForm }: Props) {
  const session = useSession()
  const { pathname } = useLocation()
  const { isHidden, isScrolled } = useHeaderScroll()
  useTheme()
  // Until the session is loaded, the last known one decides what is rendered.
  const isVisitor = session === undefined ? !wasSignedIn() : session === null
  const theme = (
    <span className={styles.theme}>
      <IconButton
        label={isDark() ? 'Light theme' : 'Dark theme'}
        onClick={() => setTheme(isDark() ? 'light' : 'dark')}
      >
        {isDark() ? <Sun size={18} /> : <Moon size={18} />}
      </IconButton>
    </span>
  )

  return (
    <header
      className={styles.header}
      data-hidden={isHidden || undefined}
      data-scrolled={isScrolled || undefined}
    >
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Link to="/" className={styles.home}>
        <Wordmark />
      </Link>
      {isVisitor ? (
        <VisitorHeader theme={theme} loginForm={loginForm} />
      ) : (
        <>
          <nav className={styles.nav} aria-label="Main">
            <NavLink
              to="/"
              end
              className={styles.link}
              aria-current={isExplore(pathname) ? 'page' : undefined}
            >
              Explore
            </NavLink>
            <NavLink to="/books" className={styles.link}>
              Books
            </NavLink>
          </nav>
          {session?.isActive && pathname !== '/search' && search}
          <div className={styles.tools} data-member={session?.isActive || undefined}>
            {theme}
            <Link to="/submit" className={styles.upload}>
              <Upload size={18} />
              <span>Upload</span>
            </Link>
            {session ? <Account session={session} /> : <span className={styles.account} />}
          </div>
        </>
      )}
    </header>
  )
}

const isExplore = (pathname: string) => /^\/(fresh|following|news|$)/.test(pathname)

/** The avatar renders at once; its menu's code loads when the browser is idle or the avatar is pressed. */
function Account({ session }: { session: Session }) {
  // In state, not by `lazy`: that replaces the avatar twice, and a press in between opens nothing.
  const [menu, setMenu] = useState<{
    AccountMenu: typeof import('./AccountMenu.tsx').default
    isOpen: boolean
  }>()
  // A button that is replaced between the press and the release gets no click.
  const isHeld = useRef(false)

  useEffect(() => {
    const timer = setTimeout(
      () =>
        loadMenu().then(
          loaded => isHeld.current || setMenu({ AccountMenu: loaded.default, isOpen: false }),
          () => {},
        ),
      1500,
    )
    return () => clearTimeout(timer)
  }, [])

  const avatar = <Avatar url={session.avatar} size={32} />
  const label = `Account of ${session.company}`
  if (menu)
    return (
      <menu.AccountMenu
        session={session}
        isInitiallyOpen={menu.isOpen}
        label={label}
        className={styles.account!}
        trigger={avatar}
      />
    )
  return (
    <button
      type="button"
      className={styles.account}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu().catch(() => {})}
      onPointerDown={() => {
        isHeld.current = true
      }}
      onClick={() =>
        loadMenu().then(
          loaded => setMenu({ AccountMenu: loaded.default, isOpen: true }),
          () => showToast('The menu didn’t load. Please try again.'),
        )
      }
    >
      {avatar}
    </button>
  )
}

const nearEdge = 160

function useHeaderScroll() {
  const [state, setState] = useState({ isHidden: false, isScrolled: false })
  const lastY = useRef(0)

  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const y = Math.max(0, window.scrollY)
      const { scrollHeight } = document.documentElement
      const isNearEdge = y < nearEdge || y + innerHeight > scrollHeight - nearEdge
      const moved = y - lastY.current
      // A finger trembles.
      if (Math.abs(moved) < 4 && !isNearEdge) return
      lastY.current = y
      const next = { isHidden: moved > 0 && !isNearEdge, isScrolled: y > 4 }
      setState(before =>
        before.isHidden === next.isHidden && before.isScrolled === next.isScrolled ? before : next,
      )
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    addEventListener('scroll', onScroll, { passive: true })
    look()
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  }, [])

  return state
}
