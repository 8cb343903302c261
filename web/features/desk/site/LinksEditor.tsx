import type { SiteWords } from '../../../../shared/site-words.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, TextField } from '../../../ui/controls/Field.tsx'
import { RowButtons } from './RowButtons.tsx'
import { movedUp, withoutRow, withRow } from './rows.ts'
import styles from './Site.module.css'

type Links = SiteWords['social_links']
type Props = {
  links: Links
  hint: string
  errorOf: (path: string) => string | undefined
  onChange: (links: Links) => void
}

/** Names and addresses, one below the other. */
export function LinksEditor({ links, hint, errorOf, onChange }: Props) {
  return (
    <>
      {links.map((link, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has no other name while it is written
        <fieldset key={i} className={styles.row}>
          <legend className="visually-hidden">Link {i + 1}</legend>
          <TextField
            label="Name"
            value={link.name}
            error={errorOf(`${i}.name`)}
            onChange={event => onChange(withRow(links, i, { ...link, name: event.target.value }))}
          />
          <TextField
            label="Address"
            type="url"
            value={link.url}
            error={errorOf(`${i}.url`)}
            onChange={event => onChange(withRow(links, i, { ...link, url: event.target.value }))}
          />
          <RowButtons
            about={link.name || `link ${i + 1}`}
            onUp={i ? () => onChange(movedUp(links, i)) : undefined}
            onRemove={() => onChange(withoutRow(links, i))}
          />
        </fieldset>
      ))}
      <div>
        <Button onClick={() => onChange([...links, { name: '', url: '' }])}>Add a link</Button>
      </div>
      <FieldNote error={errorOf('value')} hint={hint} />
    </>
  )
}
