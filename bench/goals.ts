/** A measured figure beside its goal; without one it is only told. */
type Line = { what: string; value: string; goal: string; isMet: boolean | undefined }
type Goal = { atLeast: number } | { atMost: number } | undefined

/** Figures beside their goals, each said as soon as it is measured. */
export function collectFigures() {
  const lines: Line[] = []
  return {
    note(what: string, value: number, goal: Goal, unit = '') {
      const isMet = goal && ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost)
      const bound = goal && ('atLeast' in goal ? `≥ ${goal.atLeast}${unit}` : `≤ ${goal.atMost}${unit}`)
      const shown = `${Math.round(value * 1000) / 1000}${unit}`
      lines.push({ what, value: shown, goal: bound ?? '', isMet })
      const word = isMet === undefined ? '      ' : isMet ? 'ok    ' : 'MISSED'
      process.stdout.write(`${word} ${what}: ${shown}${bound ? ` (${bound})` : ''}\n`)
    },
    /** As a table of Markdown. */
    table() {
      const rows = lines.map(({ what, value, goal, isMet }) => {
        const verdict = isMet === undefined ? '' : isMet ? 'met' : '**missed**'
        return `| ${what} | ${value} | ${goal} | ${verdict} |`
      })
      return `| what | measured | goal | |\n|---|---:|---:|---|\n${rows.join('\n')}\n`
    },
  }
}
