/** The list with the row at `i` replaced. */
export const withRow = <Row>(rows: readonly Row[], i: number, row: Row) =>
  rows.map((each, at) => (at === i ? row : each))

export const withoutRow = <Row>(rows: readonly Row[], i: number) => rows.filter((_, at) => at !== i)

/** The list with the row at `i` moved up. */
export const movedUp = <Row>(rows: readonly Row[], i: number) => {
  const next = [...rows]
  next.splice(i - 1, 0, ...next.splice(i, 1))
  return next
}
