import type { Sixteen } from '../../../shared/api/sixteen.ts'
import { atlasUrl, squareSide } from '../../../shared/rules/sixteen.ts'
import styles from './AtlasSquares.module.css'

type Atlas = Sixteen['atlases'][number]

/** The squares of an atlas in rows, each a part of its picture: what is shown before the painter draws. Its positions begin with 0. */
export function AtlasSquares({ atlas, holes }: { atlas: Atlas; holes: Iterable<number> }) {
  const hidden = new Set(holes)
  const slots = Array.from({ length: atlas.count }, (_, slot) => slot)
  const firstShown = slots.find(slot => !hidden.has(slot))
  return (
    <div className={styles.squares}>
      {slots.map(slot =>
        hidden.has(slot) ? (
          <span key={slot} className={styles.square} />
        ) : (
          <img
            key={slot}
            className={styles.square}
            {...pictureOf(atlas)}
            alt=""
            width={squareSide}
            height={squareSide}
            fetchPriority="high"
            data-before-code={slot === firstShown || undefined}
          />
        ),
      )}
    </div>
  )
}

/** The picture of an atlas in the window's density. */
export const pictureOf = ({ atlas }: Pick<Atlas, 'atlas'>) => ({
  src: atlasUrl(atlas, 1),
  // With both named: the preload that React adds has the set alone.
  srcSet: `${atlasUrl(atlas, 1)} 1x, ${atlasUrl(atlas, 2)} 2x`,
})
