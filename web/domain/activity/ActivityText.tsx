import { Link } from 'react-router'
import { activitySentence } from '../../../shared/rules/activity.ts'
import styles from './ActivityText.module.css'
import type { ActivityItem } from './activity.ts'

/** An activity as a sentence; its names are links if `isLinked`. */
export function ActivityText({ item, isLinked }: { item: ActivityItem; isLinked?: boolean }) {
  const paths = {
    designer: `/designers/${item.slug}?tab=logos`,
    logo: `/logo/${item.logo_id}`,
    collection: `/collection/${item.collection_id}`,
  }
  return activitySentence(item).map(({ text, names }) => {
    if (!names) return text
    return isLinked ? (
      <Link key={names} to={paths[names]} className={styles.link}>
        {text}
      </Link>
    ) : (
      <span key={names} className={styles.name}>
        {text}
      </span>
    )
  })
}
