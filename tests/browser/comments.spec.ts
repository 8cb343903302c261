import type { BrowserContext, Page } from '@playwright/test'
import { freshName, send } from './send.ts'
import { becomeVisitor, fillLogin } from './sign-in.ts'
import { expect, test } from './test.ts'
import { expectOpen, listIds, openIdOf } from './wall.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Comment' })
const noteOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

/** Opens the logo that stands at `place` of Fresh; its id. */
async function openLogo(page: Page, place: number) {
  const id = (await listIds(page, 1))[place]!
  await page.goto(`/?logo_id=${id}`)
  await expectOpen(page, id)
  return id
}

/** A comment of whoever is signed in. */
async function comment(context: BrowserContext, logoId: number) {
  const text = freshName('A remark')
  await send(context, 'POST', '/api/logos/comments', { logo_id: logoId, comment: text })
  return text
}

test('a member comments, finds it first, and removes it', { tag: '@both' }, async ({ page, signIn }) => {
  await signIn('juror5')
  const id = await openLogo(page, 11)
  const earlier = await comment(page.context(), id)
  await page.reload()
  const text = freshName('Fine counters')
  await fieldOf(page).fill(text)
  await page.getByRole('button', { name: 'Add comment' }).click()
  const note = noteOf(page, text)
  await expect(note).toContainText('Just now')
  await expect(fieldOf(page)).toHaveValue('')
  // The button has gone; one goes on where one wrote.
  await expect(fieldOf(page)).toBeFocused()
  await expect(dialogOf(page).getByRole('list').last().getByRole('listitem').first()).toContainText(text)

  await page.reload()
  await expect(note).toBeVisible()
  await note.getByRole('button', { name: /^Remove comment/ }).click()
  await expect(note).toBeHidden()
  // The next one of one’s own has the focus, not the page.
  await expect(page.locator('button:focus')).toHaveAccessibleName(/^Remove comment/)
  await page.reload()
  await expect(noteOf(page, earlier)).toBeVisible()
  await expect(note).toBeHidden()
})

test('another’s comment may be read, not removed; a visitor may not write', async ({ page, signIn }) => {
  await signIn('juror6')
  const id = await openLogo(page, 12)
  const text = await comment(page.context(), id)

  await signIn('ben')
  await page.goto(`/logo/${id}`)
  await expect(noteOf(page, text)).toBeVisible()
  await expect(noteOf(page, text).getByRole('button')).toHaveCount(0)

  await becomeVisitor(page)
  await page.goto(`/?logo_id=${id}`)
  await expect(noteOf(page, text)).toBeVisible()
  await expect(fieldOf(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Login to comment' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/?logo_id=${id}`)}`)
  await fillLogin(page, 'juror6')
  await expectOpen(page, id)
  await expect(fieldOf(page)).toBeVisible()
})

test('a comment is neither empty nor longer than 2,000 characters', async ({ page, signIn }) => {
  await signIn('juror5')
  const id = await openLogo(page, 14)
  const add = page.getByRole('button', { name: 'Add comment' })
  await fieldOf(page).fill('   ')
  await expect(add).toBeDisabled()
  const before = (await fieldOf(page).boundingBox())!.height
  await fieldOf(page).fill('x\n'.repeat(950))
  await expect(page.getByText('101 characters left')).toBeVisible()
  expect((await fieldOf(page).boundingBox())!.height).toBeGreaterThan(before * 3)
  await fieldOf(page).fill('x'.repeat(2003))
  await expect(page.getByText('3 characters too many')).toBeVisible()
  await expect(add).toBeDisabled()
  await fieldOf(page).fill('x'.repeat(2000))
  await expect(page.getByText('0 characters left')).toBeVisible()
  await expect(add).toBeEnabled()
  // Arrows move in the text, not along the wall.
  await fieldOf(page).press('ArrowLeft')
  expect(openIdOf(page)).toBe(id)
})

test('failures of comments are said, and nothing written is lost', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/logos\/comments/])
  await signIn('juror7')
  const id = await openLogo(page, 15)
  const text = await comment(page.context(), id)
  await page.route('**/api/logos/comments?*', route => route.abort())
  await page.reload()
  await expect(page.getByText('Error loading logo comments.')).toBeVisible()
  await page.unroute('**/api/logos/comments?*')
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(noteOf(page, text)).toBeVisible()

  await page.route('**/api/logos/comments', route => route.abort())
  await fieldOf(page).fill('Nearly lost')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await expect(page.getByText('Error adding comment.')).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('Nearly lost')
  await noteOf(page, text).getByRole('button').click()
  await expect(page.getByText('Error deleting comment.')).toBeVisible()
  await expect(noteOf(page, text)).toBeVisible()
})

test('related logos lead to their own pages; without an answer there are none', async ({
  page,
  expectFailures,
}) => {
  const id = await openLogo(page, 16)
  const { data } = await (await page.request.get(`/api/logos/related?logo_id=${id}`)).json()
  const related = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Related' }) })
  await expect(related.getByRole('link')).toHaveCount(data.length)
  await related.getByRole('link').first().click()
  await expect(page).toHaveURL(`/logo/${data[0].logo_id}`)
  await expect(page.getByRole('heading', { level: 1, name: data[0].logo })).toBeVisible()

  expectFailures([/ERR_FAILED .*\/api\/logos\/related/])
  await page.route('**/api/logos/related?*', route => route.abort())
  const refused = page.waitForEvent('requestfailed', request => request.url().includes('related'))
  await page.goto(`/logo/${id}`)
  await refused
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  await expect(related).toHaveCount(0)
})

test(
  'a designer is followed and unfollowed beside the logo',
  { tag: '@both' },
  async ({ page, signIn, expectFailures }, testInfo) => {
    await signIn(testInfo.project.name === 'phone' ? 'juror8' : 'juror9')
    const id = (await listIds(page, 1))[17]!
    const { data } = await (await page.request.get(`/api/logos?logo_id=${id}`)).json()
    const { designer_id, company } = data[0]
    await send(page.context(), 'POST', '/api/designers/follow', { designer_id, state: 0 })
    await page.goto(`/?logo_id=${id}`)
    const follow = page.getByRole('button', { name: `Follow ${company}` })
    const unfollow = page.getByRole('button', { name: `Unfollow ${company}` })

    await follow.click()
    await expect(page.getByText('Designer followed!')).toBeVisible()
    await page.reload()
    await unfollow.click()
    await expect(page.getByText('Designer unfollowed.')).toBeVisible()

    expectFailures([/ERR_FAILED .*\/api\/designers\/follow/])
    await page.route('**/api/designers/follow', route => route.abort())
    await follow.click()
    await expect(page.getByText('Error following designer.')).toBeVisible()
    await page.unroute('**/api/designers/follow')
    await follow.click()
    await expect(unfollow).toBeVisible()
    await page.route('**/api/designers/follow', route => route.abort())
    await unfollow.click()
    await expect(page.getByText('Error unfollowing designer.')).toBeVisible()
    await expect(unfollow).toBeVisible()
  },
)

test('nobody follows themselves; a visitor is sent to sign in', async ({ page, signIn }) => {
  await signIn('ada')
  const own = await (await page.request.get('/api/logos?designer_id=me')).json()
  await page.goto(`/logo/${own.data[0].logo_id}`)
  await expect(page.getByRole('button', { name: /^Saved?$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /ollow / })).toHaveCount(0)
  await becomeVisitor(page)
  await page.goto(`/logo/${own.data[0].logo_id}`)
  await page.getByRole('button', { name: /^Follow / }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/logo/${own.data[0].logo_id}`)}`)
})
