import { Link, useLocation } from 'react-router'
import { product } from '../../../shared/product.ts'
import { useSession } from '../../lib/session/session.ts'
import { CropMarks } from '../../ui/display/CropMarks.tsx'
import styles from './JoinRibbon.module.css'

/** Invites visitors to join; not on Join and Checkout. */
export function JoinRibbon() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session !== null || /^\/(join|checkout)\b/.test(pathname)) return null
  return (
    <aside className={styles.ribbon} aria-label="Join">
      <CropMarks gap={12} />
      <p className={styles.line}>{product.tagline}</p>
      <p className={styles.text}>
        Members upload without limit, and every logo is judged for the next {product.bookSeries}.
      </p>
      <Link to="/join" className={styles.join}>
        Join Today
      </Link>
    </aside>
  )
}
