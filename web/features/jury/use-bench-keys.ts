import { useEffect, useEffectEvent, useState } from 'react'

/** Keys that stay the browser's: focus, and what the focused control does by itself. */
const browserKeys = ['tab', 'shift']
const writing = 'input, textarea, select, [contenteditable]'

/**
 * Handles keydown in the capture phase, before the site's shortcuts: on the bench only its own keys are active. `keys` maps
 * a key's name in lower case to its act. Dialogs and text fields keep their keys. Returns which of the keys in `held` is down.
 */
export function useBenchKeys<Held extends string>(
  keys: Record<string, (() => void) | undefined>,
  held: readonly Held[],
): Held | undefined {
  const [down, setDown] = useState<Held>()
  const findAct = useEffectEvent((key: string) => keys[key === ' ' ? 'enter' : key])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const target = event.target as Element
      if (target.closest('[role=dialog], [role=alertdialog], [role=menu]') || target.matches(writing)) return
      const key = event.key.toLowerCase()
      if (browserKeys.includes(key)) return
      // Enter and Space press a focused button.
      if ((key === 'enter' || key === ' ') && target.matches('a, button')) return
      event.stopImmediatePropagation()
      const look = held.find(each => each === key)
      if (look) {
        event.preventDefault()
        return setDown(look)
      }
      const act = findAct(key)
      if (!act) return
      event.preventDefault()
      // Key repeat moves, but never scores.
      if (!event.repeat || key.startsWith('arrow')) act()
    }
    const release = (event: Event) => {
      const key = event instanceof KeyboardEvent ? event.key.toLowerCase() : undefined
      // Without the focus the release of a key is not heard.
      setDown(down => (key === undefined || key === down ? undefined : down))
    }
    addEventListener('keydown', listen, { capture: true })
    addEventListener('keyup', release)
    addEventListener('blur', release)
    return () => {
      removeEventListener('keydown', listen, { capture: true })
      removeEventListener('keyup', release)
      removeEventListener('blur', release)
    }
  }, [held])
  return down
}
