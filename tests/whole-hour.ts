import { setTimeout as sleep } from 'node:timers/promises'

const [minuteMs, hourMs] = [60_000, 3_600_000]

/**
 * Waits, in the last minute of an hour, until the next hour begins. Windows of rate limits end with an hour, and days, weeks
 * and months do: what a test dates, counts and compares has to be on the same day.
 */
export async function untilHourLasts() {
  const leftMs = hourMs - (Date.now() % hourMs)
  // A timer may fire a millisecond early.
  if (leftMs < minuteMs) await sleep(leftMs + 50)
}
