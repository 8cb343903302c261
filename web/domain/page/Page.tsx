import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'
import { useTitle } from '../../lib/navigation/title.ts'
import styles from './Page.module.css'

// Below the fold of even the shortest page.
const Footer = lazyOptional(() => import('./Footer.tsx'))

let isFirstPage = true

/**
 * A page's main part and the footer below. When one page follows another, its heading takes the focus, so that a
 * screen reader announces it. `ending` is above the footer at the end of a list.
 */
export function Page({ title, children, ending }: { title: string; children: ReactNode; ending?: string }) {
  const main = useRef<HTMLElement>(null)
  useTitle(title)

  // A layout effect: it must not take the focus back from a key pressed once the page is visible.
  useLayoutEffect(() => {
    if (!isFirstPage) (main.current?.querySelector('h1') ?? main.current)?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])

  return (
    <>
      <main id="main" className={styles.main} ref={main} tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        <Footer ending={ending} />
      </Suspense>
    </>
  )
}
