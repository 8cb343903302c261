import { expect, test } from 'vitest'
import { shareLink } from './share-link.ts'

const link = { title: 'Anchor', url: 'https://colophon.example/logo/7' }
const refuse = (name: string) => () => Promise.reject(new DOMException('No', name))

function clipboard() {
  const copied: string[] = []
  return { copied, writeText: async (text: string) => void copied.push(text) }
}

test('a link goes to the share sheet where there is one, and is not copied too', async () => {
  const shared: unknown[] = []
  const board = clipboard()
  const share = async (given: unknown) => void shared.push(given)
  expect(await shareLink(link, { share, clipboard: board })).toBe('shared')
  expect(shared).toEqual([link])
  expect(board.copied).toEqual([])
})

test('a share sheet that the reader closes copies nothing', async () => {
  const board = clipboard()
  expect(await shareLink(link, { share: refuse('AbortError'), clipboard: board })).toBe('dismissed')
  expect(board.copied).toEqual([])
})

test.each([undefined, refuse('NotAllowedError'), refuse('DataError')])(
  'without a share sheet that works the address is copied',
  async share => {
    const board = clipboard()
    expect(await shareLink(link, { ...(share && { share }), clipboard: board })).toBe('copied')
    expect(board.copied).toEqual([link.url])
  },
)

test('a browser that neither shares nor copies is told apart', async () => {
  expect(await shareLink(link, {})).toBe('refused')
  expect(await shareLink(link, { clipboard: { writeText: refuse('NotAllowedError') } })).toBe('refused')
})
