import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as api from '../../../../shared/api.ts'
import { formatDate } from '../../../../shared/rules/format.ts'
import { imageUrl } from '../../../../shared/rules/image-url.ts'
import { similarFrom } from '../../../../shared/rules/look.ts'
import { call } from '../../../lib/api/call.ts'
import styles from './Lookalikes.module.css'

const shown = 3

/** The logos of the gallery that look most like a flagged one, beside it, for the chair to compare. */
export function Lookalikes({ logoId, name }: { logoId: number; name: string }) {
  const { data, isError } = useQuery({
    queryKey: ['desk', 'lookalikes', logoId],
    queryFn: ({ signal }) =>
      call(
        api.look.similar,
        { logo_id: logoId, emphasis: 'shape', others_first: 1, page_size: shown },
        { signal },
      ),
    staleTime: 60_000,
  })
  const logos = data?.data.filter(logo => logo.likeness >= similarFrom)
  if (isError) return <p className={styles.note}>Similar logos didn’t load.</p>
  if (!logos) return null
  if (!logos.length)
    return (
      <p className={styles.note}>
        No logo looks much like it as it stands. A mirrored or turned one may not be found here.
      </p>
    )
  return (
    <ul className={styles.list} aria-label={`Logos like ${name}`}>
      {logos.map(logo => (
        <li key={logo.logo_id}>
          <Link to={`/logo/${logo.logo_id}`}>
            <img
              src={imageUrl(logo.image, 320)}
              alt=""
              width={56}
              height={56}
              loading="lazy"
              style={{ backgroundColor: logo.ground ?? undefined }}
            />
            <span>
              <strong>{logo.logo}</strong>
              <span>
                {logo.company}, {formatDate(logo.upload_date)}
              </span>
              <span>{logo.likeness}% alike</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
