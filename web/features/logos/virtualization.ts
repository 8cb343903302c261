// Virtualization of the wall: only tiles near the viewport are in the page. Tiles are rendered in row groups, and
// consecutive groups that are not rendered are one empty element of their exact height. No I/O, no DOM.

/**
 * Tiles in a row group, in whole rows. The browser skips what is out of sight by group (`content-visibility`): checking
 * hundreds of single tiles would cost every frame. A group that comes into sight is styled, laid out and painted within
 * one frame, which limits its size.
 */
const tilesPerGroup = 18
const rowsPerGroup = 6

/** Tiles rendered before and after the visible ones: the page stays as light as this, however long the wall is. */
const overscan = 300
/** While the page scrolls, tiles are added only when fewer than this are left on one side. */
const scrollingOverscan = 80

/** What is rendered: tiles `from`–`to`, and the group with the focus by its first tile. */
export type Rendered = { from: number; to: number; focused?: number }
export type Range = { start: number; end: number; isRendered: boolean }
/** Positions of the first and last tile in the viewport; fractions count. */
export type Visible = { first: number; last: number }

/** The first render has one group: the rest follows in later tasks. */
export const firstRendered: Rendered = { from: 0, to: tilesPerGroup }

export const groupSizeOf = (tilesPerRow: number) =>
  tilesPerRow * Math.min(Math.ceil(tilesPerGroup / tilesPerRow), rowsPerGroup)

/** The wall's row groups in order; consecutive groups that are not rendered are one range. */
export function listRanges(rendered: Rendered, count: number, groupSize: number): Range[] {
  const ranges: Range[] = []
  for (let start = 0; start < count; start += groupSize) {
    const end = Math.min(start + groupSize, count)
    const isRendered = start === rendered.focused || (start < rendered.to && end > rendered.from)
    const last = ranges.at(-1)
    if (last && !last.isRendered && !isRendered) last.end = end
    else ranges.push({ start, end, isRendered })
  }
  return ranges
}

/** `blank`: visible tiles are missing; `scrolling`: too few are left on one side; `idle`: the rest of the overscan. */
export type Step = { next: Rendered; priority: 'blank' | 'scrolling' | 'idle' }

/**
 * What to render next: one more group on each side, until the overscan is full. Rendered tiles within the overscan stay;
 * after a jump beyond it everything is replaced. Undefined when nothing would change.
 */
export function nextStep(
  rendered: Rendered,
  { first, last }: Visible,
  { count, groupSize, focused }: { count: number; groupSize: number; focused?: number },
): Step | undefined {
  const isJump = rendered.to < first - overscan || rendered.from > last + overscan
  const from = isJump ? first : Math.min(rendered.from, first)
  const to = isJump ? last : Math.max(rendered.to, last)
  const next = {
    from: Math.max(first - overscan, from - groupSize),
    to: Math.min(last + overscan, to + groupSize),
    focused,
  }
  if (edgesOf(next, count, groupSize) === edgesOf(rendered, count, groupSize)) return
  if (rendered.from > first || last > rendered.to) return { next, priority: 'blank' }
  const hasEnough =
    from <= Math.max(first - scrollingOverscan, 0) && to >= Math.min(last + scrollingOverscan, count)
  return { next, priority: hasEnough ? 'idle' : 'scrolling' }
}

/**
 * The first rendered group, the first one after them, and the focused one where it is apart from them, as text to compare.
 * Asked in each frame of scrolling, so it must cost the same however long the wall is.
 */
function edgesOf({ from, to, focused }: Rendered, count: number, groupSize: number): string {
  const first = Math.max(Math.floor(from / groupSize), 0) * groupSize
  const end = Math.min(Math.ceil(to / groupSize) * groupSize, count)
  const isApart = focused !== undefined && focused < count && (focused < first || focused >= end)
  return `${first} ${end} ${isApart ? focused : ''}`
}
