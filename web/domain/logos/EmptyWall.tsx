import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CropMarks } from '../../ui/display/CropMarks.tsx'
import styles from './EmptyWall.module.css'

type Props = {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The list is of the viewer's own logos: the first placeholder links to uploading, as the action does. */
  isForUploads?: boolean
}

/** How placeholders fade, one after the other. */
export const placeOpacities = [1, 0.7, 0.45, 0.25, 0.1]

/** The place of a first logo. A button beside it leads there, too. */
export function UploadArtboard() {
  return (
    <Link to="/submit" className={styles.first} tabIndex={-1} aria-hidden>
      <CropMarks gap={10} />
      <Plus size={16} /> Upload
    </Link>
  )
}

/** The empty state of a wall: placeholders with one next step beside them. */
export function EmptyWall({ title, children, action, isForUploads }: Props) {
  return (
    <section className={styles.empty}>
      <div className={styles.places} aria-hidden>
        {isForUploads ? (
          <UploadArtboard />
        ) : (
          <span className={styles.first}>
            <CropMarks gap={10} />
          </span>
        )}
        {placeOpacities.map(opacity => (
          <span key={opacity} className={styles.place} style={{ opacity }} />
        ))}
      </div>
      <div className={styles.text}>
        <h2 className={styles.title}>{title}</h2>
        {children && <p className={styles.why}>{children}</p>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </section>
  )
}
