import { OneColour } from './OneColour.tsx'
import styles from './TilePicture.module.css'
import type { tileAt } from './tile-list.ts'
import { picturesOf } from './use-tile-list.ts'

/** Keys that show the picture at hand in another way while they are held. */
export const looks = ['r', 'o', 'b', 'm'] as const
export type Look = (typeof looks)[number]

type Props = {
  tile: NonNullable<ReturnType<typeof tileAt>>
  look: Look | undefined
}

/** The large picture of the tile at hand: reversed (R), in one colour (O), blurred (B) or mirrored (M) while a key is held. */
export function TilePicture({ tile, look }: Props) {
  const { large } = picturesOf(tile)
  return (
    <span className={styles.picture} data-look={look}>
      <img key={tile.assignment_id} src={large} alt="" width={900} height={900} draggable={false} />
      {look === 'o' && <OneColour src={large} name={tile.logo} side={900} />}
    </span>
  )
}
