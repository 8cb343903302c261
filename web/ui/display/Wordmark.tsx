import { wordmarkArms, wordmarkRing, wordmarkViewBox } from '../../../shared/wordmark.ts'
import { site } from '../../lib/site.ts'
import styles from './Wordmark.module.css'

/**
 * The site's name. The letters are the stylesheet's, so that the script need not carry them. A site of another name or
 * drawing has a style for it in its pages, which finds it by its viewBox (server/features/pages/wordmark-style.ts).
 */
export function Wordmark() {
  return (
    <span className={styles.wordmark} role="img" aria-label={site().site_name}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: a part of the image that is named above */}
      <svg viewBox={wordmarkViewBox}>
        <circle {...wordmarkRing} />
        <path {...wordmarkArms} />
      </svg>
    </span>
  )
}
