import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import styles from './TabRow.module.css'

type Props = {
  label: string
  /** The open tab, which is scrolled into view. */
  current?: string
  children: ReactNode
}

/** A row of tabs that scrolls sideways on narrow screens. */
export function TabRow({ label, current, children }: Props) {
  const nav = useRef<HTMLElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again when another tab is open
  useEffect(() => {
    const row = nav.current!
    const tab = row.querySelector<HTMLElement>('[aria-current]')
    if (tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [current])

  useEffect(() => {
    const row = nav.current!
    const tell = () => {
      row.toggleAttribute('data-before', row.scrollLeft > 1)
      row.toggleAttribute('data-after', row.scrollLeft + row.clientWidth < row.scrollWidth - 1)
    }
    const observer = new ResizeObserver(tell)
    observer.observe(row)
    for (const tab of row.children) observer.observe(tab)
    row.addEventListener('scroll', tell, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', tell)
    }
  }, [])

  return (
    <nav ref={nav} className={styles.row} aria-label={label}>
      {children}
    </nav>
  )
}

/** One of the places. */
export const TabLink = ({
  to,
  isCurrent,
  children,
}: {
  to: string
  isCurrent: boolean
  children: ReactNode
}) => (
  <Link to={to} className={styles.tab} aria-current={isCurrent ? 'page' : undefined}>
    {children}
  </Link>
)
