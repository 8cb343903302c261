// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { defaultWords } from '../../shared/site-defaults.ts'
import { fillIn, pageWordsOf } from '../../shared/site-words.ts'
import { setSite } from '../../web/lib/site.ts'
import { createDesigner, createLogo, testPassword } from '../factories.ts'
import { address, button, untilAt, untilDescribed, untilFocused } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()
beforeAll(() => {
  const social_links = [{ name: 'Instagram', url: 'https://www.instagram.com/colophonbooks' }]
  setSite(pageWordsOf({ ...fillIn(defaultWords), social_links }, 0, new Date()))
})

type User = ReturnType<typeof site.open>

/** The header, once it is there. A page's own header follows it. */
const findBanner = async () => within((await screen.findAllByRole('banner'))[0]!)
const findLogin = async () => (await findBanner()).findByRole('link', { name: 'Login' })
const panel = () => screen.queryByRole('region', { name: 'Login' })
const ribbon = () => screen.queryByText(/Make your mark on logo history/)
const hrefOf = (element: Element) => element.getAttribute('href')

/** Opens the login form below the header and waits for it. */
async function openLogin(user: User) {
  await user.click(await findLogin())
  await untilFocused(
    await within(await screen.findByRole('region', { name: 'Login' })).findByLabelText('Username'),
  )
}

const untilClosed = () => waitFor(() => expect(panel()).toBeNull())

test('the header of a visitor links to every page open to visitors', async () => {
  const user = site.open('/faq')
  await screen.findByRole('heading', { level: 1 })
  const banner = await findBanner()
  const nav = within(screen.getByRole('navigation', { name: 'Main' }))
  const links = { Home: '/', Compete: '/compete', Trends: '/trends', News: '/news', Books: '/books' }
  for (const [name, path] of Object.entries(links)) expect(hrefOf(nav.getByRole('link', { name }))).toBe(path)
  expect(hrefOf(await findLogin())).toBe('/login?next=%2Ffaq')
  for (const name of ['Join', 'Join Today']) expect(hrefOf(banner.getByRole('link', { name }))).toBe('/join')
  expect(banner.queryByRole('button', { name: /Search/ })).toBeNull()
  expect(banner.queryByRole('link', { name: 'Upload' })).toBeNull()
  await waitFor(() => expect(ribbon()).not.toBeNull())
  const invitation = within(screen.getByRole('complementary', { name: 'Join' }))
  expect(hrefOf(invitation.getByRole('link'))).toBe('/join')

  const more = nav.getByRole('button', { name: 'More' })
  const untilMoreIsClosed = () => waitFor(() => expect(nav.queryByRole('link', { name: 'FAQ' })).toBeNull())
  await user.click(more)
  expect(more.getAttribute('aria-expanded')).toBe('true')
  expect(hrefOf(await nav.findByRole('link', { name: 'Contact' }))).toBe('/contact')
  await user.keyboard('{Escape}')
  await untilMoreIsClosed()
  await untilFocused(more)
  await user.click(more)
  await nav.findByRole('link', { name: 'FAQ' })
  await user.click(screen.getByRole('heading', { level: 1 }))
  await untilMoreIsClosed()
  await user.click(nav.getByRole('link', { name: 'Compete' }))
  await screen.findByRole('heading', { level: 1, name: 'Compete' })
  expect(nav.getByRole('link', { name: 'Compete' }).getAttribute('aria-current')).toBe('page')
})

test('a visitor signs in below the header on the same page, also after a wrong password', async () => {
  const { username } = await createDesigner(site.db)
  const user = site.open('/about')
  await openLogin(user)
  const form = () => within(panel()!)
  const fill = async (password: string) => {
    for (const [label, text] of Object.entries({ Username: username, Password: password })) {
      await user.clear(form().getByLabelText(label))
      await user.type(form().getByLabelText(label), text)
    }
  }
  await fill('Wrong-Horse-1!')
  await user.keyboard('{Enter}')
  const password = form().getByLabelText('Password')
  await untilDescribed(password, 'Username or Password Incorrect Forgot password?')
  await untilFocused(password)
  // Dismissing the message leaves the form open.
  await user.click(await screen.findByRole('button', { name: 'Dismiss message' }))
  await fill(testPassword)
  await user.click(form().getByRole('button', { name: 'Log in' }))
  await untilFocused(await screen.findByRole('button', { name: /^Account of / }))
  expect(address()).toBe('/about')
  expect(panel()).toBeNull()
  expect(ribbon()).toBeNull()
})

