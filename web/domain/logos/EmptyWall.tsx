import type { ReactNode } from 'react'
import { CropMarks } from '../../ui/display/CropMarks.tsx'
import styles from './EmptyWall.module.css'

type Props = {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The list is of the viewer's own logos: the first placeholder is an artboard. */
  isForUploads?: boolean
}

/** How placeholders fade, one after the other. */
export const placeOpacities = [1, 0.7, 0.45, 0.25, 0.1]

/** Where the first logo will be. */
export const UploadArtboard = () => (
  <span className={styles.first} aria-hidden>
    <CropMarks gap={8} />
  </span>
)

/** The empty state of a wall: placeholders with one next step beside them. */
export function EmptyWall({ title, children, action, isForUploads }: Props) {
  return (
    <section className={styles.empty}>
      <div className={styles.places} aria-hidden>
        {isForUploads && <UploadArtboard />}
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
