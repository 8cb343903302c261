import type { Actor } from '../features/history/queries.ts'

/** A mistake of the operator: printed as a sentence, without a stack trace. */
export class Mistake extends Error {}

export const say = (line: string) => process.stdout.write(`${line}\n`)
export const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
export const inColumns = (...given: (string | number | null)[]) =>
  given.filter(text => text !== null && text !== '').join('  ')

/** The number of a version, as the list of versions shows it. */
export function requireVersion(typed: string | undefined): number {
  if (!/^\d{1,9}$/.test(typed ?? '')) throw new Mistake('Name the version by its number.')
  return Number(typed)
}

/** Who acts here, in the history of staff. */
export const shell: Actor = { designer_id: null, origin: 'shell' }
