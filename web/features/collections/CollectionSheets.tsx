import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import type { Collection } from '../../../shared/api/collections.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import styles from './CollectionSheets.module.css'

const shown = 4

/** Collections side by side, each with the logos saved last. */
export function CollectionSheets({ collections }: { collections: Collection[] }) {
  return (
    <ul className={styles.sheets}>
      {collections.map(collection => {
        const urls = collection.logo_urls_list.split(',').filter(Boolean).slice(0, shown)
        return (
          <li key={collection.light_box_id}>
            <Link to={`/collection/${collection.light_box_id}`} className={styles.card}>
              <span className={`framed ${styles.sheet}`}>
                {Array.from({ length: shown }, (_, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index is the position on the sheet
                  <span key={i} className={styles.place}>
                    {urls[i] && (
                      <img src={urls[i]} alt="" width={160} height={160} loading="lazy" decoding="async" />
                    )}
                  </span>
                ))}
              </span>
              <span className={styles.name}>{collection.name}</span>
              <span className={styles.about}>
                {formatCount(collection.count, 'logo')}
                {collection.is_public === '0' && (
                  <span className={styles.private}>
                    <Lock size={14} aria-hidden /> Private
                  </span>
                )}
              </span>
              {collection.is_helper === 1 && <span className={styles.by}>by {collection.company}</span>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The skeleton of the sheets. */
export function SheetSkeletons({ count }: { count: number }) {
  return (
    <div className={styles.sheets} role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={i} className={styles.card}>
          <span className={styles.blank} />
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  )
}
