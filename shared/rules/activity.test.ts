import { describe, expect, test } from 'vitest'
import { activitySentence, cutComment, relativeTime } from './activity.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000).toISOString(), now)

describe('relative time', () => {
  test.each([
    [0, '0s'],
    [1, '1s'],
    [59, '59s'],
    [59.999, '59s'],
    [60, '1m'],
    [3599, '59m'],
    [3600, '1h'],
    [86_399, '23h'],
    [86_400, '1d'],
    [2_627_999, '30d'],
    [2_628_000, '1mo'],
    [31_535_999, '11mo'],
    [31_536_000, '1y'],
    [63_071_999, '1y'],
    [63_072_000, '2y'],
  ])('%d seconds are %s', (seconds, text) => expect(ago(seconds)).toBe(text))

  test('the future is just now', () => {
    expect(ago(-0.001)).toBe('just now')
    expect(ago(-86_400)).toBe('just now')
  })

  test.each(['', 'yesterday', '2026-13-45T00:00:00Z'])('%j is an invalid date and gives an empty age', text =>
    expect(relativeTime(text, now)).toBe(''),
  )
})

describe('a comment in the feed', () => {
  test('of 25 characters is kept', () => expect(cutComment('a'.repeat(25))).toBe('a'.repeat(25)))
  test('a title of 26 characters is cut to 25 and an ellipsis', () =>
    expect(cutComment('a'.repeat(26))).toBe(`${'a'.repeat(25)}…`))
  test('is never cut within a character', () => {
    expect(cutComment('👩‍🎨'.repeat(25))).toBe('👩‍🎨'.repeat(25))
    expect(cutComment('👩‍🎨'.repeat(26))).toBe(`${'👩‍🎨'.repeat(25)}…`)
  })
})

describe('the feed', () => {
  const item = {
    company: 'Rook Studio',
    logo_name: 'Anchor',
    collection_name: 'Sea marks',
    comment_text: 'The counter of the a is doing a lot of work here.',
  }
  const say = (type: 'like' | 'save' | 'comment' | 'follow') =>
    activitySentence({ ...item, type })
      .map(part => part.text)
      .join('')

  test('a like names the designer and the logo', () => expect(say('like')).toBe('Rook Studio liked Anchor'))
  test('a save names the logo and the collection', () =>
    expect(say('save')).toBe('Rook Studio saved Anchor to Sea marks'))
  test('a comment is quoted in short', () =>
    expect(say('comment')).toBe('Rook Studio commented on Anchor: The counter of the a is d…'))
  test('a follow names the follower', () => expect(say('follow')).toBe('Rook Studio followed you'))
})
