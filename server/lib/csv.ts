type Cell = string | number | null

/**
 * One line of CSV: cells are quoted where needed; what a spreadsheet would take for a formula begins with an apostrophe,
 * also behind blanks and in the full width of East Asian keyboards.
 */
export function csvLine(cells: readonly Cell[]): string {
  const written = cells.map(cell => {
    if (typeof cell === 'number') return String(cell)
    const text = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell ?? '') ? `'${cell}` : (cell ?? '')
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}\r\n`
}

/** A value of JSON as a cell. */
export function csvCell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value)
}
