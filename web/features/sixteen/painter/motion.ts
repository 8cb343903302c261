const durationMs = 600
const mostDelayMs = 200

/** `--ease` of tokens.css, cubic-bezier(0.2, 0.8, 0.2, 1), at 64 steps of time. */
const eased = Float32Array.from({ length: 65 }, (_, i) => {
  const time = i / 64
  // Newton's method finds the curve's parameter at this time.
  let t = time
  for (let n = 0; n < 8; n++) {
    const x = 3 * (1 - t) ** 2 * t * 0.2 + 3 * (1 - t) * t ** 2 * 0.2 + t ** 3
    const slope = 3 * (1 - t) ** 2 * 0.2 + 3 * t ** 2 * 0.8
    t -= (x - time) / Math.max(slope, 1e-3)
  }
  return 3 * (1 - t) ** 2 * t * 0.8 + 3 * (1 - t) * t ** 2 + t ** 3
})

/** Squares on their way from one order to another: those that are in the window before or afterwards. */
export type Motion = {
  startedAt: number
  positions: readonly number[]
  /** For each of them: from x, y, to x, y, in device pixels of the page, and the delay in ms. */
  ways: Float32Array
}

export const waySize = 5

/** How far a square is on its way, from 0 to 1. */
export function progressOf(elapsedMs: number, delay: number) {
  const time = Math.min(1, Math.max(0, (elapsedMs - delay) / durationMs))
  return eased[Math.round(time * 64)]!
}

export const isOver = ({ startedAt }: Motion, now: number) => now - startedAt > durationMs + mostDelayMs

/** The delay of a way of this length: the farther, the later. */
export const delayOf = (length: number, longest: number) => mostDelayMs * Math.min(1, length / longest)
