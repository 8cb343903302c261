import { expect, test } from 'vitest'
import { readVersions } from './read-versions.ts'

const acts = { made: 'posts.add', changed: 'posts.change' }
const at = new Date('2026-05-06T07:08:09Z')
const act = (what: string, before: unknown, after: unknown) => ({ what, at, who: 'ada', before, after })

test('versions are reconstructed from the current words, and an act that changed none of them adds no version', () => {
  const versions = readVersions(
    { title: 'Three', text: 'More' },
    [
      act('posts.change', { text: 'Less' }, { text: 'More' }),
      act('posts.change', { is_draft: 1 }, { is_draft: 0 }),
      act('posts.change', { title: 'One', text: 'Less' }, { title: 'Three', text: 'Less' }),
      act('posts.add', null, { title: 'One' }),
    ],
    acts,
  )
  expect(versions).toEqual([
    { version: 3, at, who: 'ada', title: 'Three', text: 'More' },
    { version: 2, at, who: 'ada', title: 'Three', text: 'Less' },
    { version: 1, at, who: 'ada', title: 'One', text: 'Less' },
  ])
})

test('words that no act has changed begin with version 0, which has no author', () => {
  expect(readVersions({ title: 'One' }, [], acts)).toEqual([
    { version: 0, at: null, who: null, title: 'One' },
  ])
  expect(
    readVersions({ title: 'Two' }, [act('posts.change', { title: 'One' }, { title: 'Two' })], acts),
  ).toEqual([
    { version: 1, at, who: 'ada', title: 'Two' },
    { version: 0, at: null, who: null, title: 'One' },
  ])
})
