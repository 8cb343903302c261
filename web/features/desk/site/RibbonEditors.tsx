import type { SiteWords } from '../../../../shared/site-words.ts'
import { latestLocal, toIso, toLocal } from '../../../domain/desk/local-time.ts'
import writing from '../../../domain/desk/Writing.module.css'
import { TextArea, TextField } from '../../../ui/controls/Field.tsx'

type ErrorOf = (path: string) => string | undefined
type Typed = { target: { value: string } }

type RibbonProps = {
  ribbon: SiteWords['ribbon']
  errorOf: ErrorOf
  onChange: (ribbon: SiteWords['ribbon']) => void
}

/** The line above the wall, where it leads and while which time. */
export function RibbonEditor({ ribbon, errorOf, onChange }: RibbonProps) {
  return (
    <>
      <TextField
        label="Text"
        hint="Leave empty if there is none"
        value={ribbon.text}
        error={errorOf('text') ?? errorOf('value')}
        onChange={(event: Typed) => onChange({ ...ribbon, text: event.target.value })}
      />
      <TextField
        label="Leads to"
        hint="A page such as /news, or a full address"
        value={ribbon.link}
        error={errorOf('link')}
        onChange={(event: Typed) => onChange({ ...ribbon, link: event.target.value })}
      />
      <div className={writing.pair}>
        {(['from', 'until'] as const).map(end => (
          <TextField
            key={end}
            type="datetime-local"
            max={latestLocal}
            label={end === 'from' ? 'From (your local time)' : 'Until (your local time)'}
            hint={
              end === 'from' ? 'Leave empty to show it now' : 'Leave empty to show it until you remove it'
            }
            value={toLocal(ribbon[end])}
            error={errorOf(end)}
            onChange={(event: Typed) => onChange({ ...ribbon, [end]: toIso(event.target.value) ?? null })}
          />
        ))}
      </div>
    </>
  )
}

type JoinRibbonProps = {
  ribbon: SiteWords['join_ribbon']
  errorOf: ErrorOf
  onChange: (ribbon: SiteWords['join_ribbon']) => void
}

/** What invites visitors to join. */
export function JoinRibbonEditor({ ribbon, errorOf, onChange }: JoinRibbonProps) {
  const field = (name: keyof SiteWords['join_ribbon']) => ({
    value: ribbon[name],
    error: errorOf(name),
    onChange: (event: Typed) => onChange({ ...ribbon, [name]: event.target.value }),
  })
  return (
    <>
      <TextField label="Title" {...field('title')} />
      <TextArea label="Text" rows={3} {...field('text')} />
      <TextField label="Button" {...field('button')} />
    </>
  )
}
