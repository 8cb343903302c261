import { expect, test } from 'vitest'
import { isGoodPassword } from '../../shared/rules/password.ts'
import { isCommonPassword } from './common-passwords.ts'

const common = `
  Password1! Password123! P@ssw0rd Passw0rd! P@$$w0rd1 Pa$$w0rd1 Welcome1! Welcome2024! Welcome@123 W3lcome! Admin123!
  Adm1n@2025 Administrator1! Qwerty123! Qwerty1! Qwertyuiop1! Qwe123!@# Abcdefg1! Abc123!@# Abcd1234! Abcd@1234 Aa123456!
  Aa12345678! A1b2c3d4! Q1w2e3r4! !QAZ2wsx 1qaz@WSX 1qaz!QAZ ZAQ!2wsx Zaq12wsx! Asdf1234! Asdfghjkl1! Zxcvbnm1! Summer2024! Summ3r2024!
  Winter2026! Spring#2025 January1! Monday123! Iloveyou1! 1L0veYou! Sunshine1! Princess1! Dragon123! Monkey123! Football1!
  Superman1! Letmein1! L3tmein! Trustno1! Changeme1! Secret123! Colophon1! Colophon2026! Designer1! Michael1! Jennifer1!
  Charlie1! Liverpool1! Chelsea1! Test1234! Test@123 Pass@123 Pass@word1 Login123! Hello123! Passpass1! Master1! Computer1!
  Google123! India@123 Pakistan@123 123456Aa! 12345Qwert! Qazwsx123! !QAZxsw2
`
  .trim()
  .split(/\s+/)

test.each(common)('%s follows the rule and is too common', password => {
  expect([isGoodPassword(password), isCommonPassword(password)]).toEqual([true, true])
})

test.each([
  'Correct-Horse-1!',
  'My-Secret-Pass-1!',
  'Proof-Sheet-7!',
  'Kestrel!Nacht94',
  'xK7#pQ2!vB',
  'Tr0ub4dor&3',
  '7Kx#29!4@81',
  'Ab#29!7460518',
  'Password-of-Aunt-7!',
  'Summer-Dragon-Oak-7!',
  'Vj9$2024!qm',
])('%s is accepted', password => {
  expect([isGoodPassword(password), isCommonPassword(password)]).toEqual([true, false])
})
