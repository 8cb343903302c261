type Cell = string | number | null

/**
 * One line of CSV: cells are quoted where needed; what a spreadsheet would take for a formula begins with an apostrophe, also
 * behind blanks and in the full width of East Asian keyboards. Where a spreadsheet separates cells by semicolons or tabs, a
 * text may become several: the apostrophe stands behind such a separator within a text, too.
 */
export function csvLine(cells: readonly Cell[]): string {
  const written = cells.map(cell => {
    if (typeof cell === 'number') return String(cell)
    const text = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell ?? '') ? `'${cell}` : (cell ?? '')
    const safe = text.replace(/([;\t]["'\s]*)(?=[=+\-@＝＋－＠])/g, "$1'")
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${written.join(',')}\r\n`
}

/** A value of JSON as a cell. */
export function csvCell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value)
}
