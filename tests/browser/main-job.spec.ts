import { createDesigner, makePicture, testPassword } from '../factories.ts'
import { endServer } from '../running-server.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { fillLogin, openAccount } from './sign-in.ts'
import { expect, test } from './test.ts'
import { expectOpen, tileOf, tilesOf } from './wall.ts'

test('a visitor who likes a logo is asked to sign in and returns to it', { tag: '@both' }, async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Fresh' })).toBeVisible()
  await expect(tilesOf(page)).toHaveCount(50)
  const id = Number(await tilesOf(page).nth(3).getAttribute('data-logo'))

  await tileOf(page, id).click()
  await expectOpen(page, id)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(tileOf(page, id)).toBeFocused()

  await page.keyboard.press('Enter')
  await expectOpen(page, id)
  await dialog.getByRole('button', { name: /^Like/ }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/?logo_id=${id}`)}`)
  await fillLogin(page, 'juror1')
  await expectOpen(page, id)
})

test('a prefetch that fails is not reported as an error', async ({ page, signIn, expectFailures }) => {
  expectFailures([/ERR_FAILED .*\/assets\/AccountMenu/, /ERR_FAILED .*\/assets\/LogoDialog/])
  await signIn('juror4')
  const missing = ['AccountMenu', 'LogoDialog'].map(name =>
    page.waitForEvent('requestfailed', request => request.url().includes(`/assets/${name}`)),
  )
  await page.route(/\/assets\/(AccountMenu|LogoDialog)/, route => route.abort())
  await page.goto('/')
  await tilesOf(page).first().hover()
  await Promise.all(missing)
  await expect(tilesOf(page).first()).toBeVisible()
})

test('acknowledged data survive kill -9 of the server: the upload, the like, the session', async ({
  page,
  origins,
  expectFailures,
}) => {
  // A database and two servers start.
  test.setTimeout(300_000)
  // A call in progress, or the event stream, is cut off in one of these ways.
  expectFailures([/ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/])
  const memory = await makeMemory('nothing')
  let server = await memory.start()
  try {
    const member = await memory.prepare(db => createDesigner(db))
    origins.add(server.origin)
    await page.goto(`${server.origin}/login?next=/submit`)
    await fillLogin(page, member.username, testPassword)
    await page.getByLabel(/^Choose/).setInputFiles({
      name: 'Survivor.png',
      mimeType: 'image/png',
      buffer: await makePicture(),
    })
    await page.getByText('Symbol', { exact: true }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/designers\?tab=logos$/)
    const tile = tilesOf(page).first()
    const like = tile.getByRole('button', { name: 'Like Survivor' })
    const answered = page.waitForResponse('**/api/logos/like')
    await like.click()
    expect((await answered).status()).toBe(200)
    // The page has finished its prefetching.
    await openAccount(page)
    await page.keyboard.press('Escape')

    await endServer(server, 'SIGKILL')
    await like.click()
    await expect(page.getByText('Error unliking logo.')).toBeVisible()
    await expect(like).toHaveAttribute('aria-pressed', 'true')

    server = await memory.start()
    origins.add(server.origin)
    await page.goto(server.origin)
    await expect(page.getByRole('button', { name: `Account of ${member.company}` })).toBeVisible()
    const picture = tile.getByRole('img', { name: /^Survivor by / })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await page.close()
    await endInPeace(server)
  } finally {
    await endServer(server, 'SIGKILL')
    await memory.forget()
  }
})
