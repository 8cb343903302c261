import { maxLength } from '../../shared/rules/limits.ts'
import type { Actor } from '../features/history/queries.ts'

/** A mistake of the operator: printed as a sentence, without a stack trace. */
export class Mistake extends Error {}

export const say = (line: string) => process.stdout.write(`${line}\n`)
export const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
export const inColumns = (...parts: (string | number | null)[]) =>
  parts.filter(text => text !== null && text !== '').join('  ')

const shownLength = 60

/** The first line of a text, cut to what fits beside the rest. */
export function beginningOf(text: string) {
  const [first = ''] = text.split('\n')
  return first.length > shownLength ? `${first.slice(0, shownLength)}…` : first
}

/** Prints versions, the newest first, each with how it begins. */
export function sayVersions<V extends { version: number; at: Date | null; who: string | null }>(
  versions: readonly V[],
  textOf: (version: V) => string,
) {
  for (const each of versions)
    say(
      inColumns(
        `version ${each.version}`,
        each.at ? each.at.toISOString() : null,
        each.at && (each.who ?? 'shell'),
        beginningOf(textOf(each)),
      ),
    )
}

/** A row's number as it was typed; 0, which no row has, for what is no number. */
export const numberOf = (typed: string) => (/^\d{1,9}$/.test(typed) ? Number(typed) : 0)

/** Why the operator does it, as the desk asks. */
export function requireReason(why: string): string {
  const reason = why.trim()
  if (!reason || reason.length > maxLength.text)
    throw new Mistake(`Say why, in at most ${maxLength.text} characters: --why <reason>.`)
  return reason
}

/** The number of a version, as the list of versions shows it. */
export function requireVersion(typed: string): number {
  if (!/^\d{1,9}$/.test(typed)) throw new Mistake('Name the version by its number.')
  return Number(typed)
}

/** Who acts here, in the history of staff. */
export const shell: Actor = { designer_id: null, origin: 'shell' }
