import { type ComponentProps, useEffect, useId, useState } from 'react'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/api/call.ts'

const typingPauseMs = 150

export type SuggestionKind = InputOf<typeof api.search.suggestions>['kind']

/** Names of a kind that contain a text, the most frequent first. */
export const fetchSuggestions = (kind: SuggestionKind, text: string, signal: AbortSignal) =>
  call(api.search.suggestions, { kind, text }, { signal })

/** How a field asks for suggestions. */
export const suggesting = {
  // The last ones stay until the next have come.
  placeholderData: <Data>(before: Data) => before,
  staleTime: 5 * 60_000,
}

/** What is being typed, once the typing pauses. */
export function useTyped(value: string) {
  const text = value.trim().slice(0, maxLength.keyword)
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/**
 * A field with a list of options under it, for eyes, keys and screen readers: the field keeps the focus, the arrows go
 * through the options and, as one place more, the text itself. What Enter does is the field's.
 */
export function useOptions(count: number, onChoose: (index: number) => void) {
  const listId = useId()
  const [active, setActive] = useState(-1)
  const idOf = (index: number) => `${listId}-${index}`
  const activeId = active >= 0 && active < count ? idOf(active) : undefined

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return {
    listId,
    /** The option the arrows are at; -1 for the text itself. */
    active: activeId ? active : -1,
    /** Back to the text: it has changed, or the list was left. */
    reset: () => setActive(-1),
    /**
     * Steps through the options; whether the key was for them. Home and End are the text's until the arrows have left it.
     */
    onArrow(event: React.KeyboardEvent) {
      if (event.nativeEvent.isComposing || !count) return false
      if (activeId && (event.key === 'Home' || event.key === 'End')) {
        event.preventDefault()
        setActive(event.key === 'Home' ? 0 : count - 1)
        return true
      }
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
      event.preventDefault()
      const by = event.key === 'ArrowDown' ? 1 : -1
      const places = count + 1
      setActive(((active + 1 + by + places) % places) - 1)
      return true
    },
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      'aria-controls': listId,
      'aria-activedescendant': activeId,
      autoComplete: 'off',
    } satisfies ComponentProps<'input'>,
    option: (index: number) =>
      ({
        id: idOf(index),
        role: 'option',
        tabIndex: -1,
        'aria-selected': index === active,
        // The field keeps the focus.
        onMouseDown: event => event.preventDefault(),
        onPointerMove: () => setActive(index),
        onClick: () => onChoose(index),
      }) satisfies ComponentProps<'div'>,
  }
}
