import type { Page } from '@playwright/test'
import { findFaults } from './axe.ts'
import { fillLogin } from './sign-in.ts'
import { expect, test } from './test.ts'
import { expectOpen, idsOnWall, openIdOf, tileOf, tilesOf } from './wall.ts'

type Found = { data: { logo_id: number; company: string; industry: string }[]; count: number }

const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const chips = (page: Page) => page.getByRole('list', { name: 'Filters in use' }).getByRole('link')
const countSaid = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^[\d,]+ logos?$/)
    .first()
const searchButton = (page: Page) => page.getByRole('button', { name: 'Search 400,000+ logos' })
const keywordField = (page: Page) => page.getByPlaceholder('Search by keyword...')
const scrollDown = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))

async function find(page: Page, query: string): Promise<Found> {
  return (await page.request.get(`/api/logos?${query}`)).json()
}

async function findIds(page: Page, query: string, pages: number[]) {
  const found = await Promise.all(pages.map(number => find(page, `${query}&page=${number}`)))
  return found.flatMap(({ data }) => data.map(logo => logo.logo_id))
}

/** Every parameter, with where the form shows it and what its chip says. */
const parameters = [
  { name: 'keyword', value: 'red & fox?', label: 'Keyword', chip: 'Keyword red & fox?' },
  { name: 'class', value: 'ranked', label: 'Class', chip: 'Class Jury-Ranked' },
  { name: 'type', value: 'symbols', label: 'Type', chip: 'Type Symbols' },
  { name: 'designer', value: 'Åsa', label: 'Designer', chip: 'Designer Åsa' },
  { name: 'design_firm', value: 'Studio 100%', label: 'Design firm', chip: 'Design firm Studio 100%' },
  { name: 'client', value: 'Fjord/Sons', label: 'Client', chip: 'Client Fjord/Sons' },
  { name: 'industry', value: 'Food & Drink', label: 'Industry', chip: 'Industry Food & Drink' },
  { name: 'country', value: 'C2', label: 'Country', chip: 'Country China' },
] as const
const everything = Object.fromEntries(parameters.map(({ name, value }) => [name, value]))

test('a visitor is sent to sign in and comes back to the search', async ({ page }) => {
  await page.goto('/')
  await expect(tilesOf(page).first()).toBeVisible()
  await expect(searchButton(page)).toBeHidden()
  await page.goto('/search?keyword=fox&type=symbols')
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/search?keyword=fox&type=symbols')}`)
  await fillLogin(page, 'juror4')
  await expect(page).toHaveURL('/search?keyword=fox&type=symbols')
  await expect(keywordField(page)).toHaveValue('fox')
})

test('every parameter of the address is in the form, in a chip and in the question to the server', async ({
  page,
  signIn,
}) => {
  await signIn('juror1')
  const asked = page.waitForRequest(request => /\/api\/logos\?.*page=1/.test(request.url()))
  await page.goto(`/search?${new URLSearchParams({ ...everything, sort: 'oldest' })}`)
  for (const { label, value } of parameters)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
  await expect(page.getByLabel('Sort')).toHaveValue('oldest')
  await expect(chips(page)).toHaveCount(parameters.length + 1)
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
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
  await expect(page).toHaveTitle(/^red & fox\?, Jury-Ranked, .* · Search · Colophon$/)

  // Each chip takes its own parameter away and nothing else; Back brings it again.
  for (const { name, label, chip } of parameters) {
    await page.getByRole('link', { name: `Remove ${chip}`, exact: true }).click()
    const { [name]: _, ...rest } = everything
    await expect.poll(() => parametersOf(page)).toEqual({ ...rest, sort: 'oldest' })
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
    await page.goBack()
    await expect.poll(() => parametersOf(page)).toEqual({ ...everything, sort: 'oldest' })
  }
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/search')
  await expect(chips(page)).toHaveCount(0)
})

