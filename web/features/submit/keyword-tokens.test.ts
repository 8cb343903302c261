import { expect, test } from 'vitest'
import { isList, reduceTokens, type TokenAct } from './keyword-tokens.ts'

const begun = { keywords: ['rose', 'compass'], typed: '', said: '' }
const after = (...acts: TokenAct[]) => acts.reduce(reduceTokens, begun)

test('typed text becomes a token at a comma, by Enter and when the field is left', () => {
  expect(after({ type: 'type', text: 'ser' })).toEqual({ ...begun, typed: 'ser' })
  const added = { keywords: ['rose', 'compass', 'serif'], typed: '', said: '' }
  expect(after({ type: 'type', text: 'serif,' })).toEqual(added)
  expect(after({ type: 'type', text: 'serif' }, { type: 'end' })).toEqual(added)
})

test('blank text is no token', () => {
  expect(after({ type: 'type', text: '  ' }, { type: 'end' })).toEqual({ ...begun, typed: '  ' })
  expect(after({ type: 'type', text: ',' })).toEqual(begun)
})

test('a keyword that is there already is named and not added again', () => {
  expect(after({ type: 'type', text: 'rose,' })).toEqual({ ...begun, said: '“rose” is already there.' })
  expect(after({ type: 'paste', text: 'rose, serif, compass' })).toEqual({
    keywords: ['rose', 'compass', 'serif'],
    typed: '',
    said: '“rose”, “compass” are already there.',
  })
})

test('a pasted list becomes several tokens, the first after the text at the caret', () => {
  const typed = { type: 'type', text: 'sans ' } as const
  expect(after(typed, { type: 'paste', text: 'serif;\r\nslab\tscript' }).keywords).toEqual([
    'rose',
    'compass',
    'sans serif',
    'slab',
    'script',
  ])
  expect(['a;b', 'a\tb', 'a\nb', 'a,b'].map(isList)).toEqual([true, true, true, true])
  expect(isList('one word')).toBe(false)
})

test('a removed token is named; Backspace removes the last one, only without text at the caret', () => {
  expect(after({ type: 'remove', keyword: 'rose' })).toEqual({
    keywords: ['compass'],
    typed: '',
    said: '“rose” removed.',
  })
  expect(after({ type: 'erase' }).keywords).toEqual(['rose'])
  expect(after({ type: 'type', text: 'se' }, { type: 'erase' })).toEqual({ ...begun, typed: 'se' })
  expect(after({ type: 'erase' }, { type: 'erase' }, { type: 'erase' }).keywords).toEqual([])
})
