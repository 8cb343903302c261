import type { Conflict } from './hashes.ts'
import { type Randomness, shuffle, swap } from './stream.ts'

// Draws the three jurors of each entry. Jurors are numbered 1…J by account id.

export type Assignment = { logo_id: number; jurors: readonly number[] }
export type Draw = {
  /** Logo ids in the order of entries, which breaks ties and begins every juror's order. */
  order: number[]
  /** In the order of entries; each with three juror numbers, ascending. */
  assignments: Assignment[]
}

/** For each logo the numbers of the jurors who may not judge it. */
export function groupConflicts(conflicts: readonly Conflict[]): Map<number, Set<number>> {
  const grouped = new Map<number, Set<number>>()
  for (const [logo_id, juror] of conflicts) {
    const jurors = grouped.get(logo_id)
    if (jurors) jurors.add(juror)
    else grouped.set(logo_id, new Set([juror]))
  }
  return grouped
}

export const orderEntries = (randomness: Randomness, logoIds: readonly number[]) =>
  shuffle(
    randomness,
    'entries',
    [...logoIds].sort((a, b) => a - b),
  )

/** All triples of 1…J, in lexicographic order. */
export function listTriples(jurorCount: number): number[][] {
  const triples: number[][] = []
  for (let a = 1; a <= jurorCount; a++)
    for (let b = a + 1; b <= jurorCount; b++)
      for (let c = b + 1; c <= jurorCount; c++) triples.push([a, b, c])
  return triples
}

const none: ReadonlySet<number> = new Set()

/**
 * Deals shuffled blocks of all triples, one triple for each entry. A triple with a conflicted juror is swapped with the
 * first later one of its block that has none, else its conflicted jurors are replaced. Throws where fewer than three
 * jurors may judge an entry: closing the book has refused that.
 */
export async function drawTriples(
  randomness: Randomness,
  input: { logoIds: readonly number[]; jurorCount: number; conflicts: readonly Conflict[] },
): Promise<Draw> {
  const { logoIds, jurorCount } = input
  const conflicts = groupConflicts(input.conflicts)
  const order = await orderEntries(randomness, logoIds)
  const triples = listTriples(jurorCount)
  const loads = new Array<number>(jurorCount + 1).fill(0)
  const assignments: Assignment[] = []
  let block: number[][] = []

  for (const [i, logo_id] of order.entries()) {
    const position = i % triples.length
    if (position === 0) block = await shuffle(randomness, `block:${i / triples.length}`, triples)
    const conflicted = conflicts.get(logo_id) ?? none
    const suits = (triple: readonly number[]) => !triple.some(juror => conflicted.has(juror))
    const later = block.findIndex((triple, at) => at >= position && suits(triple))
    if (later > position) swap(block, position, later)
    const triple = block[position] as number[]
    const jurors = later === -1 ? replaceConflicted(triple, conflicted, loads) : triple
    for (const juror of jurors) (loads[juror] as number)++
    assignments.push({ logo_id, jurors })
  }
  return { order, assignments }
}

/** Replaces the lowest conflicted juror first, by the juror with the fewest tiles so far (ties: the lowest number). */
function replaceConflicted(
  triple: readonly number[],
  conflicted: ReadonlySet<number>,
  loads: readonly number[],
) {
  const jurors = [...triple]
  for (const juror of triple) {
    if (!conflicted.has(juror)) continue
    const free = (number: number) => !conflicted.has(number) && !jurors.includes(number)
    const substitute = leastLoaded(loads, free)
    if (substitute === undefined) throw new Error('Fewer than three jurors may judge this entry')
    jurors[jurors.indexOf(juror)] = substitute
  }
  return jurors.sort((a, b) => a - b)
}

/** The juror with the smallest load among those who may; ties: the lowest number. `loads[0]` is unused. */
export function leastLoaded(loads: readonly number[], may: (juror: number) => boolean): number | undefined {
  let best: number | undefined
  for (let juror = 1; juror < loads.length; juror++)
    if (may(juror) && (best === undefined || (loads[juror] as number) < (loads[best] as number))) best = juror
  return best
}
