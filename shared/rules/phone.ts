import { isValidPhoneNumber } from 'libphonenumber-js/min'

/** Ten digits as written in the USA, with or without +1 or +2 before them. */
const american = /^(?:\+?[12][ .-]?)?(?:\(\d{3}\)|\d{3})[ .-]?\d{3}[ .-]?\d{4}$/

/** Whether the number can be called: an American number, or an international one of any country (`+46 …`). */
export function isPhoneNumber(text: string): boolean {
  // After +, spaces may stand where a form has put them that took +2 for the beginning of a country code.
  return (
    american.test(text.startsWith('+') ? text.replaceAll(' ', '') : text) ||
    (text.startsWith('+') && isValidPhoneNumber(text))
  )
}
