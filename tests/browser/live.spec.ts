import type { APIRequestContext, Page } from '@playwright/test'
import { demoPassword } from '../../demo/accounts.ts'
import { hashPassword } from '../../server/lib/password.ts'
import * as api from '../../shared/api.ts'
import { createDesigner, makePicture } from '../factories.ts'
import { httpClient } from '../http-client.ts'
import { endServer } from '../running-server.ts'
import { untilAtRest } from './at-rest.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { fillLogin, openAccount } from './sign-in.ts'
import { expect, test } from './test.ts'

/** A server of its own, a designer with two logos, and a fan. */
async function prepare() {
  const memory = await makeMemory()
  const server = await memory.start()
  const [owner, fan] = await memory.prepare(async db => {
    const password_hash = await hashPassword(demoPassword)
    return [await createDesigner(db, { password_hash }), await createDesigner(db, { password_hash })] as const
  })
  const call = await signInAs(server.origin, owner)
  const logos: number[] = []
  for (const logo of ['Anchor', 'Bellows']) {
    const file_base64 = (await makePicture({ side: 60 })).toString('base64')
    logos.push((await call(api.logos.submit, { logo, logotype: 'Symbol', file_base64 })).logo_id)
  }
  return { memory, server, owner, fan, logos }
}

async function signInAs(origin: string, { username }: { username: string }) {
  const { call } = httpClient(origin)
  await call(api.auth.login, { username, password: demoPassword })
  return call
}

/** Signs in without the open pages of this browser noticing. */
async function signInUnheard(request: APIRequestContext, origin: string, { username }: { username: string }) {
  await request.get(`${origin}${api.auth.check.path}`)
  const { cookies } = await request.storageState()
  const token = cookies.find(({ name }) => name === 'csrftoken')!.value
  const answer = await request.post(`${origin}${api.auth.login.path}`, {
    headers: { 'x-csrftoken': token },
    data: { username, password: demoPassword },
  })
  expect(answer.status()).toBe(200)
}

/** Fires the events of a page that is frozen, or restored. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

/** Signs in by the form, and waits until the page has subscribed and has no open request. */
async function enter(page: Page, origin: string, { username }: { username: string }) {
  await untilAtRest(page, async () => {
    await page.goto(`${origin}/login?next=/books`)
    await Promise.all([page.waitForResponse('**/activity/stream'), fillLogin(page, username)])
    await expect(page).toHaveURL(`${origin}/books`)
  })
}

const account = (page: Page) => page.getByRole('button', { name: /^Account of / })
const nameOf = (company: string, news?: number) =>
  `Account of ${company}${news ? `. Activity, ${news} new` : ''}`

