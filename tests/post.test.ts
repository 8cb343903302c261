import { expect, test } from 'vitest'
import type { Post } from '../shared/api/news.ts'
import { formatPublished, pagesOf, pictureOf, plainText } from '../web/features/news/post.ts'
import fixture from './fixtures/wordpress-posts.json' with { type: 'json' }

const posts = fixture.posts as unknown as Post[]

test.each([
  ['2026-10-01T21:05:00', 'Published Oct 1, 2026 · 9:05 PM'],
  ['2026-01-31T00:00:00', 'Published Jan 31, 2026 · 12:00 AM'],
  ['2026-12-09T12:30:59', 'Published Dec 9, 2026 · 12:30 PM'],
  ['2026-06-15T11:59:00', 'Published Jun 15, 2026 · 11:59 AM'],
  // A time marked as UTC is not shifted either.
  ['2026-10-02T02:05:00.000Z', 'Published Oct 2, 2026 · 2:05 AM'],
  ['2026-13-01T00:00:00', ''],
  ['soon', ''],
  ['', ''],
])('%s is shown by its own digits', (date, shown) => {
  const published = formatPublished(date)
  expect(published.replaceAll('\u00a0', ' ')).toBe(shown)
  // The line breaks before the time only.
  expect(published.split(' ').length).toBe(shown ? 2 : 1)
})

test('entities are decoded once, and spaces collapse to one', () => {
  expect(plainText('A &amp; B &lt;i&gt; &quot;C&quot; &#8211; &#38;amp;')).toBe('A & B <i> "C" – &amp;')
  expect(plainText('&amp;lt;script&amp;gt;')).toBe('&lt;script&gt;')
  expect(plainText('<p>one\u00a0 \n two</p>\n')).toBe('one two')
  expect(plainText('&#1114112; &unknown;')).toBe('&#1114112; &unknown;')
})

test('the largest size that fits is chosen, or else the file itself', () => {
  const uploads = '/wp-content/uploads/2026/10'
  expect(posts.map(pictureOf)).toEqual([
    { src: `${uploads}/hero-1024x640.jpg`, alt: '' },
    { src: `${uploads}/small-300x168.jpg`, alt: '' },
    { src: `${uploads}/bare.jpg`, alt: '' },
    undefined,
    undefined,
    { src: `${uploads}/x-1024x640.jpg`, alt: '' },
  ])
  const sized = (...names: string[]) =>
    pictureOf({
      ...posts[0]!,
      _embedded: {
        'wp:featuredmedia': [
          {
            source_url: '/file',
            media_details: { sizes: Object.fromEntries(names.map(n => [n, { source_url: `/${n}?v=1` }])) },
          },
        ],
      },
    })?.src
  expect(sized('full', 'medium', 'medium_large', 'large', 'thumbnail')).toBe('/large?v=1')
  expect(sized('full', 'medium', 'medium_large')).toBe('/medium_large?v=1')
  expect(sized('full', 'medium')).toBe('/medium?v=1')
  expect(sized('full', 'thumbnail')).toBe('/full?v=1')
  expect(sized('thumbnail')).toBe('/file')
})

test('a post without a picture, or with an error for one, shows none', () => {
  const post = posts[0]!
  expect(pictureOf({ ...post, _embedded: undefined })).toBeUndefined()
  expect(pictureOf({ ...post, _embedded: {} })).toBeUndefined()
  expect(pictureOf({ ...post, _embedded: { 'wp:featuredmedia': [] } })).toBeUndefined()
  expect(
    pictureOf({ ...post, _embedded: { 'wp:featuredmedia': [{ code: 'rest_forbidden' }] } }),
  ).toBeUndefined()
  expect(pictureOf({ ...post, _embedded: { 'wp:featuredmedia': [{ source_url: '' }] } })).toBeUndefined()
})

test('the three posts beside the feature post are on no page', () => {
  // Nine posts are two pages in WordPress; after the first three, the rest is one.
  expect([0, 1, 3, 4, 9, 10, 15, 16].map(pagesOf)).toEqual([1, 1, 1, 1, 1, 2, 2, 3])
})
