/** Runs `work` once the next frame is painted, so that an answer to the reader is seen before what takes long begins. */
export function afterPaint(work: () => void) {
  requestAnimationFrame(() => setTimeout(work))
}
