import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import styles from './TabRow.module.css'

type Props = {
  label: string
  /** Which of them is open: it is brought into view. */
  current?: string
  children: ReactNode
}

/** Places side by side that a small phone is too narrow for. */
export function TabRow({ label, current, children }: Props) {
  const nav = useRef<HTMLElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is current then
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
