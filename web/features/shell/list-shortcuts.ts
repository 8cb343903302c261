type Shortcut = { keys: string[]; does: string }
export type Group = { name: string; shortcuts: Shortcut[] }

/** What of a page decides which keys hold. */
type Scope = { querySelector: (selector: string) => unknown }

type Rule = Shortcut & { where: string }

const named = (key: string) => `[aria-keyshortcuts~="${key}" i]`

/** Keys that hold where something matches `where`. */
const ofLogos: Rule[] = [
  { keys: ['L'], does: 'Like', where: named('L') },
  { keys: ['S'], does: 'Save to a collection', where: named('S') },
  { keys: ['F'], does: 'Follow the designer', where: named('F') },
  { keys: ['C'], does: 'Comment', where: named('C') },
]
const steps: Rule[] = [
  { keys: ['J', '→'], does: 'Next logo', where: named('J') },
  { keys: ['K', '←'], does: 'Previous logo', where: named('K') },
]
const tiles: Rule[] = [
  { keys: ['J'], does: 'Next logo on the wall', where: '[data-logo]' },
  { keys: ['K'], does: 'Previous logo on the wall', where: '[data-logo]' },
  { keys: ['Enter'], does: 'Open it', where: '[data-logo]' },
]

/** The keys that hold inside of `scope`, an open dialog or the whole document, in groups. */
export function listShortcuts(
  scope: Scope,
  pathname: string,
  goTo: Record<string, { name: string }>,
): Group[] {
  const isDialog = !('body' in scope)
  const holding = (rules: Rule[]) => rules.filter(({ where }) => scope.querySelector(where) !== null)
  const groups: Group[] = isDialog
    ? [
        { name: 'Logo', shortcuts: [...holding(ofLogos), ...holding(steps)] },
        { name: 'Everywhere', shortcuts: [{ keys: ['Esc'], does: 'Close' }] },
      ]
    : [
        { name: 'Logo', shortcuts: [...holding(ofLogos), ...holding(tiles)] },
        { name: 'This page', shortcuts: ofPage(pathname) },
        {
          name: 'Go to',
          shortcuts: Object.entries(goTo).map(([key, { name }]) => ({
            keys: ['G', key.toUpperCase()],
            does: name,
          })),
        },
        {
          name: 'Everywhere',
          shortcuts: [
            ...holding([{ keys: ['/'], does: 'Search', where: named('/') }]),
            { keys: ['?'], does: 'These keys' },
          ],
        },
      ]
  return groups.filter(({ shortcuts }) => shortcuts.length > 0)
}

/** Keys of pages that handle arrows themselves. */
function ofPage(pathname: string): Shortcut[] {
  if (/^\/blind\/?$/.test(pathname))
    return [
      { keys: ['←', '↑', '→', '↓'], does: 'Move' },
      { keys: ['Space'], does: 'Keep' },
      { keys: ['Enter'], does: 'Show large' },
      { keys: ['U'], does: 'Undo' },
    ]
  if (/^\/sixteen\/?$/.test(pathname))
    return [
      { keys: ['←', '↑', '→', '↓'], does: 'Move' },
      { keys: ['Page Up', 'Page Down'], does: 'Move by ten rows' },
      { keys: ['Home', 'End'], does: 'First, last logo' },
      { keys: ['Enter'], does: 'Open the logo' },
      { keys: ['Esc'], does: 'Put the loupe away' },
    ]
  if (/^\/admin\/./.test(pathname)) return [{ keys: ['J', 'K'], does: 'Next, previous row' }]
  return []
}
