/** Runs `work` after the next frame is painted, so that feedback is visible before long work starts. */
export function afterPaint(work: () => void) {
  requestAnimationFrame(() => setTimeout(work))
}