test('the form puts only what is not empty into the address', { tag: '@both' }, async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn('juror2')
  await page.goto('/search')
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  // Words are sent, choices apply at once and take the words along.
  for (const { name, label, value } of parameters)
    if (!['class', 'type', 'country'].includes(name))
      await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Designer', { exact: true }).fill('   ')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  const { designer: _, class: __, type: ___, country: ____, ...words } = everything
  await expect.poll(() => parametersOf(page)).toEqual(words)
  for (const name of ['Class', 'Type', 'Country'] as const)
    await page
      .getByLabel(name, { exact: true })
      .selectOption(parameters.find(parameter => parameter.label === name)!.value)
  const { designer: _____, ...allButOne } = everything
  await expect.poll(() => parametersOf(page)).toEqual(allButOne)
  await page.getByLabel('Sort').selectOption('popular')
  await expect.poll(() => parametersOf(page)).toEqual({ ...allButOne, sort: 'popular' })
  await page.getByLabel('Sort').selectOption('recent')
  await expect.poll(() => parametersOf(page)).toEqual(allButOne)
})

test('countries are offered by name in capitals, China as C2', async ({ page, signIn }) => {
  await signIn('juror2')
  await page.goto('/search')
  const choices = page.getByLabel('Country').locator('option')
  await expect(choices).toHaveCount(250)
  const options = await choices.evaluateAll(all =>
    all.map(option => [(option as HTMLOptionElement).value, option.textContent]),
  )
  expect(options[0]).toEqual(['', 'Anywhere'])
  expect(options).toContainEqual(['C2', 'CHINA'])
  expect(options).toContainEqual(['SE', 'SWEDEN'])
})

test('each filter shows what the server finds, and how many', async ({ page, signIn }) => {
  await signIn('juror3')
  const [sample] = (await find(page, 'page=3')).data
  const cases = [
    [{ class: 'books' }, 'filter_category=books'],
    [{ type: 'typographic' }, 'filter_type=typographic'],
    [{ design_firm: sample!.company }, `search_design_firm=${encodeURIComponent(sample!.company)}`],
    [{ industry: sample!.industry }, `search_industry=${encodeURIComponent(sample!.industry)}`],
    [{ country: 'SE' }, 'filter_country=SE'],
    [{ sort: 'oldest' }, 'sort=oldest'],
  ] as const
  for (const [query, asked] of cases) {
    await page.goto(`/search?${new URLSearchParams(query as Record<string, string>)}`)
    const found = await find(page, asked)
    await expect(countSaid(page)).toHaveText(`${found.count} logo${found.count === 1 ? '' : 's'}`)
    await expect
      .poll(() => idsOnWall(page).then(ids => ids.slice(0, 5)))
      .toEqual(found.data.slice(0, 5).map(logo => logo.logo_id))
  }
})

