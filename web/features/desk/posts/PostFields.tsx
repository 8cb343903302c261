import writing from '../../../domain/desk/Writing.module.css'
import { Segments, TextArea, TextField } from '../../../ui/controls/Field.tsx'
import type { Facts, Placement } from './facts.ts'
import { PictureField } from './PictureField.tsx'

type Props = {
  facts: Facts
  /** The address of the picture that is stored. */
  picture: string | undefined
  errorOf: (field: string) => string | undefined
  onChange: (facts: Facts) => void
}

const placements: readonly Placement[] = ['news', 'feature', 'none']

/** Everything that is written of a post. */
export function PostFields({ facts, picture, errorOf, onChange }: Props) {
  const field = (name: 'title' | 'text' | 'excerpt' | 'date') => ({
    value: facts[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => onChange({ ...facts, [name]: event.target.value }),
  })
  return (
    <>
      <TextField label="Title" {...field('title')} />
      <TextArea
        label="Text"
        rows={16}
        hint="An empty line ends a paragraph; begin a heading with “## ”, an item with “- ”, a quotation with “> ”; **stressed**, [words](/page)."
        {...field('text')}
      />
      <TextArea label="Excerpt" rows={3} hint="In lists, and under the title" {...field('excerpt')} />
      <PictureField
        facts={facts}
        picture={picture}
        error={errorOf('picture_base64')}
        altError={errorOf('picture_alt')}
        onChange={onChange}
      />
      <Segments
        label="Place"
        name="place"
        options={placements}
        names={{ news: 'News', feature: 'Feature post', none: 'In no list' }}
        chosen={facts.placement}
        error={errorOf('kinds')}
        onChange={event => {
          const placement = placements.find(each => each === event.target.value)
          if (placement) onChange({ ...facts, placement })
        }}
      />
      <div className={writing.pair}>
        <Segments
          label="State"
          name="is_draft"
          options={['1', '0']}
          names={{ 1: 'Draft', 0: 'Public' }}
          chosen={String(facts.is_draft)}
          error={errorOf('is_draft')}
          onChange={event => onChange({ ...facts, is_draft: event.target.value === '1' ? 1 : 0 })}
        />
        <TextField
          type="datetime-local"
          label="From (your local time)"
          hint="Leave empty to publish now, or set a future date."
          {...field('date')}
        />
      </div>
    </>
  )
}
