import type { CSSProperties } from 'react'
import { stripPlace, trueSizes } from '../../../shared/rules/true-sizes.ts'
import styles from './SizePreview.module.css'

type SmallSize = (typeof trueSizes)[number]

type Props = {
  /** Address of the strip made by the server, shown pixel by pixel. */
  strip?: string
  /** A picture to scale when there is no strip; without either, placeholders are shown. */
  src?: string
  ground?: string | null
  name: string
}

/** The mark at small sizes. */
export function SizePreview({ strip, src, ground, name }: Props) {
  const altOf = (size: number) => (size === trueSizes[0] ? `${name} at 64, 32, 24 and 16 pixels` : '')
  return (
    <figure className={styles.panel}>
      <figcaption className={styles.heading}>At size</figcaption>
      <ul className={styles.row}>
        {trueSizes.map(size => (
          <li key={size} className={styles.item}>
            <span className={styles.frame} style={{ backgroundColor: ground ?? undefined }}>
              {strip ? (
                <TrueSize key={strip} strip={strip} size={size} alt={altOf(size)} />
              ) : src ? (
                <img key={src} src={src} width={size} height={size} alt={altOf(size)} />
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

/** The mark at one of its small sizes, cut out of its strip. */
export function TrueSize({ strip, size, alt }: { strip: string; size: SmallSize; alt: string }) {
  return (
    <picture>
      <source media="(resolution >= 1.5dppx)" srcSet={`${strip} 2x`} />
      <img className={styles.held} style={placesOf(size)} src={strip} width={size} height={size} alt={alt} />
    </picture>
  )
}

/** Where the strip holds a size, in CSS pixels: on screens with one pixel to each, and with two. */
function placesOf(size: SmallSize) {
  const [single, double] = [stripPlace(size, 1), stripPlace(size, 2)]
  return {
    '--single': `${-single.left}px ${-single.top}px`,
    '--double': `${-double.left / 2}px ${-double.top / 2}px`,
  } as CSSProperties
}
