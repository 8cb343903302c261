import type { ReactNode } from 'react'
import styles from './SubmitBar.module.css'

/** The bar at the foot of the window: the state of the upload, and the button that submits it. */
export const SubmitBar = ({ children }: { children: ReactNode }) => (
  <div className={styles.bar}>{children}</div>
)
