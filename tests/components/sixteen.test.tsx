// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner, createLogo } from '../factories.ts'
import { untilAt } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()

test('a filter that finds nothing is named and left, in the search’s words', async () => {
  await site.signIn(await createDesigner(site.db))
  const user = site.open('/sixteen?country=SWEDEN&sort=year')
  await screen.findByRole('heading', { level: 1, name: '0 logos for “Sweden” at sixteen pixels' })
  screen.getByRole('heading', { name: 'Nothing found for “Sweden”' })
  screen.getByText('No logo has this country.')
  for (const link of screen.getAllByRole('link', { name: 'See all logos' }))
    expect(link.getAttribute('href')).toBe('/sixteen?sort=year')
  await user.click(screen.getAllByRole('link', { name: 'See all logos' })[0]!)
  await untilAt('/sixteen?sort=year')
  await screen.findByRole('heading', { level: 1, name: '0 logos at sixteen pixels' })
  expect(screen.queryByRole('link', { name: 'See all logos' })).toBeNull()
})

test('where several filters find nothing, Sixteen offers to drop the one that is in the way', async () => {
  await createLogo(site.db, { title: 'Heron on a post' })
  await site.signIn(await createDesigner(site.db))
  site.open('/sixteen?keyword=heron&palette=many')
  await screen.findByRole('heading', { name: 'No logo is all of this at once' })
  const link = await screen.findByRole('link', { name: /^Without Many colours/ })
  expect(link.getAttribute('href')).toBe('/sixteen?keyword=heron')
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Without heron/ })).toBeNull())
})

test('a number in the address is a book of the competition, whose logos alone are asked for', async () => {
  let asked: string | null = null
  site.answer('GET /api/sixteen', ({ forward, query }) => {
    asked = query.get('book')
    return forward()
  })
  site.open('/sixteen?book=13')
  await screen.findByRole('heading', { name: 'There are no logos of book-13' })
  expect(asked).toBe('book-13')
})
