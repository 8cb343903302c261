import type { Mark } from './wordmark.ts'

/** The mark in a square of 32: the favicon, and the logo where it stands without the name. */
export const registrationMark: Mark = {
  ring: { cx: 16, cy: 16, r: 8, strokeWidth: 3.2 },
  arms: { d: 'M16 1v30M1 16h30', strokeWidth: 2 },
}
