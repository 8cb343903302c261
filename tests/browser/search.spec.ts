import type { Page } from '@playwright/test'
import type { QuickSearch } from '../../shared/api/search.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'
import { keepToasts } from './toasts.ts'
import { expectOpen, idsOnWall, openIdOf, tileOf, tilesOf } from './wall.ts'

type Found = { data: { logo_id: number; company: string; industry: string }[]; count: number }

const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const chips = (page: Page) => page.getByRole('list', { name: 'Filters in use' }).getByRole('link')
const searchButton = (page: Page) => page.getByRole('button', { name: /^Search (400,000\+ )?logos$/ })
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

test('scrolling writes the page into the same history entry', { tag: '@both' }, async ({ page, signIn }) => {
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
  expect(parametersOf(page).sort).toBe('oldest')
  expect(await page.evaluate(() => history.length)).toBe(length)
  const ids = await findIds(page, 'sort=oldest', [1, 2, 3, 4, 5, 6])
  // Tiles outside the viewport are rendered a little later.
  await expect.poll(async () => `${ids},`.startsWith(`${await idsOnWall(page)},`)).toBe(true)

  // The address that is left, read in the same step: more may load until then.
  const search = await page.getByLabel('Type').evaluate((select: HTMLSelectElement) => {
    const { search } = location
    select.value = 'symbols'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    return search
  })
  const last = new URLSearchParams(search).get('page')
  await expect.poll(() => parametersOf(page)).toEqual({ type: 'symbols', sort: 'oldest' })
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => parametersOf(page)).toEqual({ sort: 'oldest', page: last })
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('the end of the list shows the number of results', async ({ page, signIn }) => {
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

test('a URL with a page starts the list there, and earlier logos load above without a shift', async ({
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
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3)
  await earlier.click()
  await expect.poll(() => idsOnWall(page).then(ids => ids[0])).toBe((await first)![0])
  await expect(earlier).toBeHidden()

  // A reload begins at the same page.
  await page.goto('/search?sort=oldest&page=3')
  await page.reload()
  await expect.poll(() => idsOnWall(page).then(ids => ids[0])).toBe((await third)![0])
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('Back restores the list, and the same search sent again starts at its first page', async ({
  page,
  signIn,
}) => {
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

test('the detail moves through the results, past the end of a page', async ({ page, signIn }) => {
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

test('without results, each filter can be removed with one tap', async ({ page, signIn }) => {
  await signIn('juror9')
  await page.goto('/search?keyword=coffee&design_firm=zzyzx')
  await expect(page.getByRole('heading', { name: 'No logo is all of this at once' })).toBeVisible()
  const { count } = await find(page, 'search_text=coffee')
  // Below each suggestion, its first four logos.
  const offer = page.getByRole('link', { name: `Without zzyzx ${count}` })
  const marks = page.locator('main a[aria-hidden] picture')
  await expect(marks).toHaveCount(Math.min(4, count))
  const below = async () => {
    const [button, mark] = [(await offer.boundingBox())!, (await marks.first().boundingBox())!]
    return mark.y - button.y - button.height
  }
  await expect.poll(below).toBeGreaterThanOrEqual(0)
  await offer.click()
  await expect(page).toHaveURL('/search?keyword=coffee')
  await expect(tilesOf(page)).toHaveCount(Math.min(30, count))

  await page.goto('/search?design_firm=zzyzx')
  await expect(page.getByRole('heading', { name: 'Nothing found for “zzyzx”' })).toBeVisible()
  await page.getByRole('link', { name: 'See all logos' }).click()
  await expect(tilesOf(page)).toHaveCount(30)
})

test('a first page that fails to load shows a toast, a later one an error in its place', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/logos\?/])
  await keepToasts(page)
  await signIn('juror1')
  const toast = page.getByText('Error fetching logos.')
  await page.route(/\/api\/logos\?.*page=/, route => route.abort())
  await page.goto('/search')
  await expect(toast).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The logos didn’t load' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  await page.unroute(/\/api\/logos\?.*page=/)
  await page.route(/\/api\/logos\?.*page=2/, route => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(tilesOf(page)).toHaveCount(30)

  await scrollDown(page)
  await expect(page.getByRole('heading', { name: 'The next logos didn’t load' })).toBeVisible()
  await expect(toast).toBeHidden()
  expect(parametersOf(page).page).toBeUndefined()
  await page.unroute(/\/api\/logos\?.*page=2/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => tilesOf(page).count()).toBeGreaterThanOrEqual(60)
})

const panelField = (page: Page) => page.getByRole('combobox', { name: 'Search logos' })
const groupOf = (page: Page, name: string | RegExp) => page.getByRole('group', { name }).getByRole('option')

async function lookUp(page: Page, text: string): Promise<QuickSearch> {
  return (await page.request.get(`/api/logos/quick-search?${new URLSearchParams({ text })}`)).json()
}

const logosOf = (count: number) => `${count} ${count === 1 ? 'logo' : 'logos'}`

/** A prefix of a country, of keywords and of a designer’s name. */
async function findBeginning(page: Page) {
  for (const text of ['sw', 'po', 'ge', 'no', 'de', 'in', 'be', 'fr', 'un', 'ca']) {
    const found = await lookUp(page, text)
    if (found.logos.length && found.designers.length && found.keywords.length && found.countries.length)
      return { text, found }
  }
  throw new Error('No text finds something of each kind.')
}

test('the header’s search opens in place, suggests subjects and closes', { tag: '@both' }, async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn('juror2')
  await page.goto('/')
  const trigger = searchButton(page)
  await expect(trigger).toBeVisible()
  await page.evaluate(async () => void (await document.fonts.ready))
  const before = (await trigger.boundingBox())!
  await trigger.click()
  await expect(panelField(page)).toBeFocused()
  await expect(panelField(page)).toHaveAttribute(
    'placeholder',
    isMobile ? 'Search logos' : 'Search 400,000+ logos',
  )
  const { keywords } = await lookUp(page, '')
  expect(keywords).toHaveLength(6)
  await expect(groupOf(page, 'Subjects')).toHaveText(keywords.map(k => `${k.name}${logosOf(k.logo_ct)}`))
  const panel = page.getByRole('search').locator('..')
  if (isMobile) {
    await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize()! })
    await page.getByRole('button', { name: 'Close search' }).tap()
  } else {
    const { x, y, width } = before
    await expect.poll(() => panel.boundingBox()).toMatchObject({ x, y, width })
    expect(before.height).toBe(44)
    // In the margin, beside the content.
    await page.mouse.click(4, 700)
  }
  await expect(panelField(page)).toBeHidden()

  await trigger.click()
  await groupOf(page, 'Subjects').first().click()
  await expect.poll(() => parametersOf(page)).toEqual({ keyword: keywords[0]!.name })
  // The page has its own search field.
  await expect(trigger).toBeHidden()
  await expect(keywordField(page)).toBeVisible()
})

test('the button of the header’s search shortens its label in a narrow header', async ({ page, signIn }) => {
  await signIn('juror2')
  await page.goto('/')
  await expect(searchButton(page)).toHaveAccessibleName('Search 400,000+ logos')
  for (const width of [899, 768, 720]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(searchButton(page)).toHaveAccessibleName('Search logos')
    const words = searchButton(page).locator('span').first()
    await expect.poll(() => words.evaluate(e => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width)
  }
})

const recentSearches = (page: Page) => groupOf(page, 'Recent searches')

/** Opens the header's search on a page without a wall. */
async function openPanel(page: Page) {
  await page.goto('/terms')
  await searchButton(page).click()
  await expect(groupOf(page, 'Subjects')).toHaveCount(6)
}

/** Searches for a word in the open panel. */
async function searchInPanel(page: Page, keyword: string) {
  await panelField(page).fill(keyword)
  await panelField(page).press('Enter')
  await expect.poll(() => parametersOf(page)).toEqual({ keyword })
}

test('on a phone a recent search is removed by touch', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn('juror3')
  for (const word of ['ant', 'bee']) {
    await openPanel(page)
    await searchInPanel(page, word)
  }
  await openPanel(page)
  await expect(recentSearches(page)).toHaveText(['bee', 'ant'])
  await recentSearches(page).first().locator('[data-remove]').tap()
  await expect(recentSearches(page)).toHaveText(['ant'])
})

test('a keyboard is enough for the header’s search', async ({ page, signIn }) => {
  await signIn('juror3')
  await page.goto('/')
  await expect(searchButton(page)).toBeVisible()
  const field = panelField(page)
  const { keyboard } = page
  await keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(searchButton(page)).toBeFocused()

  // Tab out and back in opens it; the focus can leave in both directions.
  await keyboard.press('Shift+Tab')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()).toBeFocused()
  await keyboard.press('Tab')
  await expect(field).toBeFocused()
  await keyboard.press('Shift+Tab')
  await expect(field).toBeHidden()
  await keyboard.press('Tab')
  await expect(field).toBeFocused()
  // Past the button beside it and the colours, which are one stop.
  await expect(page.getByRole('toolbar', { name: 'Colours in the gallery' })).toBeVisible()
  for (let stop = 0; stop < 3; stop++) await keyboard.press('Tab')
  await expect(field).toBeHidden()

  await keyboard.press('/')
  await expect(field).toBeFocused()
  const { text, found } = await findBeginning(page)
  await keyboard.type(text)
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  const { logos, designers, keywords, countries } = found
  const count = logos.length + designers.length + keywords.length + countries.length
  await expect(options).toHaveCount(count)
  await expect(page.getByRole('status').filter({ hasText: 'suggestions' })).toHaveText(
    `${logosOf(found.count)}, ${count} suggestions`,
  )
  const expectAt = async (index: number) => {
    await expect(options.nth(index)).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute(
      'aria-activedescendant',
      (await options.nth(index).getAttribute('id'))!,
    )
  }
  await keyboard.press('ArrowUp')
  await expectAt(count - 1)
  await keyboard.press('Home')
  await expectAt(0)
  await keyboard.press('ArrowDown')
  await expectAt(1)
  await keyboard.press('End')
  await expectAt(count - 1)
  // One option more is the text itself, where Home moves the caret.
  await keyboard.press('ArrowDown')
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await keyboard.press('Home')
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0)
  await keyboard.press('ArrowUp')
  await expectAt(count - 1)
  await keyboard.press('Enter')
  await expect.poll(() => parametersOf(page)).toEqual({ country: countries.at(-1)!.code })

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

test('the key / pressed as soon as the search page is in the document keeps the focus in its field', async ({
  page,
  signIn,
}) => {
  await signIn('juror3')
  await page.goto('/')
  await expect(searchButton(page)).toBeVisible()
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('input[name=keyword]')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await page.keyboard.press('/')
  await expect(panelField(page)).toBeFocused()
  await page.keyboard.type('coffee')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('coffee · Search · Colophon')
  await expect(keywordField(page)).toBeFocused()
})

test('a keyboard is enough for a search and its filters', async ({ page, signIn }) => {
  await signIn('juror4')
  await page.goto('/search')
  await expect(tilesOf(page)).toHaveCount(30)
  const { keyboard } = page
  await keyboard.press('/')
  await expect(keywordField(page)).toBeFocused()
  await keyboard.type('coffee')
  await keyboard.press('Enter')
  // The address changes before the form is rendered for it.
  await expect(page.getByRole('link', { name: 'Remove Keyword coffee' })).toBeVisible()
  expect(parametersOf(page)).toEqual({ keyword: 'coffee' })
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

type State = {
  name: string
  path: string
  ready: (page: Page) => Promise<unknown>
  /** Whether the narrow window hides it, so that it is reached there again. */
  isHiddenNarrow?: boolean
}

const pageStates: State[] = [
  {
    name: 'results',
    path: '/search?keyword=cofffee&sort=oldest',
    ready: page => expect(tilesOf(page).first()).toBeVisible(),
  },
  {
    name: 'a later page',
    path: '/search?page=2',
    ready: page => expect(page.getByRole('button', { name: 'Show earlier logos' })).toBeVisible(),
  },
  {
    name: 'nothing found',
    path: '/search?keyword=coffee&design_firm=zzyzx&country=SE&type=combo',
    ready: page => expect(page.getByRole('link', { name: 'Without zzyzx' })).toBeVisible(),
  },
  {
    name: 'a field’s suggestions',
    path: '/search',
    ready: async page => {
      await expect(tilesOf(page).first()).toBeVisible()
      const toggle = page.getByRole('button', { name: 'Filters' })
      if (await toggle.isVisible()) await toggle.click()
      await page.getByRole('combobox', { name: 'Industry' }).fill('o')
      const list = page.getByRole('listbox', { name: 'Suggestions' })
      await expect(list.getByRole('option').first()).toBeVisible()
    },
    isHiddenNarrow: true,
  },
]
const panelStates: State[] = [
  {
    name: 'the header’s panel, empty',
    path: '/',
    ready: async page => {
      await expect(tilesOf(page).first()).toBeVisible()
      for (const word of ['owl', 'a word with many letters in it, and many more']) {
        await searchButton(page).click()
        await panelField(page).fill(word)
        await panelField(page).press('Enter')
        await expect(keywordField(page)).toHaveValue(word)
        await page.getByRole('link', { name: 'Colophon' }).first().click()
      }
      await expect(tilesOf(page).first()).toBeVisible()
      await searchButton(page).click()
      await panelField(page).press('ArrowDown')
      await expect(groupOf(page, 'Recent searches')).toHaveCount(2)
      await expect(groupOf(page, 'Subjects')).toHaveCount(6)
    },
  },
  {
    name: 'the header’s panel, typed into',
    path: '/',
    ready: async page => {
      await expect(tilesOf(page).first()).toBeVisible()
      const { text } = await findBeginning(page)
      await searchButton(page).click()
      await panelField(page).fill(text)
      await expect(groupOf(page, 'Countries').first()).toBeVisible()
      await panelField(page).press('ArrowDown')
    },
  },
]

for (const [subject, states] of Object.entries({ 'the page': pageStates, 'the header’s panel': panelStates }))
  test(`axe finds nothing wrong with search, and nothing scrolls sideways at 320 px: ${subject}`, {
    tag: '@both',
  }, async ({ page, signIn, isMobile }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn('juror5')
    for (const { name, path, ready, isHiddenNarrow } of states) {
      const open = async () => {
        await page.goto(path)
        await ready(page)
      }
      await open()
      if (isMobile && path !== '/' && !isHiddenNarrow) {
        // On a phone the form is behind a button.
        await expect(page.getByLabel('Designer', { exact: true })).toBeHidden()
        await page.getByRole('button', { name: 'Filters' }).click()
        await expect(page.getByLabel('Designer', { exact: true })).toBeVisible()
      }
      await expectAccessible(page, name, { isMobile, ...(isHiddenNarrow && { again: open }) })
    }
  })

/** Types what is no colour, in a narrow and in a wide window. The note stands between the field and what is below it. */
async function expectNoteToMoveNothing(page: Page) {
  const field = page.getByRole('textbox', { name: 'Colour', exact: true })
  const swatch = page.getByRole('toolbar', { name: 'Colours in the gallery' }).getByRole('button').first()
  const sort = page.getByLabel('Sort', { exact: true })
  const note = page.getByText('A colour is six hexadecimal digits, or three.')
  const readBoxes = () => Promise.all([field, swatch, sort].map(each => each.boundingBox()))
  for (const [width, below] of [
    [390, swatch],
    [1440, sort],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 390) await page.getByRole('button', { name: 'Filters' }).click()
    await field.fill('')
    await expect(note).toHaveCount(0)
    const before = await readBoxes()
    await field.fill('red')
    await field.press('Enter')
    await expect(note).toBeVisible()
    expect(await readBoxes()).toEqual(before)
    const { y, height } = (await note.boundingBox())!
    expect(y).toBeGreaterThanOrEqual(before[0]!.y + before[0]!.height)
    expect(y + height).toBeLessThanOrEqual((await below.boundingBox())!.y)
  }
}

test('a pasted colour is a chip and in the address, and the chip removes it; the note at a wrong one moves nothing; a logo’s page leads to its colours', async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn('juror9')
  const answer = await page.request.get('/api/logos?page_size=100')
  const { data } = (await answer.json()) as { data: { logo_id: number; colors: { hex: string }[] }[] }
  const logo = data.find(each => each.colors.length > 0)!
  const hex = logo.colors[0]!.hex
  await page.goto('/search')
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill(hex.toUpperCase())
  await expect(page).toHaveURL(`/search?color=${hex.slice(1)}`)
  await expect(chips(page)).toHaveText([`RemoveColour${hex}`])
  await expect(tilesOf(page).first()).toBeVisible()
  await chips(page).click()
  await expect(page).toHaveURL('/search')
  await expectNoteToMoveNothing(page)
  await page.goto(`/logo/${logo.logo_id}`)
  await page.getByRole('main').getByRole('link', { name: hex, exact: true }).click()
  await expect(page).toHaveURL(`/search?color=${hex.slice(1)}`)
})

test('a colour is chosen among those of the gallery by keyboard, and another one is taken from the screen', async ({
  page,
  signIn,
}) => {
  // The browser's own lens covers the screen and answers to no test.
  await page.addInitScript(() => {
    Object.assign(window, {
      EyeDropper: class {
        open = async () => ({ sRGBHex: '#123a7a' })
      },
    })
  })
  await signIn('juror9')
  await page.goto('/search')
  const swatches = page.getByRole('toolbar', { name: 'Colours in the gallery' }).getByRole('button')
  const [first, second] = [swatches.first(), swatches.nth(1)]
  await first.focus()
  await first.press('ArrowRight')
  await expect(second).toBeFocused()
  await second.press('Enter')
  const hex = (await second.getAttribute('title'))!.split(' ').at(-1)!
  await expect(page).toHaveURL(`/search?color=${hex.slice(1)}`)
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await expect(second).toBeFocused()
  await expect(tilesOf(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Take a colour from the screen' }).click()
  await expect(page).toHaveURL(`/search?color=${hex.slice(1)}&color=123a7a`)
  await second.click()
  await expect(page).toHaveURL('/search?color=123a7a')
  await expect(second).toHaveAttribute('aria-pressed', 'false')
})
