import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { navLinks } from '../../domain/site/nav-links.ts'
import { useMedia } from '../../lib/browser/media.ts'
import { onFirstInteraction } from '../../lib/browser/on-first-interaction.ts'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'
import { loginPath } from '../../lib/session/session.ts'
import { ButtonLink, IconButton } from '../../ui/controls/Button.tsx'
import { ChevronDown, Menu, X } from '../../ui/display/icons.tsx'
import styles from './Header.module.css'
import type { Panel } from './panel.ts'

const loadPanel = () => import('./VisitorPanel.tsx')
const VisitorPanel = lazyOptional(loadPanel)

/**
 * The header's navigation for visitors. Narrow windows have one menu instead of a row of links. Long for the markup of both.
 */
export function VisitorHeader({ theme, loginForm }: { theme: ReactNode; loginForm: ReactNode }) {
  const [open, setOpen] = useState<Panel>()
  const isWide = useMedia('(width >= 1000px)')
  const { pathname, search } = useLocation()
  const login = loginPath(pathname + search)

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on another page and when the window's width changes the form
  useEffect(() => setOpen(undefined), [pathname, isWide])
  useEffect(() => onFirstInteraction(() => void loadPanel().catch(() => {})), [])

  const toggle = (panel: Panel) => setOpen(open === panel ? undefined : panel)
  const close = () => setOpen(undefined)
  const panelOf = (panel: Panel) => open === panel && { panel, login, loginForm, onClose: close }

  return (
    <>
      <nav className={styles.nav} aria-label="Main">
        {isWide && (
          <>
            {navLinks.map(({ name, to }) => (
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
                <ChevronDown size={16} />
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
              // Narrow windows have no room for the form, and a modified click opens the page in another tab.
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
              {open === 'menu' ? <X size={20} /> : <Menu size={20} />}
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
  /** The opener: its first link or button gets the focus back. */
  children: ReactNode
}

/** A panel and its opener. */
function Drop({ open, className, children }: DropProps) {
  const container = useRef<HTMLDivElement>(null)
  return (
    <div className={className} ref={container}>
      {children}
      {open && (
        <Suspense>
          <VisitorPanel
            {...open}
            inside={container}
            onClose={returnsFocus => {
              open.onClose()
              if (returnsFocus) container.current?.querySelector<HTMLElement>('a, button')?.focus()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
