import styles from './CropMarks.module.css'

/** A printer's crop marks outside the corners of the nearest positioned ancestor. `gap` in px. */
export function CropMarks({ gap = 18 }: { gap?: number }) {
  return <span className={styles.marks} style={{ '--gap': `${gap}px` } as React.CSSProperties} aria-hidden />
}
