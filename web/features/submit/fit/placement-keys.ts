import { firstPlacement, limitPlacement, type Placement } from '../../../../shared/rules/fit.ts'

/** Where a key moves or scales the picture to, with Shift by larger steps; undefined for any other key. */
export function placementByKey(placement: Placement, key: string, isLarge: boolean): Placement | undefined {
  const { margin, x, y } = placement
  const step = isLarge ? 20 : 2
  const changes: Record<string, Partial<Placement>> = {
    ArrowLeft: { x: x - step },
    ArrowRight: { x: x + step },
    ArrowUp: { y: y - step },
    ArrowDown: { y: y + step },
    '+': { margin: margin - 0.01 },
    '-': { margin: margin + 0.01 },
    '0': firstPlacement,
  }
  const change = changes[key]
  return change && limitPlacement({ ...placement, ...change })
}
