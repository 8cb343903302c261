const inWords = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? Object.entries(value)
          .map(([name, each]) => `${name} ${typeof each === 'object' ? JSON.stringify(each) : each}`)
          .join(', ')
      : String(value)

/** What an act changed, from and to; nothing where it only did something. */
export function Change({ before, after }: { before: unknown; after: unknown }) {
  const [from, to] = [inWords(before), inWords(after)]
  if (!from) return to
  return (
    <>
      <del>{from}</del> → {to || 'nothing'}
    </>
  )
}
