// @vitest-environment happy-dom
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { address, button, field, input, untilAt } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()

const perPage = 50
/** The logos of the gallery, newest first: two pages of the wall, by two designers with pictures of themselves. */
let ids: number[]

beforeAll(async () => {
  const owners = []
  for (let n = 0; n < 2; n++)
    owners.push(await createDesigner(site.db, { avatar: randomBytes(16).toString('hex') }))
  for (let n = 0; n < perPage + 10; n++) {
    const { designer_id } = owners[n % owners.length]!
    const { logo_id } = await createLogo(site.db, { designer_id, title: `Mark ${n}` })
    ids = [logo_id, ...(ids ?? [])]
  }
})

const fresh = 'GET /api/logos/fresh'
const dialog = () => screen.findByRole('dialog')
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const tileOf = (id: number) => document.querySelector(`[data-logo="${id}"] a`)!
const logosOnWall = () =>
  [...document.querySelectorAll('[data-logo]')].map(tile => Number(tile.getAttribute('data-logo')))
const likeButton = async () => within(await dialog()).getByRole('button', { name: /^Like/ })
const isLiked = (element: Element) => element.getAttribute('aria-pressed') === 'true'

/** Waits until that logo is open and has the focus. */
const untilOpen = (id: number) =>
  waitFor(() => {
    expect(new URLSearchParams(location.search).get('logo_id')).toBe(`${id}`)
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  })

/** Lets no second page of the wall arrive until what it returns is called. */
function holdSecondPage() {
  const { promise, resolve } = Promise.withResolvers<void>()
  site.answer(fresh, async ({ forward, query }) => {
    if (query.get('page') === '2') await promise
    return forward()
  })
  onTestFinished(() => resolve())
  return resolve
}

/** Opens the wall with its first page. */
async function openWall() {
  const user = site.open('/')
  await waitFor(() => expect(logosOnWall()).toEqual(ids.slice(0, perPage)))
  return user
}

/** Presses a key this often before the page renders again, as Testing Library’s own events do not. */
const pressAtOnce = (key: string, times: number) =>
  act(() => {
    for (let i = 0; i < times; i++)
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })

test('ten quick presses of an arrow move exactly ten logos', async () => {
  holdSecondPage()
  const user = await openWall()
  await user.click(tileOf(ids[0]!))
  await untilOpen(ids[0]!)
  pressAtOnce('ArrowRight', 10)
  await untilOpen(ids[10]!)
  await user.keyboard('{ArrowRight>10/}')
  await untilOpen(ids[20]!)
  await user.keyboard('{ArrowLeft>3/}')
  await untilOpen(ids[17]!)
  // Picture and texts are those of the logo shown last.
  const name = document.querySelector<HTMLImageElement>(`[data-logo="${ids[17]}"] img`)!.alt
  const shown = within(await dialog())
  await waitFor(() => expect(shown.getAllByRole<HTMLImageElement>('img')[0]!.alt).toBe(name))
  expect(name).toMatch(`${shown.getAllByRole('heading', { level: 2 })[0]!.textContent} by `)
})

test('an arrow past the loaded end loads the next page and continues', async () => {
  const letThrough = holdSecondPage()
  const user = await openWall()
  await user.click(tileOf(ids[48]!))
  await untilOpen(ids[48]!)
  await user.keyboard('{ArrowRight}')
  await untilOpen(ids[49]!)
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(site.calls.filter(call => call === fresh)).toHaveLength(2))
  expect(address()).toBe(`/?logo_id=${ids[49]}`)
  letThrough()
  await untilOpen(ids[50]!)
})

test('a like that is sent and answered while a further page is under way stays', async () => {
  const letThrough = holdSecondPage()
  await site.signIn(await createDesigner(site.db))
  const user = await openWall()
  await user.click(tileOf(ids[49]!))
  await untilOpen(ids[49]!)
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(site.calls.filter(call => call === fresh)).toHaveLength(2))
  const answered = Promise.withResolvers<void>()
  site.answer('POST /api/logos/like', async ({ forward }) => {
    const answer = await forward()
    answered.resolve()
    return answer
  })
  const like = await likeButton()
  await user.click(like)
  await answered.promise
  // The answer is read and rendered.
  await act(() => sleep(20))
  letThrough()
  await untilOpen(ids[50]!)
  await user.keyboard('{ArrowLeft}')
  await untilOpen(ids[49]!)
  expect(isLiked(await likeButton())).toBe(true)
  expect(
    isLiked(
      within(document.querySelector<HTMLElement>(`[data-logo="${ids[49]}"]`)!).getByRole('button', {
        name: /^Like/,
      }),
    ),
  ).toBe(true)
})

test('a link to a logo opens it over the wall, and closing shows the wall', async () => {
  const user = site.open(`/?logo_id=${ids[1]}`)
  await untilOpen(ids[1]!)
  await waitFor(() => expect(logosOnWall().length).toBeGreaterThanOrEqual(perPage))
  await user.click(button('Close'))
  await untilClosed()
  expect(address()).toBe('/')
})