test('scrolling writes the page into the same entry of the history', { tag: '@both' }, async ({
  page,
  signIn,
}) => {
  await signIn('juror5')
  await page.goto('/')
  await expect(tilesOf(page).first()).toBeVisible()
  await page.goto('/search?sort=oldest')
  await expect(tilesOf(page)).toHaveCount(30)
  const length = await page.evaluate(() => history.length)
  for (const number of [2, 3]) {
    await scrollDown(page)
    await expect.poll(() => Number(parametersOf(page).page)).toBeGreaterThanOrEqual(number)
  }
  const last = Number(parametersOf(page).page)
  expect(parametersOf(page).sort).toBe('oldest')
  expect(await page.evaluate(() => history.length)).toBe(length)
  const pages = Array.from({ length: last }, (_, i) => i + 1)
  const ids = await findIds(page, 'sort=oldest', pages)
  await expect.poll(() => idsOnWall(page)).toEqual(ids)

  await page.getByLabel('Type').evaluate((select: HTMLSelectElement) => {
    select.value = 'symbols'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect.poll(() => parametersOf(page)).toEqual({ type: 'symbols', sort: 'oldest' })
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => parametersOf(page)).toEqual({ sort: 'oldest', page: String(last) })
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('the end says how many there were', async ({ page, signIn }) => {
  await signIn('juror5')
  await page.goto('/search?country=SE')
  const { count } = await find(page, 'filter_country=SE')
  await expect
    .poll(async () => {
      await scrollDown(page)
      return tilesOf(page).count()
    })
    .toBe(count)
  await expect(page.getByRole('contentinfo').getByText(`${count} logos`)).toBeVisible()
})

test('opened at a page, the list begins there, and earlier logos come in above without moving anything', async ({
  page,
  signIn,
}) => {
  await signIn('juror6')
  await page.goto('/search?sort=oldest&page=3')
  const [first, second, third] = [1, 2, 3].map(number => findIds(page, 'sort=oldest', [number]))
  await expect.poll(() => idsOnWall(page).then(ids => ids.slice(0, 30))).toEqual(await third)
  await expect(page.getByText('60 logos before these')).toBeVisible()
  const earlier = page.getByRole('button', { name: 'Show earlier logos' })
  const tile = tileOf(page, (await third)![0]!)
  const top = async () => Math.round((await tile.boundingBox())!.y)

  const before = await top()
  await earlier.click()
  await expect.poll(() => idsOnWall(page).then(ids => ids[0])).toBe((await second)![0])
  expect(Math.abs((await top()) - before)).toBeLessThan(3)
  await earlier.click()
  await expect.poll(() => idsOnWall(page).then(ids => ids[0])).toBe((await first)![0])
  await expect(earlier).toBeHidden()

  // Reading it again begins at the same page.
  await page.goto('/search?sort=oldest&page=3')
  await page.reload()
  await expect.poll(() => idsOnWall(page).then(ids => ids[0])).toBe((await third)![0])
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a page past the end leads back to the first', async ({ page, signIn }) => {
  await signIn('juror6')
  await page.goto('/search?page=900')
  await expect(page.getByRole('heading', { name: 'The search ends before this page' })).toBeVisible()
  await page.getByRole('link', { name: 'See the first logos' }).click()
  await expect(page).toHaveURL('/search')
  await expect(tilesOf(page)).toHaveCount(30)
})

test('Back finds the list as it was left, a new search of the same begins anew', async ({ page, signIn }) => {
  await signIn('juror7')
  await page.goto('/search?sort=popular')
  await expect(tilesOf(page)).toHaveCount(30)
  await scrollDown(page)
  await expect.poll(() => tilesOf(page).count()).toBeGreaterThanOrEqual(60)
  const tile = tilesOf(page).nth(40)
  await tile.scrollIntoViewIfNeeded()
  await expect.poll(() => Number(parametersOf(page).page)).toBeGreaterThanOrEqual(2)
  const top = () => tile.evaluate(element => Math.round(element.getBoundingClientRect().top))
  const before = await top()
  await tile.getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/\/designers\//)
  await expect(page.getByRole('navigation', { name: 'Profile' })).toBeVisible()
  await page.goBack()
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3)

  await page.getByLabel('Sort').selectOption('oldest')
  await expect.poll(() => parametersOf(page)).toEqual({ sort: 'oldest' })
  await page.getByLabel('Sort').selectOption('popular')
  await expect.poll(() => parametersOf(page)).toEqual({ sort: 'popular' })
  await expect(tilesOf(page)).toHaveCount(30)
})

test('the detail walks through what was found, past the end of a page', async ({ page, signIn }) => {
  await signIn('juror8')
  await page.goto('/search?sort=oldest')
  await expect(tilesOf(page)).toHaveCount(30)
  const ids = await findIds(page, 'sort=oldest', [1, 2])
  await tileOf(page, ids[28]!).click()
  await expectOpen(page, ids[28]!)
  for (const id of ids.slice(29, 33)) {
    await page.keyboard.press('ArrowRight')
    await expectOpen(page, id)
  }
  await expect.poll(() => parametersOf(page)).toMatchObject({ sort: 'oldest', logo_id: String(ids[32]) })
  await expect.poll(() => Number(parametersOf(page).page)).toBeGreaterThanOrEqual(2)
  expect(openIdOf(page)).toBe(ids[32])
  await page.keyboard.press('ArrowLeft')
  await expectOpen(page, ids[31]!)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(tileOf(page, ids[31]!)).toBeFocused()
  await expect.poll(() => Number(parametersOf(page).page)).toBeGreaterThanOrEqual(2)
  expect(parametersOf(page).logo_id).toBeUndefined()
})

test('another spelling that was searched instead is said', async ({ page, signIn }) => {
  await signIn('juror9')
  const { count } = await find(page, 'search_text=coffee')
  await page.goto('/search?keyword=cofffee')
  await expect(page.getByText('Nothing found for “cofffee”. Showing results for “coffee”.')).toBeVisible()
  await expect(countSaid(page)).toHaveText(`${count} logo${count === 1 ? '' : 's'}`)
  await page.getByRole('link', { name: '“coffee”' }).click()
  await expect(page).toHaveURL('/search?keyword=coffee')
  await expect(page.getByText('Nothing found for')).toBeHidden()
})

test('where nothing is found, each filter can be let go with one tap', async ({ page, signIn }) => {
  await signIn('juror9')
  await page.goto('/search?keyword=coffee&design_firm=zzyzx')
  await expect(page.getByRole('heading', { name: 'No logo is all of this at once' })).toBeVisible()
  const { count } = await find(page, 'search_text=coffee')
  await page.getByRole('link', { name: `Without zzyzx ${count}` }).click()
  await expect(page).toHaveURL('/search?keyword=coffee')
  await expect(tilesOf(page)).toHaveCount(Math.min(30, count))

  await page.goto('/search?design_firm=zzyzx')
  await expect(page.getByRole('heading', { name: 'Nothing found for “zzyzx”' })).toBeVisible()
  await page.getByRole('link', { name: 'See all logos' }).click()
  await expect(tilesOf(page)).toHaveCount(30)
})

test('a first page that does not arrive is a toast, a later one is said in its place', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/logos\?/])
  await signIn('juror1')
  const toast = page.getByText('Error fetching logos.')
  await page.route(/\/api\/logos\?.*page=/, route => route.abort())
  await page.goto('/search')
  await expect(toast).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The logos did not arrive' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  await page.unroute(/\/api\/logos\?.*page=/)
  await page.route(/\/api\/logos\?.*page=2/, route => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(tilesOf(page)).toHaveCount(30)

  await scrollDown(page)
  await expect(page.getByRole('heading', { name: 'The next logos did not arrive' })).toBeVisible()
  await expect(toast).toBeHidden()
  expect(parametersOf(page).page).toBeUndefined()
  await page.unroute(/\/api\/logos\?.*page=2/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => tilesOf(page).count()).toBeGreaterThanOrEqual(60)
})

