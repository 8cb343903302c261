import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { formatCount } from '../../../shared/rules/format.ts'
import styles from './SuggestedInput.module.css'
import { Suggestion } from './Suggestion.tsx'
import { fetchSuggestions, type SuggestionKind, suggesting, useOptions, useTyped } from './suggestions.ts'

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  kind: SuggestionKind
  value: string
  onChange: (value: string) => void
  /** Called when a suggestion is chosen; by default `onChange` is. */
  onChoose?: (value: string) => void
}

/**
 * A text field with existing names as suggestions, so that the same thing gets the same name. The list is positioned in the
 * nearest positioned ancestor. Long for its keyboard handling.
 */
export function SuggestedInput({ kind, value, onChange, onChoose = onChange, ...input }: Props) {
  // Only typing or an arrow key opens the list; focus alone does not.
  const [isOpen, setIsOpen] = useState(false)
  const text = useTyped(isOpen ? value : '')
  const { data } = useQuery({
    ...suggesting,
    queryKey: ['suggestions', kind, text],
    queryFn: ({ signal }) => fetchSuggestions(kind, text, signal),
    enabled: text !== '',
  })
  const names = isOpen && value.trim() && text ? (data ?? []) : []
  const close = () => {
    setIsOpen(false)
    reset()
  }
  const choose = (index: number) => {
    close()
    onChoose(names[index]!.name)
  }
  const { active, reset, onArrow, field, listId, option } = useOptions(names.length, choose)

  return (
    <>
      <input
        type="text"
        {...input}
        {...field}
        value={value}
        onChange={event => {
          onChange(event.target.value)
          setIsOpen(true)
          reset()
        }}
        onBlur={close}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing || onArrow(event)) return
          if (event.key === 'ArrowDown') setIsOpen(true)
          if (event.key === 'Escape' && names.length) {
            // Escape closes the list only, not the dialog around the field.
            event.preventDefault()
            event.stopPropagation()
            close()
          }
          // Without an active option, Enter submits the form.
          if (event.key === 'Enter' && active >= 0) {
            event.preventDefault()
            choose(active)
          } else if (event.key === 'Enter') close()
        }}
      />
      <div id={listId} role="listbox" aria-label="Suggestions" className={styles.list}>
        {names.map(({ name, logo_ct }, i) => (
          <Suggestion key={name} {...option(i)} name={name} count={formatCount(logo_ct, 'logo')} />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {names.length > 0 && formatCount(names.length, 'suggestion')}
      </p>
    </>
  )
}
