/** `failed` makes the exit code 1; `left out`: not set, or cannot be tried from here. */
export type Row = { name: string; state: 'ok' | 'failed' | 'left out'; sentence: string }

export const ok = (name: string, sentence: string): Row => ({ name, state: 'ok', sentence })
export const failed = (name: string, sentence: string): Row => ({ name, state: 'failed', sentence })
export const leftOut = (name: string, sentence: string): Row => ({ name, state: 'left out', sentence })

/** What is not set is a failure on a public site alone. */
export const unset = (name: string, sentence: string, isPublic: boolean): Row =>
  isPublic ? failed(name, sentence) : leftOut(name, sentence)

/** The row of a check that gives one, or of its error. */
export const rowOf = (name: string, check: () => Promise<Row>): Promise<Row> =>
  check().catch((error: Error) => failed(name, error.message))

const marks = { ok: '✓', failed: '✗', 'left out': '–' }

/** The table, with lines of at most `width` characters. */
export function drawTable(rows: Row[], width = 100): string {
  const column = Math.max(...rows.map(({ name }) => name.length)) + 2
  return rows
    .map(({ name, state, sentence }) => {
      const [first = '', ...more] = wrap(sentence, width - column - 2)
      return [
        `${marks[state]} ${name.padEnd(column)}${first}`,
        ...more.map(line => ' '.repeat(column + 2) + line),
      ].join('\n')
    })
    .join('\n')
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
