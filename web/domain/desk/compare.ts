/** A piece of text that both versions have, or only the earlier or the later one. */
export type Piece = { kind: 'same' | 'removed' | 'added'; text: string }

/** Cells of the table up to which texts are compared by words, above it by lines, and above that as wholes. */
const mostCells = 4_000_000

const words = /\S+\s*|\s+/g
const lines = /[^\n]*\n|[^\n]+/g

/** What changes from one text to the other: the longest common subsequence of their words, or of their lines in long texts. */
export function compareTexts(before: string, after: string): Piece[] {
  for (const pattern of [words, lines]) {
    const [a, b] = [before.match(pattern) ?? [], after.match(pattern) ?? []]
    if (a.length * b.length <= mostCells) return compareParts(a, b)
  }
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
}

function compareParts(a: readonly string[], b: readonly string[]): Piece[] {
  // How much a and b have in common from each of their places on.
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j]!
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pieces: Piece[] = []
  const push = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }
  for (let i = 0, j = 0; i < a.length || j < b.length; )
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push('same', a[i]!)
      i++
      j++
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) push('removed', a[i++]!)
    else push('added', b[j++]!)
  return pieces
}

/** Long stretches that are the same, cut down to what stands beside the changes. */
export function shortened(pieces: Piece[], kept = 80): Piece[] {
  return pieces.map((piece, i) => {
    const { kind, text } = piece
    if (kind !== 'same' || text.length <= 3 * kept) return piece
    const start = i === 0 ? '' : text.slice(0, kept)
    const end = i === pieces.length - 1 ? '' : text.slice(-kept)
    return { kind, text: `${start} … ${end}` }
  })
}
