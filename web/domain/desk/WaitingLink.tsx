import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { imageUrl } from '../../../shared/rules/image-url.ts'
import { Age } from './Moment.tsx'
import styles from './WaitingLink.module.css'

type Props = Omit<ComponentProps<typeof Link>, 'className' | 'children'> & {
  /** Null leaves its place empty; undefined has no place for a picture. */
  picture: { image: string; ground: string | null } | null | undefined
  name: string
  detail: string
  /** The time from which it waits. */
  at: string | null
}

/** A row that opens what waits for a decision: its picture, its name, what is said of it, and how long it has waited. */
export function WaitingLink({ picture, name, detail, at, ...link }: Props) {
  return (
    <Link {...link} className={styles.link} data-picture={picture !== undefined || undefined}>
      {picture && (
        <img
          src={imageUrl(picture.image, 320)}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          style={{ backgroundColor: picture.ground ?? undefined }}
        />
      )}
      {picture === null && <span className={styles.noPicture} />}
      <span className={styles.what}>
        <strong>{name}</strong>
        <span>{detail}</span>
      </span>
      {at !== null && <Age at={at} className={styles.age} />}
    </Link>
  )
}
