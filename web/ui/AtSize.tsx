import styles from './AtSize.module.css'

const sizes = [64, 32, 24, 16] as const

/** The mark at the sizes it will have to live with. `src` is a picture of 160 px or more; without one, its places. */
export function AtSize({ src, ground, name }: { src?: string; ground?: string | null; name: string }) {
  return (
    <figure className={styles.panel}>
      <figcaption className={styles.heading}>At size</figcaption>
      <ul className={styles.row}>
        {sizes.map(size => (
          <li key={size} className={styles.item}>
            <span className={styles.frame} style={{ backgroundColor: ground ?? undefined }}>
              {src ? (
                <img
                  key={src}
                  src={src}
                  width={size}
                  height={size}
                  alt={size === 64 ? `${name} at 64, 32, 24 and 16 pixels` : ''}
                />
              ) : (
                <span style={{ width: size, height: size }} />
              )}
            </span>
            <span className={styles.size}>{size}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
