import { type ComponentProps, useEffect, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { avifSet, imageUrl, webpSet } from '../../../shared/rules/image-url.ts'
import styles from './LogoPicture.module.css'

type Props = {
  logo: Pick<Logo, 'image' | 'ground'>
  alt: string
  /** The `sizes` attribute. */
  sizes: string
  isEager?: boolean
  image?: ComponentProps<'img'>
}

/** A logo's picture on its own ground, at the size at which it is shown. If it does not load, the mark is shown. */
export function LogoPicture({ logo, alt, sizes, isEager, image }: Props) {
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    if (!failed) return
    const again = () => setFailed(undefined)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failed])
  if (failed === logo.image)
    return <span className={styles.missing} role="img" aria-label={`${alt} (the picture is missing)`} />
  const avif = avifSet(logo.image)
  return (
    <picture className={styles.picture} style={{ backgroundColor: logo.ground ?? undefined }}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        // A picture must not show its predecessor while it loads.
        key={logo.image}
        src={imageUrl(logo.image, 320)}
        srcSet={webpSet(logo.image)}
        sizes={sizes}
        alt={alt}
        width={320}
        height={320}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : undefined}
        decoding="async"
        draggable={false}
        {...image}
        onError={() => setFailed(logo.image)}
      />
    </picture>
  )
}
