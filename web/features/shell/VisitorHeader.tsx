import { ChevronDown, Menu, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useMedia } from '../../lib/media.ts'
import { optional } from '../../lib/optional.ts'
import { loginPath } from '../../lib/session.ts'
import { whenUsed } from '../../lib/when-used.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import styles from './Header.module.css'
import { places } from './places.ts'

const loadPanel = () => import('./VisitorPanel.tsx')
const VisitorPanel = optional(loadPanel)

export type Panel = 'more' | 'login' | 'menu'

/** What the header offers to whoever is not signed in. Narrow windows have one menu instead of a row. */
export function VisitorHeader({ theme, loginForm }: { theme: ReactNode; loginForm: ReactNode }) {
  const [open, setOpen] = useState<Panel>()
  const isWide = useMedia('(width >= 1000px)')
  const { pathname, search } = useLocation()
  const login = loginPath(pathname + search)

  // biome-ignore lint/correctness/useExhaustiveDependencies: on another page, or in another form, nothing is open
  useEffect(() => setOpen(undefined), [pathname, isWide])
  useEffect(() => whenUsed(() => void loadPanel().catch(() => {})), [])

  const toggle = (panel: Panel) => setOpen(open === panel ? undefined : panel)
  const close = () => setOpen(undefined)
  const panelOf = (panel: Panel) => open === panel && { panel, login, loginForm, onClose: close }

  return (
    <>
      <nav className={styles.nav} aria-label="Main">
        {isWide && (
          <>
            {places.map(({ name, to }) => (
              <NavLink key={name} to={to} end={to === '/'} className={styles.link}>
                {name}
              </NavLink>
            ))}
            <Drop open={panelOf('more')} className={styles.drop}>
              <button
                type="button"
                className={styles.link}
                aria-expanded={open === 'more'}
                onClick={() => toggle('more')}
              >
                More
                <ChevronDown size={16} aria-hidden />
              </button>
            </Drop>
          </>
        )}
      </nav>
      <div className={styles.tools}>
        {isWide && theme}
        <Drop open={panelOf('login')} className={styles.drop}>
          <Link
            to={login}
            className={styles.login}
            aria-expanded={isWide ? open === 'login' : undefined}
            onClick={event => {
              // A narrow window has no room for a form; whoever wants another tab gets the page.
              if (!isWide || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              event.preventDefault()
              toggle('login')
            }}
          >
            Login
          </Link>
        </Drop>
        {isWide && (
          <Link to="/join" className={styles.login}>
            Join
          </Link>
        )}
        <span className={styles.join}>
          <ButtonLink to="/join" kind="primary">
            {isWide ? 'Join Today' : 'Join'}
          </ButtonLink>
        </span>
        {!isWide && (
          <Drop open={panelOf('menu')} className={styles.menu}>
            <IconButton label="Menu" aria-expanded={open === 'menu'} onClick={() => toggle('menu')}>
              {open === 'menu' ? <X size={20} aria-hidden /> : <Menu size={20} aria-hidden />}
            </IconButton>
          </Drop>
        )}
      </div>
    </>
  )
}

type DropProps = {
  open: false | { panel: Panel; login: string; loginForm: ReactNode; onClose: () => void }
  className: string | undefined
  /** What opens it: its first link or button gets the focus back. */
  children: ReactNode
}

/** What opens a panel, and the panel below it. */
function Drop({ open, className, children }: DropProps) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div className={className} ref={place}>
      {children}
      {open && (
        <Suspense>
          <VisitorPanel
            {...open}
            inside={place}
            onClose={returnsFocus => {
              open.onClose()
              if (returnsFocus) place.current?.querySelector<HTMLElement>('a, button')?.focus()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
