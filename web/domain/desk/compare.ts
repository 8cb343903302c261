import { diffArrays } from 'diff'

/** A piece of text that both versions have, or only the earlier or the later one. */
export type Piece = { kind: 'same' | 'removed' | 'added'; text: string }

/** With more changes than this, texts are compared by lines in place of words, and above that as wholes. */
const maxEditLength = 500

const words = /\S+\s*|\s+/g
const lines = /[^\n]*\n|[^\n]+/g

/** What changes from one text to the other, by words, or by lines in texts with many changes. */
export function compareTexts(before: string, after: string): Piece[] {
  for (const pattern of [words, lines]) {
    const changes = diffArrays(before.match(pattern) ?? [], after.match(pattern) ?? [], { maxEditLength })
    if (changes)
      return changes.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value.join(''),
      }))
  }
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
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