test('an unknown logo shows a message', async () => {
  site.open('/?logo_id=999999')
  await screen.findByText('This logo is no longer here.')
  await untilClosed()
  expect(address()).toBe('/')

  site.open('/logo/999999')
  await screen.findByRole('heading', { name: 'Logo not found' })
  await untilAt('/')
})

test('the position shows the length of a completely loaded list, otherwise only the index', async () => {
  const { designer_id, slug } = await createDesigner(site.db)
  const own: number[] = []
  for (let n = 0; n < 3; n++) own.unshift((await createLogo(site.db, { designer_id })).logo_id)
  onTestFinished(async () => {
    await site.db.deleteFrom('logo').where('logo_id', 'in', own).execute()
  })
  let user = site.open(`/designers/${slug}?tab=logos`)
  await waitFor(() => expect(logosOnWall()).toEqual(own))
  await user.click(tileOf(own[1]!))
  await untilOpen(own[1]!)
  within(await dialog()).getByText('2 of 3')

  holdSecondPage()
  user = site.open('/')
  await waitFor(() => expect(logosOnWall().length).toBe(perPage))
  const fourth = logosOnWall()[3]!
  await user.click(tileOf(fourth))
  await untilOpen(fourth)
  within(await dialog()).getByText('No. 4')
})

test('while paging, the last designer’s picture is not shown beside the next designer’s name', async () => {
  const user = await openWall()
  await user.click(tileOf(ids[1]!))
  await untilOpen(ids[1]!)
  const avatar = (await dialog()).querySelector('h2 + div img')!
  expect(avatar).not.toBeNull()
  await user.keyboard('{ArrowRight}')
  await untilOpen(ids[2]!)
  await waitFor(() => expect(avatar.isConnected).toBe(false))
})

test('L likes and S saves the open logo, except while typing or with a modifier key', async () => {
  await site.signIn(await createDesigner(site.db))
  const user = site.open(`/?logo_id=${ids[3]}`)
  await untilOpen(ids[3]!)
  const comment = await within(await dialog()).findByRole('textbox', { name: 'Comment' })
  // The list below the open logo has arrived.
  await waitFor(() => expect(logosOnWall().length).toBeGreaterThanOrEqual(perPage))
  const like = await likeButton()
  expect(like.getAttribute('aria-keyshortcuts')).toBe('L')
  const likes = () => site.calls.filter(call => call === 'POST /api/logos/like').length
  await user.keyboard('l')
  await waitFor(() => expect(isLiked(like)).toBe(true))
  await waitFor(() => expect(likes()).toBe(1))
  await user.keyboard('{Control>}l{/Control}')
  await user.click(comment)
  await user.keyboard('l')
  expect(input('Comment').value).toBe('l')
  expect(isLiked(like)).toBe(true)
  await user.clear(field('Comment'))

  like.focus()
  await user.keyboard('s')
  const saving = await screen.findByRole('dialog', { name: 'Save to collection' })
  await waitFor(() => expect(saving.contains(document.activeElement)).toBe(true))
  await user.keyboard('l')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(saving.isConnected).toBe(false))
  expect([isLiked(like), likes()]).toEqual([true, 1])
})

/** A member whose two logos are entered for the open Book 14, and can no longer be withdrawn. */
async function createEntrant() {
  const member = await createDesigner(site.db)
  const closes_at = new Date(Date.now() + 30 * 86_400_000)
  const { book_id } = await site.db
    .insertInto('book')
    .values({ series: 'book', number: 14, closes_at })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  const upload_date = new Date(Date.now() - 60 * 86_400_000)
  for (const designer of [member.company, 'Someone Else']) {
    const { designer_id } = member
    const { logo_id } = await createLogo(site.db, { designer_id, designer, upload_date })
    await site.db.insertInto('entry').values({ book_id, logo_id, disqualified_why: null }).execute()
  }
  return member
}

test('the owner’s logo shows Edit and the state of its entry; another’s logo shows neither; a credit leads to the profile or to a search', async () => {
  const member = await createEntrant()
  const { call } = await site.signIn(member)
  const { data } = await call(api.logos.find, { designer_id: 'me', page_size: 30 })
  const credited = data.find(({ designer, company }) => designer === company)!
  const other = data.find(({ designer, company }) => designer !== company)!
  site.open(`/logo/${credited.logo_id}`)
  await screen.findByText('Book 14')
  await screen.findByText(/^Entered\. Judged after the book closes on \w{3} \d+, \d{4}$/)
  screen.getByRole('link', { name: 'Edit' })
  // A credit that is the account's own name links to the profile, another one to a search.
  const creditOf = async (name: string) =>
    (await screen.findAllByRole('link', { name })).find(link => link.closest('dd'))?.getAttribute('href')
  expect(await creditOf(member.company)).toBe(`/designers/${member.slug}?tab=logos`)
  site.open(`/logo/${other.logo_id}`)
  expect(await creditOf('Someone Else')).toBe('/search?designer=Someone+Else')
  site.open('/activity')
  await screen.findByText('2 logos entered for Book 14')

  site.becomeVisitor()
  await site.signIn(await createDesigner(site.db))
  site.open(`/logo/${credited.logo_id}`)
  await screen.findByText('Uploaded')
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  expect(within(screen.getByRole('main')).queryByText('Book 14')).toBeNull()
})
