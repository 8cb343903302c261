import { navigateTo } from '../navigation/navigate.ts'
import { findControl, press, readShortcut } from './shortcuts.ts'

/** Where G and a second key lead. */
export const goTo = {
  h: { name: 'Home', path: '/' },
  s: { name: 'Search', path: '/search' },
  n: { name: 'News', path: '/news' },
  a: { name: 'Activity', path: '/activity' },
} as const

/** The second key is pressed within this time after G, in ms. */
const sequenceMs = 1500

/** The tile that the pointer or the focus entered last; undefined before the first such event. */
let reached: Element | null | undefined

/** When G was pressed, if the key after it has not been pressed yet. */
let wentAt: number | undefined

/**
 * The keys of every page: L likes, S saves, F follows, C comments (each presses the control that names the key in
 * `aria-keyshortcuts`), J and K focus the next and previous logo, G goes to a page, `?` shows the keys. An open dialog
 * keeps its own keys, and so does a page with a list of keys of its own.
 */
export function watchPageShortcuts(showKeys: () => void) {
  for (const kind of ['pointerover', 'focusin'] as const)
    addEventListener(kind, ({ target }) => {
      reached = target instanceof Element ? target.closest('[data-logo]') : null
    })
  addEventListener('keydown', event => {
    const key = readShortcut(event)
    if (!key || document.querySelector('[role=menu], [role=alertdialog]')) return
    if (findControl(document, '?')) return
    if (key === '?') {
      event.preventDefault()
      showKeys()
    } else if (!document.querySelector('[role=dialog]')) actOn(key, event)
  })
}

function actOn(key: string, event: KeyboardEvent) {
  const isSecond = wentAt !== undefined && event.timeStamp - wentAt < sequenceMs
  wentAt = undefined
  if (key === 'j' || key === 'k') return stepTile(key === 'j' ? 1 : -1)
  if (event.repeat) return
  if (isSecond) {
    if (key in goTo) navigateTo(goTo[key as keyof typeof goTo].path)
    return
  }
  if (key === 'g') wentAt = event.timeStamp
  else if (/^[lsfc]$/.test(key)) {
    const control = findTileControl(key) ?? findControl(document, key, '[data-logo] *')
    if (!control) return
    event.preventDefault()
    press(control)
  }
}

/** The control of the tile under the pointer or with the focus. */
function findTileControl(key: string) {
  reached ??=
    document.querySelector('[data-logo]:focus-within') ?? document.querySelector('[data-logo]:hover')
  return reached?.isConnected ? findControl(reached, key) : undefined
}

/** Focuses the next tile, or the previous one (-1); the first one in the window if none was reached. */
function stepTile(by: 1 | -1) {
  const tiles = [...document.querySelectorAll('[data-logo]')]
  const from = document.activeElement?.closest('[data-logo]') ?? reached
  const present = from ? tiles.indexOf(from) : -1
  const next = present < 0 ? tiles.find(tile => tile.getBoundingClientRect().bottom > 0) : tiles[present + by]
  next?.querySelector<HTMLElement>('a')?.focus()
}
