import { product } from '../../shared/product.ts'
import styles from './Wordmark.module.css'

/**
 * The name with a registration mark for its middle o: where a printer's colours must meet. Its arms reach from
 * the l's height to the p's depth. The letters are wordmark.svg: after Schibsted Grotesk (OFL), redrawn: tighter, the
 * l without tail.
 */
export function Wordmark() {
  return (
    <span className={styles.wordmark} role="img" aria-label={product.name}>
      <svg className={styles.mark} viewBox="0 -152 882 192" aria-hidden>
        <circle cx="360.9" cy="-54" r="44.2" strokeWidth="15.6" />
        <path d="M302.9-54h116M360.9-148V40" strokeWidth="9.2" />
      </svg>
    </span>
  )
}

/** The registration mark alone. */
export function Mark({ size }: { size: number }) {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <circle cx="16" cy="16" r="8" strokeWidth="2.6" />
      <path d="M16 0v32M0 16h32" strokeWidth="1.5" />
    </svg>
  )
}
