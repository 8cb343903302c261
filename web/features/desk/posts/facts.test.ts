import { expect, test } from 'vitest'
import type { AdminPost } from '../../../../shared/api/desk/posts.ts'
import { changesOf, dateOf, type Facts, factsOf, isSame, newPostOf } from './facts.ts'

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

test('the form of a post has one place for its kinds, and no date for a draft that was begun in the past', () => {
  expect(begun).toMatchObject({ is_draft: '1', kinds: 'feature', picture_alt: 'A long table' })
  expect(factsOf({ ...post, date: '2020-01-31T09:00:00.000Z' }).date).toBe('')
  expect(factsOf({ ...post, kinds: [] }).kinds).toBe('none')
})

test('only changed fields of a post are sent, as the call takes them', () => {
  const before: Facts = { ...begun, date: '' }
  expect(changesOf(before, before)).toEqual({})
  expect(changesOf(before, { ...before, text: 'Ten of us.', kinds: 'none', picture_base64: null })).toEqual({
    text: 'Ten of us.',
    kinds: [],
    picture_base64: null,
  })
  expect(changesOf(before, { ...before, is_draft: '0' })).toEqual({ is_draft: 0, date: expect.any(String) })
})

test('a new post without a date is sent without one, and the server sets it', () => {
  const written: Facts = { ...factsOf(undefined), title: 'New', text: 'Words' }
  expect(newPostOf(written)).toMatchObject({ title: 'New', is_draft: 1, kinds: ['news'], date: undefined })
})

test('a form is unsaved if one field differs or the picture is removed', () => {
  expect(isSame(begun, { ...begun })).toBe(true)
  expect(isSame(begun, { ...begun, date: '2027-02-01T09:00' })).toBe(false)
  expect(isSame(begun, { ...begun, picture_base64: null })).toBe(false)
})

test('a date that is none is sent as it was typed, and the preview shows today', () => {
  const written: Facts = { ...factsOf(undefined), date: '202701-01-31T09:30' }
  expect(newPostOf(written).date).toBe('202701-01-31T09:30')
  expect(dateOf(written.date).slice(0, 4)).toBe(String(new Date().getUTCFullYear()))
})