test('activity of others is counted at once on every open page, and reset once it is seen', async ({
  page,
  context,
  origins,
}) => {
  test.setTimeout(300_000)
  const { memory, server, owner, fan, logos } = await prepare()
  try {
    const { origin } = server
    origins.add(origin)
    const call = await signInAs(origin, fan)
    await enter(page, origin, owner)
    const streaming = (of: Page) => of.waitForResponse(answer => answer.url().endsWith('/activity/stream'))
    const other = await context.newPage()
    await Promise.all([streaming(other), other.goto(`${origin}/about`)])
    await Promise.all([streaming(page), page.reload()])
    for (const each of [page, other]) await expect(account(each)).toHaveAccessibleName(nameOf(owner.company))
    const title = await page.title()

    await call(api.logos.like, { logo_id: logos[0]!, state: 1 })
    for (const each of [page, other])
      await expect(account(each)).toHaveAccessibleName(nameOf(owner.company, 1))
    await expect(
      page.getByRole('status').filter({ hasText: 'There’s something new in your activity.' }),
    ).toHaveCount(1)
    await call(api.logos.like, { logo_id: logos[1]!, state: 1 })
    await call(api.designers.follow, { designer_id: owner.designer_id, state: 1 })
    for (const each of [page, other])
      await expect(account(each)).toHaveAccessibleName(nameOf(owner.company, 3))
    await call(api.logos.like, { logo_id: logos[1]!, state: 0 })
    await expect(account(page)).toHaveAccessibleName(nameOf(owner.company, 2))
    await expect(account(page)).toContainText('2')
    expect(await page.title()).toBe(title)
    // The count makes no header too wide.
    const whole = page.viewportSize()!
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    for (const width of [whole.width, 390]) {
      await page.setViewportSize({ ...whole, width })
      await expect(account(page)).toContainText('2')
      await expect.poll(tooWide).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize(whole)

    await openAccount(page)
    await page.getByRole('menuitem', { name: 'Recently 2 new' }).press('Enter')
    await expect(page).toHaveURL(`${origin}/activity`)
    for (const each of [page, other]) await expect(account(each)).toHaveAccessibleName(nameOf(owner.company))

    // Items that arrive while the feed is open are shown and not counted, once the server knows that they were seen.
    const seen = page.waitForRequest(
      request => request.method() === 'POST' && request.url().endsWith(api.designers.seeActivity.path),
    )
    await call(api.logos.addComment, { logo_id: logos[0]!, comment: 'Right in front of you' })
    await expect(page.getByRole('listitem').filter({ hasText: 'commented on' })).toBeVisible()
    await (await seen).response()
    await expect(account(page)).toHaveAccessibleName(nameOf(owner.company))
    await page.goto(`${origin}/about`)
    await openAccount(page)
    await expect(page.getByRole('menuitem', { name: 'Recently', exact: true })).toBeVisible()
    await context.close()
    await endInPeace(server)
  } finally {
    await endServer(server, 'SIGKILL')
    await memory.forget()
  }
})

test('open pages reconnect silently to a restarted server, and notice a sign-out elsewhere', async ({
  page,
  origins,
}) => {
  test.setTimeout(300_000)
  // The page's first call after its delay waits here until the server is back.
  const { promise: isBack, resolve: letCallsGo } = Promise.withResolvers<void>()
  const { memory, owner, fan, logos, ...first } = await prepare()
  let { server } = first
  try {
    const { origin } = server
    origins.add(origin)
    await enter(page, origin, owner)
    const { port } = new URL(origin)
    await page.route('**/api/auth/check', async route => {
      await isBack
      await route.continue().catch(() => {})
    })
    await endInPeace(server)
    server = await memory.start({ PORT: port })
    const reconnects = page.waitForResponse('**/activity/stream')
    letCallsGo()
    await reconnects
    const call = await signInAs(origin, fan)
    await call(api.logos.like, { logo_id: logos[0]!, state: 1 })
    await expect(account(page)).toHaveAccessibleName(nameOf(owner.company, 1))

    const elsewhere = await signInAs(origin, owner)
    await elsewhere(api.auth.endSession, { session_id: 'others' })
    const banner = page.getByRole('banner')
    // After one delay, or two where the stream was open for less than ten seconds.
    await expect(banner.getByRole('link', { name: 'Join Today' })).toBeVisible({ timeout: 90_000 })
    await page.close()
    await endInPeace(server)
  } finally {
    await endServer(server, 'SIGKILL')
    await memory.forget()
  }
})

test('a page that was asleep or restored from the bfcache adopts the present session', async ({
  page,
  context,
  origins,
}) => {
  test.setTimeout(300_000)
  const { memory, server, owner, fan } = await prepare()
  try {
    const { origin } = server
    origins.add(origin)
    await enter(page, origin, owner)
    await setHidden(page, true)
    await signInUnheard(context.request, origin, fan)
    await expect(account(page)).toHaveAccessibleName(nameOf(owner.company))
    await Promise.all([page.waitForResponse('**/activity/stream'), setHidden(page, false)])
    await expect(account(page)).toHaveAccessibleName(nameOf(fan.company))
    // And it receives their news.
    const call = await signInAs(origin, owner)
    await call(api.designers.follow, { designer_id: fan.designer_id, state: 1 })
    await expect(account(page)).toHaveAccessibleName(nameOf(fan.company, 1))

    await signInUnheard(context.request, origin, owner)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(account(page)).toHaveAccessibleName(nameOf(owner.company))
    await page.close()
    await endInPeace(server)
  } finally {
    await endServer(server, 'SIGKILL')
    await memory.forget()
  }
})
