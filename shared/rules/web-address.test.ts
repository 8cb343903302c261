import { expect, test } from 'vitest'
import { isWebAddress, isWebsite } from './web-address.ts'

const full = [
  'https://rook.studio',
  'http://www.rook.studio/work?a=1#b',
  'HTTPS://Rook.Studio',
  'https://bücher.example/ä',
]
const bare = ['rook.studio', 'www.rook.studio/work', 'rook.studio:8080', '127.0.0.1']
const none = [
  '',
  'rook',
  'javascript:alert(1)',
  'javascript:1',
  'data:text/html,x',
  'mailto:a@rook.studio',
  'ftp://rook.studio',
  '//rook.studio',
  '/rook.studio',
  'https://',
  'https:///rook.studio',
  'https://rook.',
  'https://rook .studio',
  'https://user:pass@rook.studio',
  'https:\\\\rook.studio',
  '@rook',
]

test.each(full)('%s is a full address, and a website', text => {
  expect([isWebAddress(text), isWebsite(text)]).toEqual([true, true])
})

test.each(bare)('%s is a website, but not a full address', text => {
  expect([isWebAddress(text), isWebsite(text)]).toEqual([false, true])
})

test.each(none)('%j is neither a full address nor a website', text => {
  expect([isWebAddress(text), isWebsite(text)]).toEqual([false, false])
})
