import { AsYouType, isValidPhoneNumber } from 'libphonenumber-js/min'

const significant = (text: string) => text.replace(/[^\d+]/g, '')

/**
 * A formatted phone number with the caret behind the same digit as before. `before` is what the
 * field held until now: where only a bracket or a space was deleted, the digit before it is deleted. What begins with +
 * stays as typed until it is a valid number of a country: +2 before an American number is not a country code.
 */
export function formatPhone(typed: string, caret: number, before: string) {
  if (typed.trimStart().startsWith('+') && !isValidPhoneNumber(typed)) return { text: typed, caret }
  let head = significant(typed.slice(0, caret))
  const tail = significant(typed.slice(caret))
  if (typed.length < before.length && head + tail === significant(before)) head = head.slice(0, -1)
  const text = new AsYouType('US').input(head + tail)
  let at = 0
  for (let left = head.length; at < text.length && left > 0; at += 1) if (/[\d+]/.test(text[at]!)) left -= 1
  return { text, caret: at }
}
