import { expect, test } from 'vitest'
import { firstRendered, groupSizeOf, listRanges, nextStep, type Rendered } from './virtualization.ts'

const count = 5000
const groupSize = 20

/** Steps until nothing changes, as a reader at rest would cause them. */
function settle(rendered: Rendered, visible: { first: number; last: number }, focused?: number) {
  const steps = []
  for (let step = nextStep(rendered, visible, { count, groupSize, focused }); step; ) {
    steps.push(step)
    if (steps.length > 100) throw new Error('does not settle')
    step = nextStep(step.next, visible, { count, groupSize, focused })
  }
  return steps
}

test.each([
  [1, 6],
  [2, 12],
  [5, 20],
  [10, 20],
  [20, 20],
])('a group of rows with %i tiles each has %i tiles', (perRow, size) => {
  expect(groupSizeOf(perRow)).toBe(size)
})

test('ranges cover every tile once, and groups that are not rendered are joined', () => {
  expect(listRanges({ from: 45, to: 75 }, 130, 20)).toEqual([
    { start: 0, end: 40, isRendered: false },
    { start: 40, end: 60, isRendered: true },
    { start: 60, end: 80, isRendered: true },
    { start: 80, end: 130, isRendered: false },
  ])
})

test('an empty wall has no ranges', () => {
  expect(listRanges(firstRendered, 0, 20)).toEqual([])
})

test('the group with the focus stays rendered outside of the rendered tiles', () => {
  const ranges = listRanges({ from: 400, to: 440, focused: 20 }, 500, 20)
  expect(ranges.filter(range => range.isRendered).map(range => range.start)).toEqual([20, 400, 420])
})

test('from the first render the overscan is filled one group at a time, up to 300 tiles past the visible ones', () => {
  const steps = settle(firstRendered, { first: 0, last: 30 })
  expect(steps[0]).toEqual({ next: { from: -20, to: 50, focused: undefined }, priority: 'blank' })
  let to = 50
  for (const { next } of steps.slice(1)) {
    expect(next.to - to).toBeLessThanOrEqual(groupSize)
    to = next.to
  }
  expect(to).toBe(330)
})

test('priority falls from blank to scrolling to idle while the overscan fills', () => {
  const priorities = settle(firstRendered, { first: 0, last: 30 }).map(step => step.priority)
  expect([...new Set(priorities)]).toEqual(['blank', 'scrolling', 'idle'])
  expect(priorities.slice(1)).not.toContain('blank')
})

test('near the end of the wall a side without further tiles counts as filled', () => {
  const step = nextStep({ from: 4800, to: 4990 }, { first: 4960, last: 5000 }, { count, groupSize })
  expect(step?.priority).toBe('blank')
  expect(
    nextStep({ from: 4800, to: 5000 }, { first: 4960, last: 5000 }, { count, groupSize })?.priority,
  ).toBe('idle')
})

test('a jump beyond the overscan replaces what was rendered by the visible tiles and a group around them', () => {
  const step = nextStep({ from: 0, to: 430 }, { first: 3000, last: 3030 }, { count, groupSize })
  expect(step).toEqual({ next: { from: 2980, to: 3050, focused: undefined }, priority: 'blank' })
})

test('a jump within the overscan keeps what was rendered', () => {
  const step = nextStep({ from: 0, to: 430 }, { first: 600, last: 630 }, { count, groupSize })
  expect(step).toEqual({ next: { from: 300, to: 650, focused: undefined }, priority: 'blank' })
})

test('tiles farther than the overscan are dropped', () => {
  const steps = settle({ from: 0, to: 1000 }, { first: 800, last: 830 })
  expect(steps.at(-1)?.next).toMatchObject({ from: 500, to: 1130 })
})

test('nothing changes once the overscan is full', () => {
  const visible = { first: 800, last: 830 }
  expect(nextStep({ from: 500, to: 1130 }, visible, { count, groupSize })).toBeUndefined()
})

test('a step costs the same however long the wall is', () => {
  // One that walked the groups of such a wall would not come to its end.
  const visible = { first: 8e11, last: 8e11 + 30 }
  const rendered = { from: visible.first - 300, to: visible.last + 300 }
  expect(nextStep(rendered, visible, { count: 1e12, groupSize })).toBeUndefined()
  expect(nextStep({ ...rendered, to: visible.last }, visible, { count: 1e12, groupSize })?.priority).toBe(
    'scrolling',
  )
})
