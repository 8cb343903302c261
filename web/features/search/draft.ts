import { filterNames, type Search } from '../../domain/search/search-path.ts'

type Change = {
  /** The search that was shown. */
  before: Search
  /** The search that the address has now. */
  after: Search
  /** What the form sent last, until the address has changed; else null. */
  sent: Search | null
}

/**
 * The form's draft once the address has changed: only fields whose value differs from the search before are replaced. What was
 * typed into the others stays, and so does what was typed on after the form had sent that very value.
 */
export function followAddress(draft: Search, { before, after, sent }: Change): Search {
  const isTypedOn = (name: keyof Search) =>
    sent !== null && sent[name].trim() === after[name] && draft[name] !== sent[name]
  const changed = ([...filterNames, 'sort', 'within'] as const).filter(
    name => before[name] !== after[name] && !isTypedOn(name),
  )
  return { ...draft, ...Object.fromEntries(changed.map(name => [name, after[name]])) }
}
