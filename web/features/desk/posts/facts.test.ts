import { expect, test } from 'vitest'
import type { AdminPost } from '../../../../shared/api/desk/posts.ts'
import { changesOf, type Facts, factsOf, isSame, newPostOf } from './facts.ts'

const post: AdminPost = {
  post_id: 7,
  slug: 'the-jury',
  title: 'The jury',
  text: 'Nine of us.',
  excerpt: '',
  picture: { path: '/blog-images/7.jpg', alt_text: 'A long table' },
  date: '2027-01-31T09:00:00.000Z',
  is_draft: 1,
  kinds: ['news', 'feature-post'],
}
const begun = factsOf(post)

test('a post as the form holds it: one place for its kinds, and no date of a draft that was begun in the past', () => {
  expect(begun).toMatchObject({ is_draft: '1', kinds: 'feature', picture_alt: 'A long table' })
  expect(factsOf({ ...post, date: '2020-01-31T09:00:00.000Z' }).date).toBe('')
  expect(factsOf({ ...post, kinds: [] }).kinds).toBe('none')
})

test('only changed fields of a post are sent, by the names and in the form of the call', () => {
  const before: Facts = { ...begun, date: '' }
  expect(changesOf(before, before)).toEqual({})
  expect(changesOf(before, { ...before, text: 'Ten of us.', kinds: 'none', picture_base64: null })).toEqual({
    text: 'Ten of us.',
    kinds: [],
    picture_base64: null,
  })
  expect(changesOf(before, { ...before, is_draft: '0' })).toEqual({ is_draft: 0, date: expect.any(String) })
})

test('a new post without a date leaves it to the server', () => {
  const written: Facts = { ...factsOf(undefined), title: 'New', text: 'Words' }
  expect(newPostOf(written)).toMatchObject({ title: 'New', is_draft: 1, kinds: ['news'], date: undefined })
})

test('a form is unsaved once one field differs, a removed picture included', () => {
  expect(isSame(begun, { ...begun })).toBe(true)
  expect(isSame(begun, { ...begun, date: '2027-02-01T09:00' })).toBe(false)
  expect(isSame(begun, { ...begun, picture_base64: null })).toBe(false)
})
