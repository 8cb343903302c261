// The reliability figures in words that need no knowledge of statistics.

/** A correlation as a word. */
export function wordOfAgreement(value: number) {
  if (value < 0.2) return 'little'
  if (value < 0.4) return 'some'
  if (value < 0.6) return 'fair'
  return value < 0.75 ? 'good' : 'very good'
}

/** `drift`: the slope of a juror's normal score for each 100 tiles. */
export function wordOfDrift(drift: number | null) {
  if (drift === null) return 'not known'
  if (Math.abs(drift) < 0.02) return 'steady'
  return drift < 0 ? 'stricter over time' : 'milder over time'
}

/** `0.42`; a dash for null. */
export const formatShare = (value: number | null) => (value === null ? '–' : value.toFixed(2))

/** One sentence on how much three scores tell about a logo's rank. */
export function describeThree(iccThree: number | null) {
  if (iccThree === null) return 'There were too few scores to say how far the jurors agreed.'
  const percent = Math.round(Math.max(0, iccThree) * 100)
  return `Three scores together tell about ${percent} % of what a very large jury would say; the rest is taste and chance. That’s ${wordOfAgreement(iccThree)} agreement for a matter of taste.`
}
