import styles from './Swatch.module.css'

/** A small square of a colour; its words stand beside it. */
export const Swatch = ({ hex }: { hex: string }) => (
  <span className={styles.swatch} style={{ backgroundColor: hex }} aria-hidden />
)
