import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import styles from './ExploreTabs.module.css'

const sections = {
  fresh: ['Fresh', '/'],
  following: ['Following', '/following'],
  news: ['News', '/news'],
} as const

/** The sections of Explore as the headline. Another section opens at its newest logos. */
export function ExploreTabs({ current }: { current: keyof typeof sections }) {
  const queryClient = useQueryClient()
  return (
    <nav className={styles.tabs} aria-label="Explore">
      {Object.entries(sections).map(([section, [name, path]]) =>
        section === current ? (
          <h1 key={section} className={styles.tab} aria-current="page" tabIndex={-1}>
            {name}
          </h1>
        ) : (
          <Link
            key={section}
            to={path}
            className={styles.tab}
            onClick={() => queryClient.removeQueries({ queryKey: ['logos', section] })}
          >
            {name}
          </Link>
        ),
      )}
    </nav>
  )
}
