import { expect, test } from 'vitest'
import { parseArticle } from './article.ts'

const plain = (text: string) => [{ text, strong: false }]

test('blocks are separated by empty lines and recognised by their first characters', () => {
  expect(parseArticle('One.\n\n## Two\n\n\n> Three\n\n- four\n- five\n')).toEqual([
    { kind: 'paragraph', runs: plain('One.') },
    { kind: 'heading', runs: plain('Two') },
    { kind: 'quote', runs: plain('Three') },
    { kind: 'list', items: [plain('four'), plain('five')] },
  ])
  expect(parseArticle(' \n ')).toEqual([])
})

test('text between pairs of asterisks is strong; a pair that is never closed stays', () => {
  expect(parseArticle('**At size.** Beside it <b>')).toEqual([
    {
      kind: 'paragraph',
      runs: [
        { text: 'At size.', strong: true },
        { text: ' Beside it <b>', strong: false },
      ],
    },
  ])
  expect(parseArticle('2 ** 3')).toEqual([{ kind: 'paragraph', runs: plain('2 ** 3') }])
})
