import writing from '../../../domain/desk/Writing.module.css'
import { TextArea } from '../../../ui/controls/Field.tsx'

type Props = {
  svg: string
  hint: string
  errorOf: (path: string) => string | undefined
  onChange: (svg: string) => void
}

/** A drawing, chosen as a file or pasted. The server keeps shapes and paint of it alone. */
export function WordmarkEditor({ svg, hint, errorOf, onChange }: Props) {
  return (
    <>
      <label className={writing.chooser}>
        <input
          className="visually-hidden"
          type="file"
          accept="image/svg+xml,.svg"
          onChange={event => {
            const [file] = event.target.files ?? []
            void file?.text().then(onChange)
            // Reset, so that the same file can be chosen again.
            event.target.value = ''
          }}
        />
        Choose an SVG file
      </label>
      <TextArea
        label="SVG"
        rows={8}
        spellCheck={false}
        value={svg}
        hint={hint}
        error={errorOf('value')}
        onChange={event => onChange(event.target.value)}
      />
    </>
  )
}
