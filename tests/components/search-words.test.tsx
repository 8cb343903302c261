// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { refreshSuggestions } from '../../server/features/search/queries.ts'
import type { QuickSearch } from '../../shared/api/search.ts'
import { countryName } from '../../shared/rules/format.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { button, field, input, untilAt, untilFocused } from './find.ts'
import { logIn } from './log-in.ts'
import { testSite } from './site.tsx'

// What is typed into the search page and the header's search, and what they suggest.

const site = testSite()
beforeAll(async () => {
  for (const [company, country] of [
    ['Polar Works', 'PL'],
    ['Poppy Office', 'PT'],
  ] as const) {
    const { designer_id } = await createDesigner(site.db, { company, country })
    for (const title of ['Pole star', 'Pond'])
      await createLogo(site.db, {
        designer_id,
        title,
        designer: `Otto ${company}`,
        client: `Oak & ${company}`,
        industry: `Office of ${company}`,
        keywords: ['pottery', 'poem', 'oak', 'owl', 'reed', 'moss'],
      })
  }
  await refreshSuggestions(site.db)
})

const enter = async () => {
  const member = await createDesigner(site.db)
  return { ...member, ...(await site.signIn(member)) }
}
const parameters = () => Object.fromEntries(new URLSearchParams(location.search))
const untilSearched = (wanted: Record<string, string>) => waitFor(() => expect(parameters()).toEqual(wanted))
const optionsOf = (name: string | RegExp) => {
  const group = screen.queryByRole('group', { name })
  return group ? within(group).queryAllByRole('option') : []
}
const textsOf = (elements: HTMLElement[]) => elements.map(element => element.textContent)
const logosOf = (count: number) => `${count} ${count === 1 ? 'logo' : 'logos'}`

test('a visitor who searches signs in and returns to the search', async () => {
  const { username } = await createDesigner(site.db)
  site.open('/')
  await screen.findByRole('link', { name: 'Login' })
  expect(screen.queryByRole('button', { name: /^Search .*logos$/ })).toBeNull()
  const user = site.open('/search?keyword=fox&type=symbols')
  await untilAt(`/login?next=${encodeURIComponent('/search?keyword=fox&type=symbols')}`)
  await logIn(user, username)
  await untilAt('/search?keyword=fox&type=symbols')
  await waitFor(() => expect(input('Keyword').value).toBe('fox'))
})

test.each([
  { name: 'designer', label: 'Designer', kind: 'company' },
  { name: 'design_firm', label: 'Design firm', kind: 'company' },
  { name: 'client', label: 'Client', kind: 'client' },
  { name: 'industry', label: 'Industry', kind: 'industry' },
])('the field $label suggests names, which are searched at once', async ({ name, label, kind }) => {
  const { send } = await enter()
  const found = await send({ method: 'GET', url: `/api/logos/suggestions?kind=${kind}&text=o` })
  const [first, second] = found.json() as { name: string }[]
  const user = site.open('/search')
  const combobox = await screen.findByRole<HTMLInputElement>('combobox', { name: label })
  const options = () => {
    const list = document.getElementById(combobox.getAttribute('aria-controls') ?? '')
    return list ? within(list).queryAllByRole('option') : []
  }
  const untilOffered = () => waitFor(() => expect(options()[0]?.textContent).toContain(first!.name))
  await user.type(combobox, 'o')
  await untilOffered()
  expect(combobox.getAttribute('aria-expanded')).toBe('true')
  // By keyboard, the second; Escape restores the typed text.
  await user.keyboard('{Escape}')
  await waitFor(() => expect(options()).toEqual([]))
  expect(combobox.value).toBe('o')
  await user.keyboard(' ')
  await untilOffered()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(options()[1]!.getAttribute('aria-selected')).toBe('true'))
  expect(combobox.getAttribute('aria-activedescendant')).toBe(options()[1]!.id)
  await user.keyboard('{Enter}')
  await untilSearched({ [name]: second!.name })
  await waitFor(() => expect(options()).toEqual([]))
  // By pointer: the first.
  await user.clear(combobox)
  await user.type(combobox, 'o')
  await untilOffered()
  await user.click(options()[0]!)
  await untilSearched({ [name]: first!.name })
  await untilFocused(combobox)
  await waitFor(() => expect(options()).toEqual([]))
  await user.click(await screen.findByRole('link', { name: `Remove ${label} ${first!.name}` }))
  await untilSearched({})
  await waitFor(() => expect(combobox.value).toBe(''))
})

/** Opens the header's search on a page without a wall. */
async function openPanel() {
  const user = site.open('/terms')
  await user.click(await screen.findByRole('button', { name: /^Search 400,000\+ logos/ }))
  await waitFor(() => expect(optionsOf('Subjects')).toHaveLength(6))
  return user
}
const panelField = () => screen.getByRole('combobox', { name: 'Search logos' })
const recent = () => optionsOf('Recent searches')
const untilRecent = (...words: string[]) => waitFor(() => expect(textsOf(recent())).toEqual(words))

async function searchInPanel(...words: string[]) {
  for (const keyword of words) {
    const user = await openPanel()
    await user.type(panelField(), `${keyword}{Enter}`)
    await untilSearched({ keyword })
  }
}

