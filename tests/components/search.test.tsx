// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { refreshSuggestions } from '../../server/features/search/queries.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { button, field, input, untilAt } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()
beforeAll(async () => {
  await createLogo(site.db, { title: 'Coffee kite', description: 'A coffee house.' })
  const owner = await createDesigner(site.db, { company: 'Quayside', country: 'SE' })
  const { logo_id } = await createLogo(site.db, {
    designer_id: owner.designer_id,
    title: 'Anchor word',
    logotype: 'Typographic',
    designer: 'Ingrid Falk',
    client: 'Harbour Authority',
    industry: 'Shipping',
  })
  const { book_id } = await site.db
    .insertInto('book')
    .values({ series: 'book', number: 3, title: 'Three', state: 'published', published_on: '2010-05-01' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  await site.db.insertInto('award').values({ book_id, logo_id }).execute()
  await refreshSuggestions(site.db)
})

/** Opens the search for a member. */
async function open(query: string) {
  await site.signIn(await createDesigner(site.db))
  return site.open(`/search${query}`)
}

const parameters = () => Object.fromEntries(new URLSearchParams(location.search))
const chips = () => {
  const list = screen.queryByRole('list', { name: 'Filters in use' })
  return list ? within(list).queryAllByRole('link') : []
}
/** The value of the field with this label. */
const valueIn = (label: string) => input(label).value

/** Every parameter with its place in the form and the text of its chip. */
const all = [
  { name: 'keyword', value: 'red & fox?', label: 'Keyword', chip: 'Keyword red & fox?' },
  { name: 'class', value: 'ranked', label: 'Class', chip: 'Class Jury-Ranked' },
  { name: 'type', value: 'symbols', label: 'Type', chip: 'Type Symbols' },
  { name: 'designer', value: 'Åsa', label: 'Designer', chip: 'Designer Åsa' },
  { name: 'design_firm', value: 'Studio 100%', label: 'Design firm', chip: 'Design firm Studio 100%' },
  { name: 'client', value: 'Fjord/Sons', label: 'Client', chip: 'Client Fjord/Sons' },
  { name: 'industry', value: 'Food & Drink', label: 'Industry', chip: 'Industry Food & Drink' },
  { name: 'country', value: 'C2', label: 'Country', chip: 'Country China' },
] as const
const everything = Object.fromEntries(all.map(({ name, value }) => [name, value]))

test('every parameter of the URL appears in the form, as a chip and in the request', async () => {
  let asked: URLSearchParams | undefined
  site.answer('GET /api/logos', ({ forward, query }) => {
    if (query.get('page') === '1') asked ??= query
    return forward()
  })
  const user = await open(`?${new URLSearchParams({ ...everything, sort: 'oldest' })}`)
  await screen.findByRole('list', { name: 'Filters in use' })
  for (const { label, value } of all) await waitFor(() => expect(valueIn(label)).toBe(value))
  expect(valueIn('Sort')).toBe('oldest')
  expect(chips()).toHaveLength(all.length + 1)
  await waitFor(() => expect(asked).toBeDefined())
  expect(Object.fromEntries(asked!)).toEqual({
    search_text: 'red & fox?',
    filter_category: 'ranked',
    filter_type: 'symbols',
    search_designer: 'Åsa',
    search_design_firm: 'Studio 100%',
    search_client: 'Fjord/Sons',
    search_industry: 'Food & Drink',
    filter_country: 'C2',
    sort: 'oldest',
    page: '1',
  })
  expect(document.title).toMatch(/^red & fox\?, Jury-Ranked, .* · Search · Colophon$/)

  // Each chip removes its own parameter only; Back restores it.
  for (const { name, label, chip } of all) {
    await user.click(screen.getByRole('link', { name: `Remove ${chip}` }))
    const { [name]: _, ...rest } = everything
    await waitFor(() => expect(parameters()).toEqual({ ...rest, sort: 'oldest' }))
    await waitFor(() => expect(valueIn(label)).toBe(''))
    history.back()
    await waitFor(() => expect(parameters()).toEqual({ ...everything, sort: 'oldest' }))
    await screen.findByRole('link', { name: `Remove ${chip}` })
  }
  await user.click(screen.getByRole('link', { name: 'Clear all' }))
  await untilAt('/search')
  await waitFor(() => expect(chips()).toHaveLength(0))
})

test.each([
  ['class', 'books'],
  ['type', 'typographic'],
  ['designer', 'Ingrid Falk'],
  ['design_firm', 'Quayside'],
  ['client', 'Harbour Authority'],
  ['industry', 'Shipping'],
  ['country', 'SE'],
])('the filter %s shows the logos that it finds, and their number', async (name, value) => {
  await open(`?${new URLSearchParams({ [name]: value })}`)
  await within(await screen.findByRole('main')).findByText('1 logo')
  await screen.findByRole('img', { name: /^Anchor word by/ })
  expect(document.querySelectorAll('[data-logo]')).toHaveLength(1)
})

test('the form writes only non-empty parameters into the URL', async () => {
  const user = await open('')
  await screen.findByLabelText('Keyword')
  // Words are submitted; choices apply at once, together with typed words.
  for (const { name, label, value } of all) {
    if (['class', 'type', 'country'].includes(name)) continue
    await user.click(field(label))
    await user.paste(name === 'designer' ? '   ' : value)
  }
  const main = within(screen.getByRole('main'))
  await user.click(main.getByRole('button', { name: 'Search' }))
  const { designer: _, class: __, type: ___, country: ____, ...words } = everything
  await waitFor(() => expect(parameters()).toEqual(words))
  for (const label of ['Class', 'Type', 'Country'])
    await user.selectOptions(field(label), all.find(each => each.label === label)!.value)
  const { designer: _____, ...allButOne } = everything
  await waitFor(() => expect(parameters()).toEqual(allButOne))
  await user.selectOptions(field('Sort'), 'popular')
  await waitFor(() => expect(parameters()).toEqual({ ...allButOne, sort: 'popular' }))
  await user.selectOptions(field('Sort'), 'recent')
  await waitFor(() => expect(parameters()).toEqual(allButOne))
})

test('an order chosen before the page shows the country chosen just before keeps the country, and so the other way round', async () => {
  await open('?keyword=kite')
  // Without act(), which would render the page between the two events.
  const choose = (label: string, value: string) => {
    input(label).value = value
    field(label).dispatchEvent(new Event('change', { bubbles: true }))
  }
  await screen.findByLabelText('Country')
  choose('Country', 'SE')
  choose('Sort', 'popular')
  await waitFor(() => expect(parameters()).toEqual({ keyword: 'kite', country: 'SE', sort: 'popular' }))
  await waitFor(() => expect(valueIn('Sort')).toBe('popular'))
  choose('Sort', 'oldest')
  choose('Country', 'NO')
  await waitFor(() => expect(parameters()).toEqual({ keyword: 'kite', country: 'NO', sort: 'oldest' }))
})

test('countries are listed by name in sentence case, China as C2', async () => {
  await open('')
  const select = (await screen.findByLabelText('Country')) as HTMLSelectElement
  const options = [...select.options].map(option => [option.value, option.text])
  expect(options).toHaveLength(250)
  expect(options[0]).toEqual(['', 'Anywhere'])
  expect(options).toContainEqual(['C2', 'China'])
  expect(options).toContainEqual(['SE', 'Sweden'])
})

test('a page past the end links to the first', async () => {
  const user = await open('?page=900')
  await screen.findByRole('heading', { name: 'There are no more results' })
  await user.click(screen.getByRole('link', { name: 'See the first logos' }))
  await untilAt('/search')
  await screen.findByRole('img', { name: /^Coffee kite by/ })
})

test('a corrected spelling is shown with the results', async () => {
  const user = await open('?keyword=cofffee')
  const corrected = /^Nothing found for “cofffee”\. Showing results for/
  const said = await screen.findByText(corrected)
  expect(said.textContent).toBe('Nothing found for “cofffee”. Showing results for “coffee”.')
  await within(screen.getByRole('main')).findByText('1 logo')
  await user.click(screen.getByRole('link', { name: '“coffee”' }))
  await untilAt('/search?keyword=coffee')
  await waitFor(() => expect(screen.queryByText(corrected)).toBeNull())
})

test('a change of the address replaces only its own fields: what is typed elsewhere stays', async () => {
  const user = await open('?keyword=fox&type=symbols')
  await screen.findByLabelText('Type')
  expect(valueIn('Type')).toBe('symbols')
  await user.type(field('Client'), 'Qzxv')
  await user.click(screen.getByRole('link', { name: 'Remove Type Symbols' }))
  await waitFor(() => expect(valueIn('Type')).toBe(''))
  expect(valueIn('Client')).toBe('Qzxv')
  expect(parameters()).toEqual({ keyword: 'fox' })
  history.back()
  await waitFor(() => expect(valueIn('Type')).toBe('symbols'))
  expect(valueIn('Client')).toBe('Qzxv')
  expect(valueIn('Keyword')).toBe('fox')
})

test('a search is saved under the words of its filters, opened from the search page and deleted; a refusal is said', async () => {
  let user = await open('?keyword=bird&type=symbols')
  const error = 'You have saved 50 searches. Delete one of them first.'
  const restore = site.answer('POST /api/designers/searches', () => Response.json({ error }, { status: 409 }))
  await user.click(await screen.findByRole('button', { name: 'Save search' }))
  await screen.findByText(error)
  restore()
  await user.click(button('Save search'))
  await screen.findByRole('button', { name: 'Search saved' })
  expect(button('Search saved').disabled).toBe(true)
  user = site.open('/search')
  const saved = () => screen.findByRole('region', { name: 'Saved searches' })
  await user.click(within(await saved()).getByRole('link'))
  await waitFor(() => expect(parameters()).toEqual({ keyword: 'bird', type: 'symbols' }))
  history.back()
  await user.click(within(await saved()).getByRole('button', { name: /^Delete the saved search/ }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Saved searches' })).toBeNull())
})
