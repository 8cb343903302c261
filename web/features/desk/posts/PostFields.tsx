import type { UseFormReturn } from 'react-hook-form'
import { latestLocal } from '../../../domain/desk/local-time.ts'
import writing from '../../../domain/desk/Writing.module.css'
import { Segments, TextArea, TextField } from '../../../ui/controls/Field.tsx'
import type { Facts } from './facts.ts'
import { PictureField } from './PictureField.tsx'

type Props = {
  form: UseFormReturn<Facts>
  /** The address of the picture that is stored. */
  picture: string | undefined
  /** Whether nothing can be changed. */
  isLocked: boolean
}

/** Everything that is written of a post. */
export function PostFields({ form, picture, isLocked }: Props) {
  const { register, formState } = form
  const field = (name: 'title' | 'text' | 'excerpt' | 'kinds' | 'is_draft' | 'date') => ({
    error: formState.errors[name]?.message,
    ...register(name),
  })
  const text = (name: 'title' | 'text' | 'excerpt' | 'date') => ({ ...field(name), readOnly: isLocked })
  return (
    <>
      <TextField label="Title" {...text('title')} />
      <TextArea
        label="Text"
        rows={16}
        hint="An empty line ends a paragraph; begin a heading with “## ”, an item with “- ”, a quotation with “> ”; **stressed**, [words](/page)."
        {...text('text')}
      />
      <TextArea label="Excerpt" rows={3} hint="In lists, and under the title" {...text('excerpt')} />
      <PictureField form={form} picture={picture} isLocked={isLocked} />
      <Segments
        label="Place"
        options={['news', 'feature', 'none']}
        names={{ news: 'News', feature: 'Feature post', none: 'In no list' }}
        isLocked={isLocked}
        {...field('kinds')}
      />
      <div className={writing.pair}>
        <Segments
          label="State"
          options={['1', '0']}
          names={{ 1: 'Draft', 0: 'Public' }}
          isLocked={isLocked}
          {...field('is_draft')}
        />
        <TextField
          type="datetime-local"
          label="From (your local time)"
          hint="Leave empty to publish now, or set a future date."
          max={latestLocal}
          {...text('date')}
        />
      </div>
    </>
  )
}
