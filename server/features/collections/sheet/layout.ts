import type { SheetCount, SheetPaper } from '../../../../shared/rules/contact-sheet.ts'

// All lengths are in points.

const millimetre = 72 / 25.4

export const papers: Record<SheetPaper, { width: number; height: number }> = {
  a4: { width: 210 * millimetre, height: 297 * millimetre },
  letter: { width: 612, height: 792 },
}

export const margin = { side: 40, top: 34, bottom: 30 }
/** From the top margin to the logos, and from the logos to the bottom margin. */
const head = 40
const foot = 32

/** Columns and rows, the sizes of the title and of the credit, and the space beside and below a logo. */
const grids: Record<SheetCount, [columns: number, rows: number, title: number, credit: number, gap: number]> =
  {
    '6': [2, 3, 10, 8.5, 22],
    '12': [3, 4, 8.5, 7.5, 16],
    '20': [4, 5, 7.5, 6.5, 13],
    '24': [4, 6, 7.5, 6.5, 12],
    '30': [5, 6, 7, 6, 11],
    '48': [6, 8, 6, 5.25, 9],
  }

export type Grid = ReturnType<typeof gridOf>

/** Where the logos of a page stand: under each the title, the designer and the company, a line each. */
export function gridOf(paper: SheetPaper, count: SheetCount) {
  const { width, height } = papers[paper]
  const [columns, rows, title, credit, gap] = grids[count]
  const across = (width - 2 * margin.side + gap) / columns
  const down = (height - margin.top - head - foot - margin.bottom + gap) / rows
  const lead = 1.3
  const caption = 0.5 * title + lead * (title + 2 * credit)
  const side = Math.min(across - gap, down - gap - caption)
  // What a column is wider than its logo, where the height limits that: half of it at the left of all, so that the margins are equal.
  const spare = across - gap - side
  const left = margin.side + spare / 2
  return {
    title,
    credit,
    lead,
    /** The side of a logo. */
    side,
    /** Where the logos begin at the left, and end as far from the right. */
    left,
    /** The longest line below a logo: in the last column it ends at the margin. */
    line: side + spare / 2,
    placeOf: (at: number) => ({
      x: left + (at % columns) * across,
      y: margin.top + head + Math.floor(at / columns) * down,
    }),
  }
}
