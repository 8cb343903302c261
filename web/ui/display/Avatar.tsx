import { useState } from 'react'
import styles from './Avatar.module.css'

/** A designer's picture; the skull when there is none or it does not load. Decorative: the name is beside it. */
export function Avatar({ url, size }: { url: string; size: number }) {
  const [failed, setFailed] = useState<string>()
  return (
    <span className={`framed ${styles.avatar}`} style={{ width: size, height: size }}>
      {url && url !== failed ? (
        // Keyed: while another designer's picture loads, the circle is empty.
        <img key={url} src={url} alt="" width={size} height={size} onError={() => setFailed(url)} />
      ) : (
        <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
          <path d="M16 6c-5.6 0-9.5 3.8-9.5 8.8 0 3 1.3 5 3.2 6.4.5.4.8.9.8 1.5V25a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2.3c0-.6.3-1.1.8-1.5 1.9-1.4 3.2-3.4 3.2-6.4C25.5 9.8 21.6 6 16 6Z" />
          <g className={styles.hollow}>
            <circle cx="12.2" cy="15.4" r="2.5" />
            <circle cx="19.8" cy="15.4" r="2.5" />
            <path d="m16 18.3 1.3 2.5h-2.6zM13.6 23.2h.9V26h-.9zM17.5 23.2h.9V26h-.9z" />
          </g>
        </svg>
      )}
    </span>
  )
}
