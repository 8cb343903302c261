/** An act as `listActs` reads it. */
type Act = { what: string; at: Date; who: string | null; before: unknown; after: unknown }

/** The texts of a subject from one save on. Version 0 is the state before the first save, and has no author. */
export type Version<Words> = Words & { version: number; at: Date | null; who: string | null }

/**
 * Every version of a subject's texts, newest first: the current texts, and from there back what each act has recorded as
 * the state before it. `acts`: newest first. An act that changed no text adds no version.
 */
export function readVersions<Words extends object>(
  current: Words,
  acts: readonly Act[],
  { made, changed }: { made: string | readonly string[]; changed: string },
): Version<Words>[] {
  const versions: (Words & { at: Date | null; who: string | null })[] = []
  let words = current
  let isMade = false
  for (const { what, at, who, before, after } of acts) {
    const isMaking = [made].flat().includes(what)
    if (!isMaking && what !== changed) continue
    isMade = isMaking
    const earlier = isMade ? undefined : earlierWords(words, before, after)
    if (!isMade && !earlier) continue
    versions.push({ ...words, at, who })
    words = earlier ?? words
  }
  if (!isMade) versions.push({ ...words, at: null, who: null })
  const oldest = isMade ? 1 : 0
  return versions.map((version, i) => ({ ...version, version: oldest + versions.length - 1 - i }))
}

/** The texts before an act; undefined if it changed none of them. */
function earlierWords<Words extends object>(words: Words, before: unknown, after: unknown) {
  const [was, is] = [before, after].map(facts => new Map(Object.entries(facts ?? {})))
  const changed = Object.keys(words).filter(
    name => was!.has(name) && JSON.stringify(was!.get(name)) !== JSON.stringify(is!.get(name)),
  )
  if (!changed.length) return undefined
  return { ...words, ...Object.fromEntries(changed.map(name => [name, was!.get(name)])) }
}
