import type { SiteValue } from '../../../../shared/api/site.ts'
import { siteLabels } from '../../../../shared/site-labels.ts'
import type { SiteName, SiteWords } from '../../../../shared/site-words.ts'
import { TextArea, TextField } from '../../../ui/controls/Field.tsx'
import { descriptions } from './describe.ts'
import { FaqEditor } from './FaqEditor.tsx'
import { LinksEditor } from './LinksEditor.tsx'
import { JoinRibbonEditor, RibbonEditor } from './RibbonEditors.tsx'
import { WordmarkEditor } from './WordmarkEditor.tsx'

type Props = {
  name: SiteName
  value: SiteValue
  /** The server's sentence for a place within the value, such as `1.url`; `value` is the whole. */
  errorOf: (path: string) => string | undefined
  onChange: (value: SiteValue) => void
}

/** The fields of a word. Its kind says which type its value has. */
export function Editor({ name, value, errorOf, onChange }: Props) {
  const { hint, kind } = descriptions[name]
  const shared = { errorOf, onChange }
  if (kind === 'links')
    return <LinksEditor {...shared} hint={hint} links={value as SiteWords['social_links']} />
  if (kind === 'ribbon') return <RibbonEditor {...shared} ribbon={value as SiteWords['ribbon']} />
  if (kind === 'join_ribbon')
    return <JoinRibbonEditor {...shared} ribbon={value as SiteWords['join_ribbon']} />
  if (kind === 'faq') return <FaqEditor {...shared} faq={value as SiteWords['faq']} />
  if (kind === 'wordmark') return <WordmarkEditor {...shared} hint={hint} svg={value as string} />
  const field = {
    label: siteLabels[name],
    hint,
    value: value as string,
    error: errorOf('value'),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (kind === 'line') return <TextField {...field} />
  return (
    <TextArea
      {...field}
      rows={kind === 'article' ? 24 : 8}
      hint={kind === 'article' ? <Marks hint={hint} /> : hint}
    />
  )
}

/** How an article is written. */
const Marks = ({ hint }: { hint: string }) => (
  <>
    {hint}. An empty line ends a paragraph; begin a heading with “## ”, an item with “- ”, a quotation with
    “&gt; ”; **stressed**, [words](/page).
  </>
)
