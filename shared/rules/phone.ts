import { isValidPhoneNumber } from 'libphonenumber-js/min'

/** Ten digits in the ways they are written in the USA, with +1 or +2 before them or not. */
const american = /^(?:\+?[12][ .-]?)?(?:\(\d{3}\)|\d{3})[ .-]?\d{3}[ .-]?\d{4}$/

/** Whether somebody can be called there: an American number, or any country's in international form (`+46 …`). */
export function isPhoneNumber(text: string): boolean {
  // With + before it, spaces may stand where a form has put them that took +2 for the beginning of a country's code.
  return (
    american.test(text.startsWith('+') ? text.replaceAll(' ', '') : text) ||
    (text.startsWith('+') && isValidPhoneNumber(text))
  )
}
