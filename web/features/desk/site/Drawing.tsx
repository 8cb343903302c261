import { useEffect, useState } from 'react'
import writing from '../../../domain/desk/Writing.module.css'
import styles from './Site.module.css'

/** An SVG as an image element, in which nothing runs or loads, on light and on dark, since the site has both themes. */
export function Drawing({ svg }: { svg: string }) {
  const [shown, setShown] = useState<{ url: string; isBroken?: true }>()
  useEffect(() => {
    if (!svg) return setShown(undefined)
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    setShown({ url })
    return () => URL.revokeObjectURL(url)
  }, [svg])
  if (!svg) return <p className={writing.quiet}>No custom wordmark</p>
  if (shown?.isBroken) return <p className={writing.quiet}>This can’t be shown yet.</p>
  return (
    <div className={styles.grounds}>
      {(['light', 'dark'] as const).map(ground => (
        <span key={ground} data-ground={ground}>
          {shown && (
            <img
              src={shown.url}
              alt={`The drawing on ${ground}`}
              onError={() => setShown({ ...shown, isBroken: true })}
            />
          )}
        </span>
      ))}
    </div>
  )
}
