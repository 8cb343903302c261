import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { api } from '../../../shared/api.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/call.ts'
import { TextField } from '../../ui/Field.tsx'
import styles from './SuggestField.module.css'

const typingPauseMs = 150

type Props = {
  label: string
  kind: 'industry' | 'client'
  value: string
  onChange: (value: string) => void
  error?: string
}

/** A line of free text that proposes what others have written, so that the same is called the same. */
export function SuggestField({ label, kind, value, onChange, error }: Props) {
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const options = useSuggestions(kind, isOpen ? value : '').filter(({ name }) => name !== value)
  const isShown = isOpen && options.length > 0

  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  const close = () => {
    setIsOpen(false)
    setActive(-1)
  }
  const choose = (name: string) => {
    onChange(name)
    close()
  }
  const step = (by: 1 | -1) => {
    // One place more than there are options: the text itself.
    const places = options.length + 1
    setActive(((active + 1 + by + places) % places) - 1)
  }

  return (
    <div className={styles.suggest}>
      <TextField
        label={label}
        error={error}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        onChange={event => {
          onChange(event.target.value)
          setIsOpen(true)
          setActive(-1)
        }}
        onBlur={close}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            if (isShown) step(event.key === 'ArrowDown' ? 1 : -1)
            else setIsOpen(true)
          }
          if (event.key === 'Escape' && isShown) {
            event.stopPropagation()
            close()
          }
          if (event.key === 'Enter' && isShown && active >= 0) {
            event.preventDefault()
            choose(options[active]!.name)
          }
        }}
      />
      <div id={listId} role="listbox" aria-label="Suggestions" className={styles.list} hidden={!isShown}>
        {options.map(({ name, logo_ct }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys, for all of them
          <div
            key={name}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            className={styles.option}
            aria-selected={index === active}
            // The field keeps the focus.
            onMouseDown={event => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(name)}
          >
            <span className={styles.name}>{name}</span>
            <span className={styles.count}>{formatCount(logo_ct, 'logo')}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** What others have written that contains this, once the typing pauses. */
function useSuggestions(kind: Props['kind'], typed: string) {
  const wanted = typed.trim().slice(0, maxLength.keyword)
  const [text, setText] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), typingPauseMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data = [] } = useQuery({
    queryKey: ['suggestions', kind, text],
    queryFn: ({ signal }) => call(api.logos.suggestions, { kind, text }, { signal }),
    enabled: text !== '',
    placeholderData: before => before,
    staleTime: 5 * 60_000,
  })
  return wanted ? data : []
}
