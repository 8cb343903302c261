import { useQuery } from '@tanstack/react-query'
import type { Sixteen, SquareName } from '../../../shared/api/sixteen.ts'
import type { Content } from './painter/messages.ts'
import { namesQuery } from './queries.ts'
import { useRested } from './use-rested.ts'

/** A pointer that crosses many squares asks for the names of the atlas where it slows down. */
const restMs = 40

/** Which square of which atlas is at a place. */
export function squareAt(atlases: Sixteen['atlases'], { order, starts }: Content, place: number) {
  const position = order ? order[place]! : place
  const at = starts.findLastIndex(start => start <= position)
  return { atlas: atlases[at]?.atlas ?? '', slot: position - starts[at]! }
}

/** Whose the square at a place is; undefined until it is known, null where it shows nothing. */
export function useName(
  atlases: Sixteen['atlases'],
  content: Content,
  place: number | undefined,
): SquareName | undefined {
  const { atlas, slot } = place === undefined ? { atlas: '', slot: 0 } : squareAt(atlases, content, place)
  const isRested = useRested(atlas, restMs)
  const { data } = useQuery({ ...namesQuery(atlas), enabled: atlas !== '' && isRested })
  return data?.[slot]
}
