import { type Assignment, leastLoaded } from './draw.ts'
import { type Randomness, shuffle } from './stream.ts'

/**
 * Ranks ⌊K/2⌋+1 … 2K of the first round, and every entry that a juror saved. `ranked` are logo ids by rank, best first;
 * the answer keeps no order.
 */
export function chooseBorder(
  ranked: readonly number[],
  saved: Iterable<number>,
  places: number,
): Set<number> {
  return new Set([...ranked.slice(Math.floor(places / 2), 2 * places), ...saved])
}

/**
 * Two more jurors for each entry of the border round: of those who may have it, the two with the fewest tiles of this
 * round, ties by a shuffle of the juror numbers for this logo. Where fewer than two may, those.
 */
export async function assignBorder(
  randomness: Randomness,
  input: {
    /** The entries of the border round, in the order of entries. */
    logoIds: readonly number[]
    jurorCount: number
    /** Neither conflicted, nor had it before, nor left the jury. */
    mayJudge: (juror: number, logo_id: number) => boolean
  },
): Promise<Assignment[]> {
  const { logoIds, jurorCount, mayJudge } = input
  const numbers = Array.from({ length: jurorCount }, (_, i) => i + 1)
  const loads = new Array<number>(jurorCount + 1).fill(0)
  const assignments: Assignment[] = []
  for (const logo_id of logoIds) {
    const shuffled = await shuffle(randomness, `border:${logo_id}`, numbers)
    const eligible = shuffled.filter(juror => mayJudge(juror, logo_id))
    // A stable sort: among equals, the earlier one in the shuffle comes first.
    const chosen = eligible.sort((a, b) => (loads[a] as number) - (loads[b] as number)).slice(0, 2)
    for (const juror of chosen) (loads[juror] as number)++
    assignments.push({ logo_id, jurors: chosen.sort((a, b) => a - b) })
  }
  return assignments
}

/**
 * The juror who takes over a tile ("I know this", late work, a juror who left): the one with the fewest unscored
 * tiles of the round, ties by the lowest number; undefined if no juror may. `unscored[juror]`; index 0 is unused.
 */
export const chooseReplacement = (unscored: readonly number[], mayJudge: (juror: number) => boolean) =>
  leastLoaded(unscored, mayJudge)
