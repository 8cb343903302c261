/** The smallest value that is drawn with the full height: one like in a year is no peak. */
const leastPeak = 4

/** The heights of bars whose axis begins at zero: the largest value has the full height, and none but zero is less than 1 px. */
export function barsOf(values: readonly number[], height: number): number[] {
  const most = Math.max(leastPeak, ...values)
  return values.map(value => (value > 0 ? Math.max(1, (value / most) * height) : 0))
}
