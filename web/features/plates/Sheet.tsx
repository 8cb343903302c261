import type { CSSProperties } from 'react'
import type { Plate } from '../../../shared/api/plates.ts'
import { avifSet, imageUrl, webpSet } from '../../../shared/rules/image-url.ts'
import { fitsSerif, plateSizes, sayStanding, sayWhoMade } from '../../../shared/rules/plate.ts'
import { trueSizes } from '../../../shared/rules/true-sizes.ts'
import { site } from '../../lib/site.ts'
import { CropMarks } from '../../ui/display/CropMarks.tsx'
import { Mark } from '../../ui/display/Mark.tsx'
import '../../ui/display/serif.css'
import styles from './Sheet.module.css'

/** An A4 sheet about one logo: the picture on its ground, its sizes, its makers and its books. */
export function Sheet({ plate }: { plate: Plate }) {
  const { logo_id, ground, logo, book, year } = plate
  const made = sayWhoMade(plate)
  const standing = sayStanding(plate, site().site_name)
  const isSerif = fitsSerif([logo, ...made, ...standing].join(''))
  const sizes = plateSizes(logo, made)
  return (
    <div className={styles.frame}>
      <article
        className={styles.sheet}
        aria-label={`Plate of ${logo}`}
        data-face={isSerif ? 'serif' : 'sans'}
        style={{ '--title': sizes.title, '--sentence': sizes.sentence } as CSSProperties}
      >
        <div
          className={styles.block}
          data-plain={ground ? undefined : ''}
          style={{ background: ground ?? undefined }}
        >
          <Picture plate={plate} sizes="(width < 640px) 80vw, 640px" alt={logo} />
        </div>
        <div className={styles.sizes}>
          {trueSizes.map(size => (
            <figure key={size} style={{ '--side': size } as CSSProperties}>
              <Picture plate={plate} sizes={`${2 * size}px`} alt="" />
              <figcaption>{size}</figcaption>
            </figure>
          ))}
          {ground && (
            <figure className={styles.ground} style={{ '--side': 24 } as CSSProperties}>
              <span style={{ background: ground }} />
              <figcaption>ground {ground}</figcaption>
            </figure>
          )}
        </div>
        <div className={styles.words}>
          <h2 className={styles.title}>{logo}</h2>
          <p className={styles.made}>
            {made.map(line => (
              <span key={line}>{line} </span>
            ))}
          </p>
          <p className={styles.made}>
            {standing.map(line => (
              <span key={line}>{line} </span>
            ))}
          </p>
        </div>
        <footer className={styles.foot}>
          <span>{book ? `${book} · ${year}` : year}</span>
          <Mark size={18} />
          <span>{`${location.host}/logo/${logo_id}`}</span>
        </footer>
      </article>
      <CropMarks gap={26} />
    </div>
  )
}

const Picture = ({ plate: { image }, sizes, alt }: { plate: Plate; sizes: string; alt: string }) => (
  <picture>
    {avifSet(image) && <source type="image/avif" srcSet={avifSet(image)} sizes={sizes} />}
    <img
      src={imageUrl(image, 900)}
      srcSet={webpSet(image)}
      sizes={sizes}
      alt={alt}
      width={900}
      height={900}
    />
  </picture>
)
