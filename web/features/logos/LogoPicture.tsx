import { useEffect, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { imageFormats, imageUrl, srcSet } from '../../../shared/rules/image-url.ts'
import { Mark } from '../../ui/Wordmark.tsx'
import styles from './LogoPicture.module.css'

type Props = {
  logo: Pick<Logo, 'image' | 'ground'>
  alt: string
  /** How wide it will stand, in the words of the `sizes` attribute. */
  sizes: string
  isEager?: boolean
}

/** A logo's picture on its own ground, at the size it will be shown. One that does not load leaves our mark. */
export function LogoPicture({ logo, alt, sizes, isEager }: Props) {
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    if (!failed) return
    const again = () => setFailed(undefined)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failed])
  if (failed === logo.image)
    return (
      <span className={styles.missing} role="img" aria-label={`${alt} (the picture is missing)`}>
        <Mark size={24} />
      </span>
    )
  return (
    <picture className={styles.picture} style={{ backgroundColor: logo.ground ?? undefined }}>
      {imageFormats.slice(0, -1).map(format => (
        <source key={format} type={`image/${format}`} srcSet={srcSet(logo.image, format)} sizes={sizes} />
      ))}
      <img
        // A picture must not show its predecessor while it loads.
        key={logo.image}
        src={imageUrl(logo.image, 320, 'webp')}
        srcSet={srcSet(logo.image, 'webp')}
        sizes={sizes}
        alt={alt}
        width={320}
        height={320}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : undefined}
        decoding="async"
        draggable={false}
        onError={() => setFailed(logo.image)}
      />
    </picture>
  )
}
