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

/** The query of a field's suggestions. */
export const suggesting = {
  // The previous suggestions stay until the next have loaded.
  placeholderData: <Data>(before: Data) => before,
  staleTime: 5 * 60_000,
}

/** Debounces the typed text. */
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
 * A combobox: the field keeps the focus, the arrow keys move
 * through the options and the text itself as one more position. The field handles Enter.
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
    /** The index of the active option; -1 for the text itself. */
    active: activeId ? active : -1,
    /** Resets to the text, after it has changed or the list was closed. */
    reset: () => setActive(-1),
    /**
     * Moves through the options; returns whether the key was handled. Home and End move the caret until an option is active.
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
      const slots = count + 1
      setActive(((active + 1 + by + slots) % slots) - 1)
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
