// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { catalogue } from '../../demo/catalogue.ts'
import { formatDate } from '../../shared/rules/format.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { untilAt, untilSaid } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()
const closes_at = new Date(Date.now() + 20 * 86_400_000)
const results_by = new Date(closes_at.getTime() + 90 * 86_400_000)
const places = 2
const entry_ct = 5

beforeAll(async () => {
  await site.db
    .insertInto('book')
    .values(catalogue.map(book => ({ ...book, state: 'published' as const })))
    .execute()
  const { book_id } = await site.db
    .insertInto('book')
    .values({
      series: 'book',
      number: 14,
      state: 'open',
      closes_at,
      results_by,
      places,
      commitment: 'c'.repeat(64),
    })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  for (let i = 0; i < entry_ct; i++) {
    const { logo_id } = await createLogo(site.db)
    await site.db.insertInto('entry').values({ book_id, logo_id }).execute()
  }
})

/** Puts a setting into the document, as the server does, until the test is over. */
function addSetting(name: string, content: string) {
  const meta = Object.assign(document.createElement('meta'), { name, content })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
}

test('the catalogue shows thirteen editions, the textbook and four volumes', async () => {
  const user = site.open('/about')
  await user.click(within(await screen.findByRole('contentinfo')).getByRole('link', { name: 'Books' }))
  await untilAt('/books')
  await waitFor(() => expect(document.title).toBe('Books · Colophon'))
  for (let number = 1; number <= 13; number++)
    await screen.findByRole('heading', { level: 3, name: `Colophon Book ${number}` })
  screen.getByRole('heading', { level: 3, name: 'Logo Creed' })
  for (let number = 1; number <= 4; number++)
    screen.getByRole('heading', { level: 3, name: new RegExp(`Volume ${number}:`) })
  expect(screen.getAllByRole('img', { name: /^Cover of / })).toHaveLength(18)
})

test('Buy Now opens the retailer of each book, or the shop that is configured for all', async () => {
  site.open('/books')
  const links = await screen.findAllByRole('link', { name: /^Buy Now: / })
  expect(links).toHaveLength(18)
  expect(links[0]!.getAttribute('href')).toBe('https://books.example/colophon/book-13')
  for (const link of links) {
    expect(link.getAttribute('href')).toMatch(/^https:\/\/books\.example\/colophon\/[a-z-]+(\d+)?$/)
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener')
  }
  addSetting('books-url', 'https://shop.example/{book}')
  site.reload()
  const volume = await screen.findByRole('link', { name: 'Buy Now: Volume 2: Animals & mythology' })
  expect(volume.getAttribute('href')).toBe('https://shop.example/master-book-2')
  expect(volume.getAttribute('target')).toBe('_blank')
})

test('a book that was judged elsewhere says so, and asks for no figures', async () => {
  site.open('/books/book-13')
  await screen.findByText('This book was judged before such figures were published.')
  expect(site.calls).not.toContain('GET /api/books/reliability')
})

test('an open book shows a cover of as many parts as its number, each entry as a tick, its places in red and the days left', async () => {
  site.open('/books/book-14')
  const cover = await screen.findByRole('img', { name: 'Cover of Colophon Book 14' })
  expect(cover.querySelectorAll('g g path')).toHaveLength(14)
  const figure = screen.getByRole('figure')
  expect(figure.querySelector('figcaption')!.textContent).toBe(`${entry_ct} entered, ${places} places`)
  const ticks = [...figure.querySelectorAll('i')]
  expect(ticks).toHaveLength(entry_ct)
  expect(ticks.flatMap((tick, i) => (tick.hasAttribute('data-place') ? [i] : []))).toEqual([3, 4])
  expect(within(figure).getByText('days left', { exact: false }).textContent).toBe('20 days left')
})

test('the page of submitting says the open book’s deadline and the date of its results', async () => {
  await site.signIn(await createDesigner(site.db))
  site.open('/submit')
  await untilSaid(
    `Every upload enters Colophon Book 14 until ${formatDate(closes_at.toISOString())}. Results are due by ${formatDate(results_by.toISOString())}.`,
  )
})
