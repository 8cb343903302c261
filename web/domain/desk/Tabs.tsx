import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './Tabs.module.css'

type Props = {
  label: string
  /** The room's address. */
  base: string
  tabs: readonly (readonly [path: string, title: string])[]
  current: string
  /** At the right. */
  end?: ReactNode
}

/** The parts of a room, each with an address of its own. */
export function Tabs({ label, base, tabs, current, end }: Props) {
  return (
    <div className={styles.bar}>
      <nav aria-label={label}>
        {tabs.map(([path, title]) => (
          <Link
            key={path}
            to={path ? `${base}/${path}` : base}
            aria-current={path === current ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      {end && <span className={styles.end}>{end}</span>}
    </div>
  )
}
