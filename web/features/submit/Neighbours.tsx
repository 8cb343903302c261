import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../../shared/rules/format.ts'
import { imageUrl } from '../../../shared/rules/image-url.ts'
import { isCommonShape } from '../../../shared/rules/look.ts'
import { useSession } from '../../lib/session/session.ts'
import styles from './Neighbours.module.css'
import { neighboursQuery } from './neighbours-query.ts'
import type { Picture } from './picture.ts'

const shown = 3

/** The nearest logos of the gallery beside a chosen picture, as advice; renders nothing if none looks much like it. */
export function Neighbours({ picture, name }: { picture: Picture; name: string }) {
  const { data: logos = [] } = useQuery(neighboursQuery(picture))
  const session = useSession()
  if (!logos.length) return null
  const isCommon = isCommonShape(
    logos.map(logo => logo.designer_id),
    session?.designerId,
  )
  return (
    <section className={styles.neighbours} aria-label={`Logos similar to ${name}`}>
      <p className={styles.heading}>
        {isCommon ? 'A common shape: many logos here look like it' : 'Similar logos in the gallery'}
      </p>
      <ul className={styles.list}>
        {logos.slice(0, shown).map(logo => (
          <li key={logo.logo_id}>
            {/* Opens a new tab, so that the form keeps its input. */}
            <a href={`/logo/${logo.logo_id}`} target="_blank" rel="noopener" className={styles.logo}>
              <img
                className={styles.picture}
                src={imageUrl(logo.image, 320)}
                alt=""
                width={48}
                height={48}
                style={{ backgroundColor: logo.ground ?? undefined }}
              />
              <span className={styles.words}>
                <span className={styles.title}>{logo.logo}</span>
                <span className={styles.owner}>
                  {logo.designer_id === session?.designerId ? 'Yours' : logo.company},{' '}
                  {formatDate(logo.upload_date)}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
