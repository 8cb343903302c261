import { isValidPhoneNumber } from 'libphonenumber-js/min'

/** Ten digits in the ways they are written in the USA, with +1 or +2 before them or not. */
const american = /^(?:\+?[12][.-]?)?(?:\(\d{3}\)|\d{3})[.-]?\d{3}[.-]?\d{4}$/

/** Whether somebody can be called there: an American number, or any country's in international form (`+46 …`). */
export function isPhoneNumber(text: string): boolean {
  return american.test(text.replaceAll(' ', '')) || (text.startsWith('+') && isValidPhoneNumber(text))
}
