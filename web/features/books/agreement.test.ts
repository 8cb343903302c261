import { expect, test } from 'vitest'
import { describeThree, formatShare, wordOfAgreement, wordOfDrift } from './agreement.ts'

test('agreement is described from little to very good', () => {
  expect([0.1, 0.3, 0.5, 0.7, 0.9].map(wordOfAgreement)).toEqual([
    'little',
    'some',
    'fair',
    'good',
    'very good',
  ])
})

test('a slope below two hundredths for 100 tiles is steady; the sign tells the direction', () => {
  expect([0.01, -0.05, 0.05, null].map(wordOfDrift)).toEqual([
    'steady',
    'stricter over time',
    'milder over time',
    'not known',
  ])
})

test('an unknown figure is a dash and a sentence, never a number', () => {
  expect(formatShare(null)).toBe('–')
  expect(formatShare(0.424)).toBe('0.42')
  expect(describeThree(null)).toMatch(/too few/)
  expect(describeThree(0.56)).toContain('56 %')
})
