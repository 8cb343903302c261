const units = [
  ['y', 31_536_000],
  ['w', 604_800],
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const

/** How long ago, in the largest unit that fits: `2y`, `3w`, `5d`, `8h`, `1m`, else 'Just now'; empty for no date. */
export function formatAge(iso: string, now = Date.now()) {
  const seconds = (now - Date.parse(iso)) / 1000
  if (Number.isNaN(seconds)) return ''
  const unit = units.find(([, length]) => seconds >= length)
  return unit ? `${Math.floor(seconds / unit[1])}${unit[0]}` : 'Just now'
}
