import { HttpError } from '../../http/errors.ts'
import type { OwnTile } from './queries.ts'

/** Why an act on a tile is refused. */
export type Refusal = 'ended' | 'withdrawn' | 'given away'

/** The text for the juror. */
export const refusalText: Record<Refusal, string> = {
  ended: 'This round has ended.',
  withdrawn: 'This logo has been withdrawn.',
  'given away': 'This tile was given to another juror.',
}

/** Why a tile that was taken is not its juror's any more. */
export const whyTaken = ({ is_withdrawn }: Pick<OwnTile, 'is_withdrawn'>): Refusal =>
  is_withdrawn ? 'withdrawn' : 'given away'

/** The answer to an act that is refused. */
export const refuse = (refusal: Refusal) => new HttpError(409, refusalText[refusal])
