import { expect, test } from 'vitest'
import { passwordProblem } from '../../../shared/rules/password.ts'
import { passwordParts } from './password-parts.ts'

test('what is ticked off is the rule, no more and no less', () => {
  const passwords = [
    'Colophon-2026!',
    'Aa1!aaaa',
    'Aa1!aaa',
    `Aa1!${'a'.repeat(16)}`,
    `Aa1!${'a'.repeat(17)}`,
    'aa1!aaaa',
    'AA1!AAAA',
    'Aaa!aaaa',
    'Aa1-aaaa',
    'Ää1!ääää',
    '🙂Aa1!🙂🙂🙂',
    'Aa1!\naaaa',
    '        ',
  ]
  for (const password of passwords)
    expect([password, passwordParts.every(({ holds }) => holds(password))]).toEqual([
      password,
      passwordProblem(password) === undefined,
    ])
  expect(passwords.some(password => passwordProblem(password) === undefined)).toBe(true)
})
