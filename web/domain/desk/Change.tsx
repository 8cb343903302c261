import { changeInWords } from './describe-act.ts'

type Props = { what: string; before: unknown; after: unknown }

/** What an act changed, from and to; nothing if it changed no value. */
export function Change({ what, before, after }: Props) {
  const { from, to } = changeInWords(what, before, after)
  if (!from) return to
  return (
    <>
      <del>{from}</del> → {to || 'nothing'}
    </>
  )
}
