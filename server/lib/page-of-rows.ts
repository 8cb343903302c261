type Params = { q?: string | undefined; page: number; page_size: number }

/** A page of rows in memory: those whose text has these words, in this order (without one, in theirs), and how many they are. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { q = '', page, page_size }: Params,
  textOf: (row: Row) => string,
  order?: (a: Row, b: Row) => number,
) {
  const wanted = q.toLowerCase()
  const found = rows.filter(row => textOf(row).toLowerCase().includes(wanted))
  const data = order ? found.toSorted(order) : found
  return { data: data.slice((page - 1) * page_size, page * page_size), count: found.length }
}

/** A page's rows and how many rows there are in all; 0 where no count is wanted, as for a CSV. */
export async function pageOf<Row>(
  { isCounted }: { isCounted: boolean },
  list: () => Promise<Row[]>,
  countAll: () => Promise<number>,
) {
  const [data, count] = await Promise.all([list(), isCounted ? countAll() : 0])
  return { data, count }
}
