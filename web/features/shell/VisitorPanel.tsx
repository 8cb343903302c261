import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { Link, NavLink } from 'react-router'
import { moreLinks, navLinks } from '../../domain/site/nav-links.ts'
import { useDismiss } from '../../lib/browser/dismiss.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { ThemeSwitch } from '../../ui/controls/ThemeSwitch.tsx'
import type { Panel } from './panel.ts'
import styles from './VisitorPanel.module.css'

type Props = {
  panel: Panel
  inside: RefObject<HTMLElement | null>
  /** The login page, with the way back. */
  login: string
  loginForm: ReactNode
  onClose: (returnsFocus: boolean) => void
}

/** A visitor's panel below the header: further links, the login form, or the menu of narrow windows. */
export default function VisitorPanel({ panel, inside, login, loginForm, onClose }: Props) {
  useDismiss(inside, onClose)
  if (panel === 'login') return <Login form={loginForm} />
  if (panel === 'more')
    return (
      <ul className={styles.more}>
        {moreLinks.map(({ name, to }) => (
          <li key={name}>
            <Link to={to} className={styles.item} onClick={() => onClose(false)}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    )
  return (
    <div className={styles.sheet}>
      <nav aria-label="Menu">
        <ul>
          {[...navLinks, ...moreLinks].map(({ name, to }) => (
            <li key={name}>
              <NavLink to={to} end={to === '/'} className={styles.place} onClick={() => onClose(false)}>
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.ways}>
        <ButtonLink to="/join" kind="primary">
          Join Today
        </ButtonLink>
        <ButtonLink to={login}>Login</ButtonLink>
      </div>
      <ThemeSwitch />
    </div>
  )
}

function Login({ form }: { form: ReactNode }) {
  const panel = useRef<HTMLElement>(null)

  // The panel unmounts when its form has signed in: the focus moves to the account menu that replaces it.
  useLayoutEffect(() => {
    const element = panel.current
    return () => {
      const { activeElement, body } = document
      if (activeElement !== body && !element?.contains(activeElement)) return
      requestAnimationFrame(() => document.querySelector<HTMLElement>('header [aria-haspopup=menu]')?.focus())
    }
  }, [])

  return (
    <section className={styles.login} ref={panel} aria-label="Login">
      <Suspense fallback={<div className={styles.coming} aria-busy />}>
        {form}
        <FocusFirst within={panel} />
      </Suspense>
      <p className={styles.join}>
        <span>
          Not a member? <Link to="/join">Join today</Link>
        </span>
        <Link to="/forgot-password">Forgot password?</Link>
      </p>
    </section>
  )
}

/** Renders its children once the code beside it has loaded. */
function FocusFirst({ within }: { within: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    within.current?.querySelector('input')?.focus()
  }, [within])
  return null
}
