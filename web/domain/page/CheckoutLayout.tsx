import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useTitle } from '../../lib/navigation/title.ts'
import { site } from '../../lib/site.ts'
import { Wordmark } from '../../ui/display/Wordmark.tsx'
import styles from './CheckoutLayout.module.css'

/**
 * The layout of Join and Checkout, without the gallery's navigation. `ribbon` is across the top, `end` opposite
 * the wordmark. The heading gets the focus, so that a screen reader announces the page.
 */
export function CheckoutLayout({
  title,
  ribbon,
  end,
  children,
}: {
  title: string
  ribbon?: ReactNode
  end?: ReactNode
  children: ReactNode
}) {
  const main = useRef<HTMLElement>(null)
  useTitle(title)

  // A layout effect, as in `Page`.
  useLayoutEffect(() => {
    main.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={styles.page}>
      <header>
        {ribbon && <p className={styles.ribbon}>{ribbon}</p>}
        <div className={styles.top}>
          <Link to="/" className={styles.home}>
            <Wordmark />
          </Link>
          <div className={styles.end}>{end}</div>
        </div>
      </header>
      <main id="main" className={styles.main} ref={main}>
        <div className="page">{children}</div>
      </main>
      <footer className={styles.foot}>
        <span>
          © {new Date().getFullYear()} {site().site_name}
        </span>
        <Link to="/terms">Terms</Link>
        <Link to="/terms#privacy">Privacy</Link>
        <Link to="/contact">Contact</Link>
      </footer>
    </div>
  )
}
