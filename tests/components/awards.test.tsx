// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner, createLogo } from '../factories.ts'
import { untilAt, untilFocused } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()
let books = 20

/** A designer with a logo in each of as many books, and the books' numbers. */
async function createAwarded(count: number) {
  const designer = await createDesigner(site.db)
  const { logo_id } = await createLogo(site.db, { designer_id: designer.designer_id })
  const numbers = Array.from({ length: count }, () => ++books)
  for (const [i, number] of numbers.entries()) {
    // The last of several is a master book.
    const series = i > 0 && i === count - 1 ? 'master-book' : 'book'
    const { book_id } = await site.db
      .insertInto('book')
      .values({ series, number, state: 'published', published_on: '2020-05-01' })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    await site.db.insertInto('award').values({ book_id, logo_id }).execute()
  }
  return { ...designer, numbers, path: `/designers/${designer.slug}?tab=awards` }
}

const shelves = () => screen.queryAllByRole('region', { name: /^(Master )?Book \d+$/ })

test('awards that fail to load show an error and a retry button', async () => {
  const { path } = await createAwarded(2)
  await site.signIn(await createDesigner(site.db))
  const restore = site.answer('GET /api/designers/awards', lost)
  const user = site.open(path)
  await screen.findByText('Error loading designer awards.')
  restore()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shelves()).toHaveLength(2))
})

test('placeholders stand for the shelves while they load', async () => {
  const { path } = await createAwarded(1)
  await site.signIn(await createDesigner(site.db))
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  site.answer('GET /api/designers/awards', async ({ forward }) => {
    await held
    return forward()
  })
  site.open(path)
  await waitFor(() => expect(document.querySelectorAll('[data-blank]')).toHaveLength(15))
  screen.getByRole('status', { name: 'Loading' })
  release()
  await waitFor(() => expect(shelves()).toHaveLength(1))
  await waitFor(() => expect(document.querySelectorAll('[data-blank]')).toHaveLength(0))
})

test('a designer without awards shows no shelves to others and an encouragement to themselves', async () => {
  const { designer_id, slug } = await createDesigner(site.db)
  await site.signIn({ designer_id })
  site.open('/designers?tab=awards')
  await screen.findByRole('heading', { name: 'Your first book is still ahead' })

  await site.signIn(await createDesigner(site.db))
  site.open(`/designers/${slug}?tab=awards`)
  // Without a logo there is no wall to link to, either.
  await untilAt(`/designers/${slug}?tab=about`)
  const tabs = within(await screen.findByRole('navigation', { name: 'Profile' }))
  tabs.getByRole('link', { name: 'About' })
  expect(tabs.queryByRole('link', { name: 'Awards' })).toBeNull()
})

test('a visitor with a link to the awards signs in first', async () => {
  const { path } = await createAwarded(1)
  site.open(path)
  await untilAt(`/login?next=${encodeURIComponent(path)}`)
})

test('an unknown book or designer shows a message with a way back', async () => {
  const { slug } = await createAwarded(1)
  const missing = () => screen.findByRole('heading', { name: 'This page is not in the book' })
  let user = site.open(`/award/${slug}/anything`)
  for (const book of ['book-999', 'book-0', 'anything']) {
    user = site.open(`/award/${slug}/${book}`)
    await missing()
  }
  await user.click(screen.getByRole('link', { name: 'See the designer' }))
  await untilAt(`/designers/${slug}?tab=logos`)

  user = site.open('/award/unknown-designer/book-12')
  await missing()
  await user.click(screen.getByRole('link', { name: 'Browse Fresh' }))
  await untilAt('/')
})

test('a book’s page links to the designer’s other books', async () => {
  const { slug, numbers } = await createAwarded(3)
  const user = site.open(`/award/${slug}/book-${numbers[0]}`)
  const links = within(await screen.findByRole('navigation', { name: 'The designer’s books' }))
  expect(links.getAllByRole('link')).toHaveLength(3)
  await user.click(links.getByRole('link', { name: new RegExp(`^Master Book ${numbers[2]}\\b`) }))
  await untilAt(`/award/${slug}/master-book-${numbers[2]}`)
  await untilFocused(
    await screen.findByRole('heading', { level: 1, name: new RegExp(`Master Book ${numbers[2]}$`) }),
  )
  await screen.findByRole('img', { name: /^Plain mark by/ })
  expect(document.querySelectorAll('[data-logo]')).toHaveLength(1)
})