test('the login form below the header opens and closes by keyboard', async () => {
  const user = site.open('/about')
  const login = await findLogin()
  login.focus()
  await user.keyboard('{Enter}')
  await untilFocused(
    await within(await screen.findByRole('region', { name: 'Login' })).findByLabelText('Username'),
  )
  expect(login.getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{Escape}')
  await untilClosed()
  await untilFocused(login)

  await openLogin(user)
  for (let i = 0; i < 12 && panel(); i++) await user.tab()
  await untilClosed()
  await openLogin(user)
  await user.click(screen.getByRole('heading', { level: 1 }))
  await untilClosed()
  await openLogin(user)
  await user.click(login)
  await untilClosed()
})

test('the header of a member has the account menu and no invitations', async () => {
  await site.signIn(await createDesigner(site.db))
  const user = site.open('/about')
  await screen.findByRole('button', { name: /^Account of / })
  const banner = await findBanner()
  await banner.findByRole('link', { name: 'Explore' })
  await banner.findByRole('button', { name: /Search/ })
  banner.getByRole('link', { name: 'Upload' })
  expect(banner.queryByRole('link', { name: 'Login' })).toBeNull()
  await screen.findByRole('contentinfo')
  expect(ribbon()).toBeNull()

  const openAccount = async () => {
    await user.click(button(/^Account of /))
    await screen.findByRole('menuitem', { name: 'Log Out' })
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Loading' })).toBeNull())
  }
  const item = (name: string) => screen.getByRole('menuitem', { name })
  await openAccount()
  expect(hrefOf(item('Account Settings'))).toBe('/account')
  expect(hrefOf(item('Help'))).toBe('/faq')
  await user.click(screen.getByRole('heading', { level: 1 }))
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Help' })).toBeNull())
  await openAccount()
  await user.click(item('Profile'))
  await untilAt('/designers?tab=logos')
  expect(history.state.usr).toEqual({ user: true })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

/** Checks the links of a part of the footer: all of them, in this order. */
async function expectLinks(label: string, paths: Record<string, string>) {
  const footer = within(await screen.findByRole('contentinfo'))
  const links = within(footer.getByRole('navigation', { name: label })).getAllByRole('link')
  expect(links.map(link => [link.textContent, hrefOf(link)])).toEqual(Object.entries(paths))
}

test('the footer links visitors and members to every part of the gallery', async () => {
  const openFooter = async () => {
    const user = site.open('/about')
    await expectLinks('Gallery', {
      Fresh: '/',
      Following: '/following',
      Trends: '/trends',
      Books: '/books',
      Sixteen: '/sixteen',
    })
    await expectLinks('Colophon', {
      Compete: '/compete',
      News: '/news',
      About: '/about',
      FAQ: '/faq',
      Contact: '/contact',
    })
    const footer = within(screen.getByRole('contentinfo'))
    expect(hrefOf(footer.getByRole('link', { name: 'Instagram' }))).toMatch(/^https:\/\//)
    const copyright = within(footer.getByText(/© \d{4} Colophon/))
    expect(hrefOf(copyright.getByRole('link', { name: 'Terms' }))).toBe('/terms')
    expect(hrefOf(copyright.getByRole('link', { name: 'Privacy' }))).toBe('/terms#privacy')
    expect(footer.queryByRole('link', { name: 'API' })).toBeNull()
    return { user, footer }
  }
  await openFooter()
  await site.signIn(await createDesigner(site.db))
  const { user, footer } = await openFooter()
  await user.click(footer.getByRole('link', { name: 'Trends' }))
  await screen.findByRole('heading', { level: 1, name: 'Trends' })
})

test('the address of an unknown logo or page redirects to Explore', async () => {
  site.open('/logo')
  await screen.findByRole('heading', { level: 2, name: 'Logo not found' })
  const since = performance.now()
  await untilAt('/')
  expect(performance.now() - since).toBeGreaterThan(2500)
  site.open('/nowhere/at/all')
  await untilAt('/')
  await screen.findByText('That page doesn’t exist.')
  await screen.findByRole('heading', { level: 1, name: 'Fresh' })
})

test('the two addresses of a designer’s logos in a book are both valid', async () => {
  const { designer_id, slug } = await createDesigner(site.db)
  const { logo_id } = await createLogo(site.db, { designer_id })
  const { book_id } = await site.db
    .insertInto('book')
    .values({ series: 'book', number: 7, state: 'published', published_on: '2020-05-01' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  await site.db.insertInto('award').values({ book_id, logo_id }).execute()
  for (const path of ['award', 'designers']) {
    site.open(`/${path}/${slug}/book-7`)
    const heading = await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(heading.textContent).toContain('Book 7'))
  }
})

test('an unknown logo has no plate', async () => {
  site.open('/logo/999999999/plate')
  await screen.findByRole('heading', { name: 'No plate here', level: 1 })
})

test('the terms have eight sections, and the privacy policy its own URL', async () => {
  const user = site.open('/')
  await user.click(within(await screen.findByRole('contentinfo')).getByRole('link', { name: 'Privacy' }))
  await screen.findByRole('heading', { level: 1, name: 'Terms and Conditions of Use' })
  expect(location.pathname + location.search + location.hash).toBe('/terms#privacy')
  const parts = await screen.findAllByRole('heading', { level: 2 })
  expect(parts.map(heading => heading.textContent)).toEqual([
    '1. Terms',
    '2. Use License',
    '3. Disclaimer',
    '4. Limitations',
    '5. Revisions and Errata',
    '6. Links',
    '7. Site Terms of Use Modifications',
    '8. Governing Law',
    'Privacy Policy',
  ])
  screen.getByText(/the laws of the State of Kansas/)
})

test('the FAQ ends with a link to contact', async () => {
  site.open('/faq')
  expect((await screen.findByRole('link', { name: 'Contact Us' })).getAttribute('href')).toBe('/contact')
})
