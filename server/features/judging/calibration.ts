import { type Randomness, shuffle } from '../../../shared/judging/stream.ts'

const mostOfEach = 20

/**
 * The calibration tiles, the same for every juror: as many awarded as other entries of the last published book, up to
 * 20 of each, in their order on the bench. Logo ids; hidden logos and a juror's own are left out for that juror later.
 */
export async function chooseCalibration(
  randomness: Randomness,
  { awarded, others }: { awarded: readonly number[]; others: readonly number[] },
): Promise<number[]> {
  const ascending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)
  const size = Math.min(mostOfEach, awarded.length, others.length)
  const ones = await shuffle(randomness, 'calibration:1', ascending(awarded))
  const zeros = await shuffle(randomness, 'calibration:0', ascending(others))
  const chosen = ascending([...ones.slice(0, size), ...zeros.slice(0, size)])
  return shuffle(randomness, 'calibration', chosen)
}
