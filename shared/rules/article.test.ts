import { expect, test } from 'vitest'
import { parseArticle } from './article.ts'

const plain = (text: string) => [{ text, strong: false }]

test('blocks stand apart by empty lines and are told by how they begin', () => {
  expect(parseArticle('One.\n\n## Two\n\n\n> Three\n\n- four\n- five\n')).toEqual([
    { kind: 'paragraph', runs: plain('One.') },
    { kind: 'heading', runs: plain('Two') },
    { kind: 'quote', runs: plain('Three') },
    { kind: 'list', items: [plain('four'), plain('five')] },
  ])
  expect(parseArticle(' \n ')).toEqual([])
})

test('what two pairs of asterisks enclose is stressed; one that is never closed stays', () => {
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