test('recent searches are listed, the last five, and can be removed', async () => {
  await enter()
  await searchInPanel('ant', 'bee', 'cat', 'dog', 'elk', 'fox', 'bee')
  // A submission of the search page’s form counts, too; a choice of a filter does not.
  const user = site.open('/search?keyword=bee')
  await user.click(await screen.findByRole('link', { name: 'Remove Keyword bee' }))
  await untilSearched({})
  await waitFor(() => expect(input('Keyword').value).toBe(''))
  await user.type(field('Keyword'), 'gnu{Enter}')
  await untilSearched({ keyword: 'gnu' })
  const again = await openPanel()
  await untilRecent('gnu', 'bee', 'fox', 'elk', 'dog')

  await again.type(panelField(), '{ArrowDown}{Delete}')
  await untilRecent('bee', 'fox', 'elk', 'dog')
  await screen.findByText('Removed gnu')
  await openPanel()
  await untilRecent('bee', 'fox', 'elk', 'dog')
  await again.click(recent()[1]!)
  await untilSearched({ keyword: 'fox' })
  await openPanel()
  await untilRecent('fox', 'bee', 'elk', 'dog')
})

test('recent searches are those of one account, and are cleared by a press and by signing out', async () => {
  const first = await enter()
  await searchInPanel('ant', 'yak')
  const second = await createDesigner(site.db)
  await site.signIn(second)
  await openPanel()
  expect(recent()).toEqual([])
  await site.signIn(first)
  const user = await openPanel()
  await untilRecent('yak', 'ant')
  await user.keyboard('{Escape}')
  await user.click(button(/^Account of/))
  await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Account of/ })).toBeNull())
  await site.signIn(first)
  await openPanel()
  expect(recent()).toEqual([])

  await searchInPanel('yak')
  const again = await openPanel()
  await untilRecent('yak')
  await again.click(button('Clear recent searches'))
  await waitFor(() => expect(recent()).toEqual([]))
  await untilFocused(panelField())
  expect(JSON.stringify({ ...localStorage })).not.toContain('yak')
})

test('the header’s search finds logos, designers, keywords and countries', async () => {
  const { send } = await enter()
  const text = 'po'
  const found: QuickSearch = (
    await send({ method: 'GET', url: `/api/logos/quick-search?text=${text}` })
  ).json()
  for (const kind of [found.logos, found.designers, found.keywords, found.countries])
    expect(kind.length).toBeGreaterThan(0)
  const type = async () => {
    const user = await openPanel()
    await user.type(panelField(), text)
    await waitFor(() => expect(optionsOf('Keywords')).not.toEqual([]))
    return user
  }
  const user = await type()
  const logos = logosOf(found.count)
  expect(optionsOf(logos)).toHaveLength(found.logos.length)
  for (const [i, logo] of found.logos.entries())
    expect(
      within(screen.getByRole('group', { name: logos })).getAllByRole('option', { name: logo.logo }),
    ).toContain(optionsOf(logos)[i])
  expect(textsOf(optionsOf('Designers'))).toEqual(
    found.designers.map(d => `${d.company}${logosOf(d.logo_ct)}`),
  )
  expect(textsOf(optionsOf('Keywords'))).toEqual(found.keywords.map(k => `${k.name}${logosOf(k.logo_ct)}`))
  const [country] = found.countries
  const name = countryName(country!.code)
  expect(name).not.toBe(name.toUpperCase())
  expect(optionsOf('Countries')[0]!.textContent).toBe(`${name}${logosOf(country!.logo_ct)}`)
  // The same number as its search finds.
  const searched = await send({ method: 'GET', url: `/api/logos?filter_country=${country!.code}` })
  expect(searched.json().count).toBe(country!.logo_ct)
  await user.click(optionsOf('Countries')[0]!)
  await untilSearched({ country: country!.code })

  await type()
  await user.click(optionsOf('Designers')[0]!)
  await untilAt(`/designers/${found.designers[0]!.slug}?tab=logos`)

  await type()
  await user.click(optionsOf(logos)[0]!)
  await untilSearched({ keyword: text, logo_id: String(found.logos[0]!.logo_id) })
  await screen.findByRole('dialog')
})

test('a quick search is debounced, and a superseded one is aborted', async () => {
  await enter()
  const user = await openPanel()
  const requested: string[] = []
  const aborted: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  onTestFinished(() => release())
  site.answer('GET /api/logos/quick-search', async ({ forward, query, signal }) => {
    const text = query.get('text')!
    requested.push(text)
    signal!.addEventListener('abort', () => aborted.push(text))
    if (requested.length === 1) await held
    return forward()
  })
  // Both letters in one task, so that the debounce sees no pause between them.
  for (const value of ['o', 'ow']) fireEvent.change(panelField(), { target: { value } })
  await waitFor(() => expect(requested).toEqual(['ow']))
  await user.type(panelField(), 'l')
  await waitFor(() => expect(requested).toEqual(['ow', 'owl']))
  await waitFor(() => expect(aborted).toEqual(['ow']))
})
