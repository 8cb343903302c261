import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Search } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatNumber } from '../../../shared/rules/format.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { useDismiss } from '../../lib/dismiss.ts'
import { searchPath } from '../../lib/search-path.ts'
import { fetchSuggestions, suggesting, useOptions, useTyped } from '../../lib/suggestions.ts'
import { Suggestion } from '../../ui/Suggestion.tsx'
import styles from './SearchPanel.module.css'

const focusDelayMs = 100

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
  const [text, setText] = useState('')
  const groups = useSuggestions(text)
  const options = groups.flatMap(group => group.options)
  const { active, reset, onArrow, field, listId, option } = useOptions(options.length, index =>
    go(options[index]!.path),
  )

  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), focusDelayMs)
    return () => clearTimeout(timer)
  }, [])

  useDismiss(inside, onClose)

  const go = (path: string) => {
    onClose(false)
    navigate(path)
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
          {...field}
          placeholder="Search 400,000+ logos"
          aria-label="Search logos"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={maxLength.text}
          value={text}
          onChange={event => {
            setText(event.target.value)
            reset()
          }}
          onKeyDown={onArrow}
        />
      </form>
      <div id={listId} role="listbox" aria-label="Suggestions" className={styles.list}>
        {groups.map(group => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong into a list of options
          <div key={group.kind} role="group" aria-label={group.label}>
            <p className={styles.label} aria-hidden>
              {group.label}
            </p>
            {group.options.map(suggestion => (
              <Suggestion
                key={suggestion.name}
                {...option(options.indexOf(suggestion))}
                name={suggestion.name}
                count={formatNumber(suggestion.logo_ct)}
              />
            ))}
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

/** Suggestions of every kind for what is being typed; all at once, so that none moves under the hand. */
function useSuggestions(typed: string) {
  const text = useTyped(typed)
  const { data = [] } = useQuery({
    ...suggesting,
    queryKey: ['suggestions', text],
    queryFn: ({ signal }) =>
      Promise.all(
        kinds.map(async ({ kind, label, most, pathOf }) => {
          const found = await fetchSuggestions(kind, text, signal)
          const options = found.slice(0, most).map(option => ({ ...option, path: pathOf(option.name) }))
          return { kind, label, options }
        }),
      ),
    enabled: text !== '',
  })
  return typed.trim() ? data.filter(group => group.options.length > 0) : []
}
