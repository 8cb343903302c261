import { imageUrl } from '../../../../shared/rules/image-url.ts'
import styles from './Moderation.module.css'

/** A logo's picture, small. */
export function Thumbnail({
  picture,
  alt,
}: {
  picture: { image: string; ground: string | null }
  alt: string
}) {
  return (
    <img
      className={styles.picture}
      src={imageUrl(picture.image, 320)}
      alt={alt}
      width={96}
      height={96}
      loading="lazy"
      style={{ backgroundColor: picture.ground ?? undefined }}
    />
  )
}