test('the header’s search opens, suggests and closes', { tag: '@both' }, async ({ page, signIn }) => {
  await signIn('juror2')
  await page.goto('/')
  const trigger = searchButton(page)
  const field = page.getByRole('combobox', { name: 'Search logos' })
  await trigger.click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('placeholder', 'Search 400,000+ logos')
  // In the margin, beside everything.
  await page.mouse.click(4, 700)
  await expect(field).toBeHidden()

  await trigger.click()
  await field.fill('co')
  const [option] = await (await page.request.get('/api/logos/suggestions?kind=company&text=co')).json()
  await page.getByRole('option', { name: option.name }).click()
  await expect.poll(() => parametersOf(page)).toEqual({ design_firm: option.name })
  await expect(field).toBeHidden()
  await expect(tilesOf(page).first()).toBeVisible()
  // The page has a field of its own.
  await expect(trigger).toBeHidden()
  await expect(keywordField(page)).toBeVisible()
})

test('the header’s search is all done by keyboard', async ({ page, signIn }) => {
  await signIn('juror3')
  await page.goto('/')
  await expect(searchButton(page)).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search logos' })
  const { keyboard } = page
  await keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(searchButton(page)).toBeFocused()

  // Leaving it and coming back by Tab opens it; there is a way out in both directions.
  await keyboard.press('Shift+Tab')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()).toBeFocused()
  await keyboard.press('Tab')
  await expect(field).toBeFocused()
  await keyboard.press('Shift+Tab')
  await expect(field).toBeHidden()
  await keyboard.press('Tab')
  await expect(field).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(field).toBeHidden()

  await keyboard.press('/')
  await expect(field).toBeFocused()
  await keyboard.type('co')
  await expect(page.getByRole('group', { name: 'Keywords' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Companies' })).toBeVisible()
  const industries = page.getByRole('group', { name: 'Industries' }).getByRole('option')
  await expect(industries.first()).toBeVisible()
  const name = (await industries.last().locator('span').first().innerText()).trim()
  await keyboard.press('ArrowUp')
  await expect(industries.last()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await industries.last().getAttribute('id'))!)
  await keyboard.press('Enter')
  await expect.poll(() => parametersOf(page)).toEqual({ industry: name })

  await page.goto('/')
  await expect(searchButton(page)).toBeVisible()
  await keyboard.press('/')
  await expect(field).toBeFocused()
  await keyboard.type('coffee/tea')
  await keyboard.press('Enter')
  await expect.poll(() => parametersOf(page)).toEqual({ keyword: 'coffee/tea' })
  await expect(keywordField(page)).toHaveValue('coffee/tea')
  await keyboard.press('/')
  await expect(keywordField(page)).toBeFocused()
})

test('a search and its filters are all done by keyboard', async ({ page, signIn }) => {
  await signIn('juror4')
  await page.goto('/search')
  await expect(tilesOf(page)).toHaveCount(30)
  const { keyboard } = page
  await keyboard.press('/')
  await keyboard.type('coffee')
  await keyboard.press('Enter')
  await expect.poll(() => parametersOf(page)).toEqual({ keyword: 'coffee' })
  await expect(keywordField(page)).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(page.getByLabel('Class', { exact: true })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.type('an')
  await keyboard.press('Enter')
  await expect.poll(() => parametersOf(page)).toEqual({ keyword: 'coffee', designer: 'an' })
  await expect(page.getByLabel('Designer', { exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'Remove Designer an' }).focus()
  await keyboard.press('Enter')
  await expect.poll(() => parametersOf(page)).toEqual({ keyword: 'coffee' })
  await expect(page.getByRole('list', { name: 'Filters in use' })).toBeFocused()
})

test('the form’s fields suggest names, which are searched at once', { tag: '@both' }, async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn('juror9')
  for (const { name, label, kind } of [
    { name: 'designer', label: 'Designer', kind: 'company' },
    { name: 'design_firm', label: 'Design firm', kind: 'company' },
    { name: 'client', label: 'Client', kind: 'client' },
    { name: 'industry', label: 'Industry', kind: 'industry' },
  ]) {
    const [first, second] = await (
      await page.request.get(`/api/logos/suggestions?kind=${kind}&text=o`)
    ).json()
    await page.goto('/search')
    if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
    const field = page.getByRole('combobox', { name: label, exact: true })
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await field.fill('o')
    await expect(options.first()).toContainText(first.name)
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    // By keyboard: the second; Escape leaves what was typed.
    await field.press('Escape')
    await expect(options).toHaveCount(0)
    await expect(field).toHaveValue('o')
    await field.pressSequentially(' ')
    await expect(options.first()).toBeVisible()
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id'))!)
    await field.press('Enter')
    await expect.poll(() => parametersOf(page)).toEqual({ [name]: second.name })
    await expect(options).toHaveCount(0)
    // By pointer: the first.
    await field.fill('o')
    await options.first().click()
    await expect.poll(() => parametersOf(page)).toEqual({ [name]: first.name })
    await expect(field).toBeFocused()
    await expect(tilesOf(page).first()).toBeVisible()
  }
})

const states: Record<string, { path: string; ready: (page: Page) => Promise<unknown> }> = {
  results: {
    path: '/search?keyword=cofffee&sort=oldest',
    ready: page => expect(tilesOf(page).first()).toBeVisible(),
  },
  'a later page': {
    path: '/search?page=2',
    ready: page => expect(page.getByRole('button', { name: 'Show earlier logos' })).toBeVisible(),
  },
  'nothing found': {
    path: '/search?keyword=coffee&design_firm=zzyzx&country=SE&type=combo',
    ready: page => expect(page.getByRole('link', { name: 'Without zzyzx' })).toBeVisible(),
  },
  'a field’s suggestions': {
    path: '/search',
    ready: async page => {
      await expect(tilesOf(page).first()).toBeVisible()
      const toggle = page.getByRole('button', { name: 'Filters' })
      if (await toggle.isVisible()) await toggle.click()
      await page.getByRole('combobox', { name: 'Industry' }).fill('o')
      const list = page.getByRole('listbox', { name: 'Suggestions' })
      await expect(list.getByRole('option').first()).toBeVisible()
    },
  },
  'the header’s panel': {
    path: '/',
    ready: async page => {
      await expect(tilesOf(page).first()).toBeVisible()
      await searchButton(page).click()
      await page.getByRole('combobox', { name: 'Search logos' }).fill('co')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
}

for (const [name, { path, ready }] of Object.entries(states)) {
  test(`axe finds nothing wrong with search: ${name}`, { tag: '@both' }, async ({
    page,
    signIn,
    isMobile,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn('juror5')
    await page.goto(path)
    await ready(page)
    if (isMobile && path !== '/') await page.getByRole('button', { name: 'Filters' }).click()
    // The phone has the same colours.
    expect(await findFaults(page, isMobile ? ['light'] : undefined)).toEqual([])
  })

  test(`nothing of search scrolls sideways at 320 px: ${name}`, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signIn('juror6')
    await page.goto(path)
    await ready(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
  })
}
