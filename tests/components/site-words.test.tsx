// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner } from '../factories.ts'
import { button, untilAt, untilFocused } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()
let admin: Awaited<ReturnType<typeof enter>>
beforeEach(async () => {
  admin = await enter()
})

async function enter() {
  const { designer_id, username } = await createDesigner(site.db, { role: 'admin' })
  const { call } = await site.signIn({ designer_id })
  return { username, call }
}

const versions = () => within(screen.getByRole('region', { name: 'Versions' }))

test('a text is previewed while it is written, saved with a reason, read on its page, compared and taken back', async () => {
  const user = site.open('/admin/site')
  await user.type(await screen.findByRole('searchbox', { name: 'Search the site’s words' }), 'emblem')
  await screen.findByText('1 text')
  await user.click(screen.getByRole('link', { name: 'About' }))
  await untilAt('/admin/site/about')
  const form = within(await screen.findByRole('form', { name: 'About' }))
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  const text = form.getByLabelText<HTMLTextAreaElement>('About')
  await user.clear(text)
  await user.type(text, '{{site_name} hangs **marks**.\n\n## Where\n\nIn [[the hall](/books).')
  await preview.findByText(/^Colophon hangs/)
  expect(preview.getByText('marks').tagName).toBe('STRONG')
  await preview.findByRole('heading', { name: 'Where' })
  expect((await preview.findByRole('link', { name: 'the hall' })).getAttribute('href')).toBe('/books')
  await user.type(form.getByLabelText('Why (optional)'), 'Our own text')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('“About” is saved.')

  await waitFor(() =>
    expect(versions().getAllByRole('listitem')[0]!.textContent).toContain(`in use${admin.username}`),
  )
  const visitor = await site.server.app.inject({ url: '/api/site?names=about' })
  expect(visitor.json().about).toContain('Colophon hangs **marks**.')

  await user.click(versions().getByRole('button', { name: 'Compare the default' }))
  const difference = within(await versions().findByRole('region', { name: 'What the default would change' }))
  expect(difference.getAllByRole('deletion').length).toBeGreaterThan(0)
  expect(difference.getAllByRole('insertion').length).toBeGreaterThan(0)
  await user.click(versions().getByRole('button', { name: 'Reset to the default' }))
  const reset = within(await versions().findByRole('form', { name: 'Reset to the default' }))
  await user.click(reset.getByRole('button', { name: 'Reset to the default' }))
  await screen.findByText('The default is back.')
  await waitFor(() => expect(text.value).toMatch(/^A colophon is the emblem/))
  site.open('/admin/history?q=site.about')
  await screen.findByText(/Our own text/)
  const rows = screen.getAllByRole('row').filter(row => row.textContent?.includes('Our own text'))
  expect(rows).toHaveLength(1)
})

test('links and questions are edited row by row; errors are shown at their fields', async () => {
  const user = site.open('/admin/site/social_links')
  for (const [i, [name, address]] of [
    ['Mastodon', 'https://social.example/@marks'],
    ['Fediverse', 'nowhere'],
  ].entries()) {
    await user.click(await screen.findByRole('button', { name: 'Add a link' }))
    const link = within(screen.getByRole('group', { name: `Link ${i + 1}` }))
    await user.type(link.getByLabelText('Name'), name!)
    await user.type(link.getByLabelText('Address'), address!)
  }
  const second = within(screen.getByRole('group', { name: 'Link 2' }))
  await user.click(button('Save'))
  await second.findByText('Enter the full address, beginning with https://')
  await untilFocused(second.getByLabelText('Address'))
  await user.clear(second.getByLabelText('Address'))
  await user.type(second.getByLabelText('Address'), 'https://fediverse.example/')
  await user.click(second.getByRole('button', { name: 'Move Fediverse up' }))
  await user.click(screen.getAllByLabelText('Address')[0]!)
  await user.keyboard('{Control>}s{/Control}')
  await screen.findByText('“Social links” is saved.')
  // The gallery behind the desk says it without being loaded again.
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Gallery' }))
  const footer = within(await screen.findByRole('contentinfo'))
  await waitFor(() => {
    const links = footer.getAllByRole('link', { name: /Fediverse|Mastodon/ })
    expect(links.map(link => link.textContent?.match(/Fediverse|Mastodon/)?.[0])).toEqual([
      'Fediverse',
      'Mastodon',
    ])
  })
})

test('leaving with an unsaved change asks for confirmation; a change can be discarded', async () => {
  const user = site.open('/admin/site/tagline')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Tagline' })
  const before = field.value
  const leave = () =>
    user.click(
      within(screen.getByRole('navigation', { name: 'Rooms' })).getByRole('link', { name: 'History' }),
    )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await user.clear(field)
  await user.type(field, 'Hung with care')
  await leave()
  const question = { name: 'Leave without saving?' }
  const ask = within(await screen.findByRole('alertdialog', question))
  await user.click(ask.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog', question)).toBeNull())
  expect(field.value).toBe('Hung with care')
  await user.click(button('Discard'))
  await waitFor(() => expect(field.value).toBe(before))
  await leave()
  await screen.findByRole('heading', { name: 'History', level: 1 })
})

test('a word saved by somebody else in between is shown before it is overwritten', async () => {
  const user = site.open('/admin/site/governing_law')
  const field = await screen.findByRole('textbox', { name: 'Governing law' })
  await user.clear(field)
  await user.type(field, 'Saxony')
  await admin.call(api.desk.site.save, { name: 'governing_law', value: 'Bavaria' })
  // The page asks every ten seconds.
  await screen.findByText(/saved version \d+ while you were writing/)
  await user.click(button('Save'))
  await screen.findByText('“Governing law” is saved.')
  await waitFor(() => expect(versions().getAllByRole('listitem')[0]!.textContent).toContain('in use'))
  await user.click(versions().getAllByRole('button', { name: /^Compare version/ })[0]!)
  const difference = within(
    await versions().findByRole('region', { name: /^What version \d+ would change$/ }),
  )
  expect((await difference.findByRole('insertion')).textContent).toBe('Bavaria')
})
