import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Search as SearchIcon, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as api from '../../../shared/api.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import {
  forgetRecentSearches,
  forgetSearch,
  readRecentSearches,
  rememberSearch,
} from '../../domain/search/recent-searches.ts'
import { type Search, searchPath } from '../../domain/search/search-path.ts'
import { suggesting, useOptions, useTyped } from '../../domain/search/suggestions.ts'
import { call } from '../../lib/api/call.ts'
import { useDismiss } from '../../lib/browser/dismiss.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import { SearchOptions } from './SearchOptions.tsx'
import styles from './SearchPanel.module.css'
import { Swatches } from './Swatches.tsx'
import { type Found, groupsFound, groupsToBeginWith, type Option } from './search-groups.ts'

const focusDelayMs = 100

type Props = {
  designerId: number
  /** Elements that count as inside, with the opener: the focus event that opened the panel may not have arrived yet. */
  inside: RefObject<HTMLElement | null>
  /** `returnsFocus`: closed by keyboard from inside, so the field gets the focus back. */
  onClose: (returnsFocus: boolean) => void
}

/**
 * The panel of the header's search: recent searches, subjects and colours for an empty text, interpretations of the text otherwise.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the field, its options and what choosing one does share one keyboard index
export function SearchPanel({ designerId, inside, onClose }: Props) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [recent, setRecent] = useState(() => readRecentSearches(designerId))
  const [removed, setRemoved] = useState('')
  const found = useQuickSearch(text)
  const groups = found?.text ? groupsFound(found) : groupsToBeginWith(recent, found)
  const options = groups.flatMap(group => group.options)
  const { active, reset, onArrow, field, listId, option } = useOptions(options.length, index =>
    choose(options[index]!),
  )
  // The options have changed, so no option is active.
  const [shown, setShown] = useState(found?.text)
  if (found?.text !== shown) {
    setShown(found?.text)
    reset()
  }

  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), focusDelayMs)
    return () => clearTimeout(timer)
  }, [])

  useDismiss(inside, onClose)

  const openPath = (path: string, search?: Partial<Search>) => {
    if (search) rememberSearch(designerId, search)
    onClose(false)
    navigate(path)
  }
  const choose = ({ path, search }: Option) => openPath(path, search)
  const remove = ({ path, name }: Option) => {
    forgetSearch(designerId, path)
    setRecent(readRecentSearches(designerId))
    setRemoved(`Removed ${name}`)
  }
  const clear = () => {
    forgetRecentSearches()
    setRecent([])
    setRemoved('Recent searches cleared')
    input.current?.focus()
  }

  return (
    <div className={styles.panel}>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser we serve */}
      <form
        className={styles.field}
        role="search"
        onSubmit={event => {
          event.preventDefault()
          const chosen = options[active]
          if (chosen) choose(chosen)
          else openPath(searchPath({ keyword: text }), { keyword: text })
        }}
      >
        <SearchIcon size={18} className={styles.icon} aria-hidden />
        <input
          ref={input}
          className={styles.input}
          type="search"
          {...field}
          placeholder={matchMedia('(width < 900px)').matches ? 'Search logos' : 'Search 400,000+ logos'}
          aria-label="Search logos"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={maxLength.text}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setRemoved('')
            reset()
          }}
          onKeyDown={event => {
            if (onArrow(event) || event.key !== 'Delete') return
            const current = options[active]
            if (!current?.isRecent) return
            event.preventDefault()
            remove(current)
          }}
        />
        <span className={styles.close}>
          <IconButton label="Close search" onClick={() => onClose(true)}>
            <X size={18} aria-hidden />
          </IconButton>
        </span>
      </form>
      <div className={styles.list}>
        <div id={listId} role="listbox" aria-label="Suggestions">
          <SearchOptions groups={groups} optionOf={option} onChoose={choose} onRemove={remove} />
        </div>
        <div className={styles.colors}>
          {!text.trim() && (
            <Swatches value="" onChoose={color => openPath(searchPath({ color }), { color })} />
          )}
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {removed || (found?.text && wordsFor(found, options.length))}
      </p>
      <Ending
        text={text}
        onAll={() => {
          rememberSearch(designerId, { keyword: text })
          onClose(false)
        }}
        onClear={!found?.text && recent.length > 0 ? clear : undefined}
      />
    </div>
  )
}

/** The interpretations of the text; the previous answer while the next one loads. */
function useQuickSearch(typed: string): Found | undefined {
  const paused = useTyped(typed)
  const text = typed.trim() ? paused : ''
  const { data } = useQuery({
    ...suggesting,
    queryKey: ['quick-search', text],
    queryFn: async ({ signal }) => ({ ...(await call(api.search.quickSearch, { text }, { signal })), text }),
  })
  return data
}

/** What a screen reader is told of the answer. */
function wordsFor({ count }: Found, options: number) {
  return options ? `${formatCount(count, 'logo')}, ${formatCount(options, 'suggestion')}` : 'No suggestions'
}

type EndingProps = {
  text: string
  onAll: () => void
  /** Missing where there are no recent searches to clear. */
  onClear: (() => void) | undefined
}

/** The way to all that is found, or to the filters, and the button that clears the recent searches. */
function Ending({ text, onAll, onClear }: EndingProps) {
  const trimmed = text.trim()
  return (
    <div className={styles.ending}>
      <Link to={searchPath({ keyword: text })} className={styles.all} onClick={onAll}>
        {trimmed ? `All logos for “${trimmed}”` : 'All filters'}
        <ArrowRight size={16} aria-hidden />
      </Link>
      {onClear && (
        <button type="button" className={styles.clear} onClick={onClear}>
          Clear recent searches
        </button>
      )}
    </div>
  )
}
