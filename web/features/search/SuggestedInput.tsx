import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../../shared/rules/format.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import styles from './SuggestedInput.module.css'
import { fetchSuggestions, type SuggestionKind, suggesting, useOptions, useTyped } from './suggestions.ts'

type Props = {
  id: string
  name: string
  className: string
  label: string
  kind: SuggestionKind
  value: string
  onChange: (value: string) => void
  /** A suggestion was taken. */
  onChoose: (value: string) => void
}

/** A filter's text, with names that logos bear suggested under it. */
export function SuggestedInput({ id, name, className, label, kind, value, onChange, onChoose }: Props) {
  // Only typing opens the list: a field that one passes through stays quiet.
  const [isOpen, setIsOpen] = useState(false)
  const text = useTyped(isOpen ? value : '')
  const { data } = useQuery({
    ...suggesting,
    queryKey: ['suggestions', kind, text],
    queryFn: ({ signal }) => fetchSuggestions(kind, text, signal),
    enabled: text !== '',
  })
  const names = isOpen && value.trim() && text ? (data ?? []) : []
  const choose = (index: number) => {
    setIsOpen(false)
    reset()
    onChoose(names[index]!.name)
  }
  const { active, reset, onArrow, field, listId, option } = useOptions(names.length, choose)

  return (
    <>
      <input
        {...field}
        id={id}
        name={name}
        className={className}
        value={value}
        maxLength={maxLength.text}
        placeholder="Any"
        onChange={event => {
          onChange(event.target.value)
          setIsOpen(true)
          reset()
        }}
        onBlur={() => setIsOpen(false)}
        onKeyDown={event => {
          if (onArrow(event)) return
          if (event.key === 'Escape' && names.length) {
            event.preventDefault()
            setIsOpen(false)
          }
          // Without an option, the form is sent with what was typed.
          if (event.key === 'Enter' && active >= 0) {
            event.preventDefault()
            choose(active)
          } else if (event.key === 'Enter') setIsOpen(false)
        }}
      />
      <div id={listId} role="listbox" aria-label={`${label}: suggestions`} className={styles.list}>
        {names.map((suggestion, i) => (
          <div key={suggestion.name} {...option(i)} className={styles.option}>
            <span className={styles.name}>{suggestion.name}</span>
            <span className={styles.count}>{formatNumber(suggestion.logo_ct)}</span>
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {names.length > 0 && `${names.length} suggestions`}
      </p>
    </>
  )
}
