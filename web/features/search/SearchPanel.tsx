import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Search } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../shared/api.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/call.ts'
import { useDismiss } from '../../lib/dismiss.ts'
import { formatNumber } from '../../lib/format.ts'
import { searchPath } from '../../lib/search-path.ts'
import styles from './SearchPanel.module.css'

const focusDelayMs = 100
const typingPauseMs = 150

/** What is suggested, in this order: how many of a kind, and where choosing one leads. */
const kinds = [
  { kind: 'keyword', label: 'Keywords', most: 4, pathOf: (name: string) => searchPath({ keyword: name }) },
  {
    kind: 'company',
    label: 'Companies',
    most: 3,
    pathOf: (name: string) => searchPath({ design_firm: name }),
  },
  {
    kind: 'industry',
    label: 'Industries',
    most: 3,
    pathOf: (name: string) => searchPath({ industry: name }),
  },
] as const

type Props = {
  /** What belongs to it, its opener too: the focus that opened it may still be on its way here. */
  inside: RefObject<HTMLElement | null>
  /** `returnsFocus`: whoever closed it was in it, by keyboard. */
  onClose: (returnsFocus: boolean) => void
}

/** The header's search field with its suggestions. */
export function SearchPanel({ inside, onClose }: Props) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const groups = useSuggestions(text)
  const options = groups.flatMap(group => group.options)

  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), focusDelayMs)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  useDismiss(inside, onClose)

  const go = (path: string) => {
    onClose(false)
    navigate(path)
  }
  const step = (by: 1 | -1) => {
    // One place more than there are options: the text itself.
    const places = options.length + 1
    setActive(((active + 1 + by + places) % places) - 1)
  }

  return (
    <div className={styles.panel}>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser we serve */}
      <form
        className={styles.field}
        role="search"
        onSubmit={event => {
          event.preventDefault()
          go(options[active]?.path ?? searchPath({ keyword: text }))
        }}
      >
        <Search size={18} aria-hidden />
        <input
          ref={input}
          className={styles.input}
          type="search"
          role="combobox"
          placeholder="Search 400,000+ logos"
          aria-label="Search logos"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={maxLength.text}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setActive(-1)
          }}
          onKeyDown={event => {
            if (event.nativeEvent.isComposing) return
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            step(event.key === 'ArrowDown' ? 1 : -1)
          }}
        />
      </form>
      <div id={listId} role="listbox" aria-label="Suggestions" className={styles.list}>
        {groups.map(group => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong into a list of options
          <div key={group.kind} role="group" aria-label={group.label}>
            <p className={styles.label} aria-hidden>
              {group.label}
            </p>
            {group.options.map(option => {
              const index = options.indexOf(option)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys, for all of them
                <div
                  key={option.name}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  className={styles.option}
                  aria-selected={index === active}
                  // The field keeps the focus.
                  onMouseDown={event => event.preventDefault()}
                  onPointerMove={() => setActive(index)}
                  onClick={() => go(option.path)}
                >
                  <span className={styles.name}>{option.name}</span>
                  <span className={styles.count}>{formatNumber(option.logo_ct)}</span>
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {text && options.length > 0 && `${options.length} suggestions`}
      </p>
      <Link to={searchPath({ keyword: text })} className={styles.all} onClick={() => onClose(false)}>
        {text.trim() ? `All logos for “${text.trim()}”` : 'Search with all filters'}
        <ArrowRight size={16} aria-hidden />
      </Link>
    </div>
  )
}

/** Suggestions for what is being typed, once the typing pauses; the last ones stay until the next have come. */
function useSuggestions(typed: string) {
  const text = usePaused(typed.trim().slice(0, maxLength.keyword))
  const { data = [] } = useQuery({
    queryKey: ['suggestions', text],
    queryFn: ({ signal }) =>
      Promise.all(
        kinds.map(async ({ kind, label, most, pathOf }) => {
          const found = await call(api.logos.suggestions, { kind, text }, { signal })
          const options = found.slice(0, most).map(option => ({ ...option, path: pathOf(option.name) }))
          return { kind, label, options }
        }),
      ),
    enabled: text !== '',
    placeholderData: before => before,
    staleTime: 5 * 60_000,
  })
  return typed.trim() ? data.filter(group => group.options.length > 0) : []
}

function usePaused(value: string) {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
