import type { Ref } from 'react'
import type { SquareName } from '../../../shared/api/sixteen.ts'
import { imageUrl } from '../../../shared/rules/image-url.ts'
import styles from './Loupe.module.css'

type Props = {
  ref: Ref<HTMLDivElement>
  /** Of the canvas that the painter draws on. */
  holder: Ref<HTMLDivElement>
  name: SquareName | undefined
  /** Whether the logo's own picture is shown in place of the enlarged square. */
  isSharp: boolean
  isShown: boolean
}

/** The registration mark, with the logo at 64 px in it and its neighbours; beside it, whose it is. */
export function Loupe({ ref, holder, name, isSharp, isShown }: Props) {
  return (
    <div ref={ref} className={styles.loupe} data-shown={isShown || undefined} aria-hidden>
      <div className={styles.ring}>
        <div ref={holder} className={styles.canvas} />
        {name?.image && isSharp && (
          <img
            key={name.image}
            className={styles.picture}
            src={imageUrl(name.image, 320)}
            alt=""
            width={64}
            height={64}
            // The enlarged square stays.
            onError={({ currentTarget }) => {
              currentTarget.hidden = true
            }}
          />
        )}
      </div>
      {name && (
        <p className={styles.caption}>
          <span>{name.logo}</span>
          <span>{name.company}</span>
        </p>
      )}
    </div>
  )
}
