import { product } from '../../../shared/product.ts'
import { wordmarkArms, wordmarkRing, wordmarkViewBox } from '../../../shared/wordmark.ts'
import styles from './Wordmark.module.css'

/** The product's name. The stylesheet holds the letter shapes, which keeps them out of the script. */
export function Wordmark() {
  return (
    <span className={styles.wordmark} role="img" aria-label={product.name}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: a part of the image that is named above */}
      <svg viewBox={wordmarkViewBox}>
        <circle {...wordmarkRing} />
        <path {...wordmarkArms} />
      </svg>
    </span>
  )
}
