import { Link, useLocation } from 'react-router'
import { useSession } from '../../lib/session/session.ts'
import { site } from '../../lib/site.ts'
import { CropMarks } from '../../ui/display/CropMarks.tsx'
import styles from './JoinRibbon.module.css'

/** Invites visitors to join; not on Join and Checkout. */
export function JoinRibbon() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session !== null || /^\/(join|checkout)\b/.test(pathname)) return null
  const { title, text, button } = site().join_ribbon
  return (
    <aside className={styles.ribbon} aria-label="Join">
      <CropMarks gap={12} />
      <p className={styles.line}>{title}</p>
      <p className={styles.text}>{text}</p>
      <Link to="/join" className={styles.join}>
        {button}
      </Link>
    </aside>
  )
}
