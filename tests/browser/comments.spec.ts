import type { BrowserContext, Page } from '@playwright/test'
import { createDesigner } from '../factories.ts'
import { freshName, send } from './send.ts'
import { becomeVisitor, fillLogin } from './sign-in.ts'
import { expect, test } from './test.ts'
import { expectOpen, listIds, openIdOf } from './wall.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Comment' })
const noteOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

/** Opens the logo at `place` of Fresh; returns its id. */
async function openLogo(page: Page, index: number) {
  const id = (await listIds(page, 1))[index]!
  await page.goto(`/?logo_id=${id}`)
  await expectOpen(page, id)
  return id
}

/** One of the older logos, which no other test comments on, without a comment. */
async function findUncommented(page: Page) {
  const ids = (await listIds(page, 4)).slice(50)
  for (let first = Math.floor(Math.random() * 100); first < ids.length; first += 1) {
    const answer = await page.request.get(`/api/logos/comments?logo_id=${ids[first]}&page=1`)
    if ((await answer.json()).count === 0) return ids[first]!
  }
  throw new Error('Each of the older logos has a comment.')
}

/** Adds a comment of the signed-in member. */
async function comment(context: BrowserContext, logoId: number) {
  const text = freshName('A remark')
  await send(context, 'POST', '/api/logos/comments', { logo_id: logoId, comment: text })
  return text
}

test('a member comments, sees the comment first, and removes it', { tag: '@both' }, async ({
  page,
  createMember,
  signIn,
  isMobile,
}) => {
  await signIn((await createMember()).username)
  // Both projects may run at once.
  const id = await openLogo(page, isMobile ? 18 : 11)
  const earlier = await comment(page.context(), id)
  await page.reload()
  const text = freshName('Fine counters')
  await fieldOf(page).fill(text)
  await page.getByRole('button', { name: 'Add comment' }).click()
  const note = noteOf(page, text)
  await expect(note).toContainText('Just now')
  await expect(fieldOf(page)).toHaveValue('')
  // The button is gone; the focus moves to the text field.
  await expect(fieldOf(page)).toBeFocused()
  await expect(dialogOf(page).getByRole('list').last().getByRole('listitem').first()).toContainText(text)

  await page.reload()
  await expect(note).toBeVisible()
  await note.getByRole('button', { name: /^Remove comment/ }).click()
  await expect(note).toBeHidden()
  // The member's next comment gets the focus, not the page.
  await expect(page.locator('button:focus')).toHaveAccessibleName(/^Remove comment/)
  await page.reload()
  await expect(noteOf(page, earlier)).toBeVisible()
  await expect(note).toBeHidden()
})

test('a member cannot remove another’s comment; a visitor cannot comment', async ({
  page,
  createMember,
  signIn,
}) => {
  const { username } = await createMember()
  await signIn(username)
  const id = await openLogo(page, 12)
  const text = await comment(page.context(), id)

  await becomeVisitor(page)
  await signIn('ben')
  await page.goto(`/logo/${id}`)
  // The button that reports it comes last.
  await expect(noteOf(page, text).getByRole('button', { name: /^Report / })).toBeVisible()
  await expect(noteOf(page, text).getByRole('button', { name: /^Remove / })).toHaveCount(0)

  await becomeVisitor(page)
  await page.goto(`/?logo_id=${id}`)
  await expect(noteOf(page, text)).toBeVisible()
  await expect(fieldOf(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Log in to comment' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/?logo_id=${id}`)}`)
  await fillLogin(page, username)
  await expectOpen(page, id)
  await expect(fieldOf(page)).toBeVisible()
})

test('staff without a membership read what commenting needs in place of the field', async ({
  page,
  db,
  passwordHash,
  signIn,
}) => {
  const account = { role: 'moderator', membership: 'none', password_hash: passwordHash } as const
  const { username } = await createDesigner(db, account)
  await signIn(username)
  await openLogo(page, 12)
  const said = dialogOf(page).getByText('Commenting needs a membership.')
  await expect(said).toBeVisible()
  await expect(fieldOf(page)).toHaveCount(0)
  await said.getByRole('link', { name: 'Become a member' }).click()
  await expect(page).toHaveURL('/checkout')
})

test('older comments load by 50, and the focus moves to the first of them', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  const id = await findUncommented(page)
  const oldest = await comment(page.context(), id)
  for (let i = 1; i < 26; i += 1) await comment(page.context(), id)
  // One member may write 30 comments in ten minutes.
  await becomeVisitor(page)
  await signIn((await createMember()).username)
  for (let i = 26; i < 53; i += 1) await comment(page.context(), id)
  await page.goto(`/?logo_id=${id}`)
  const notes = dialogOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })
  const older = page.getByRole('button', { name: 'Show older comments' })
  await expect(page.getByRole('heading', { name: 'Comments (53)' })).toBeVisible()
  await expect(notes).toHaveCount(50)
  await expect(noteOf(page, oldest)).toBeHidden()

  await older.focus()
  await page.keyboard.press('Enter')
  await expect(notes).toHaveCount(53)
  await expect(noteOf(page, oldest)).toBeVisible()
  await expect(older).toBeHidden()
  await expect(notes.nth(50).getByRole('link')).toBeFocused()
})

test('an empty comment or one longer than 2,000 characters is refused', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  const id = await openLogo(page, 14)
  const add = page.getByRole('button', { name: 'Add comment' })
  await fieldOf(page).fill('   ')
  await expect(add).toBeDisabled()
  const before = (await fieldOf(page).boundingBox())!.height
  await fieldOf(page).fill('x\n'.repeat(950))
  await expect(page.getByText('101 characters left')).toBeVisible()
  await expect.poll(async () => (await fieldOf(page).boundingBox())!.height).toBeGreaterThan(before * 3)
  await fieldOf(page).fill('x'.repeat(2003))
  await expect(page.getByText('3 characters too many')).toBeVisible()
  await expect(add).toBeDisabled()
  await fieldOf(page).fill('x'.repeat(2000))
  await expect(page.getByText('0 characters left')).toBeVisible()
  await expect(add).toBeEnabled()
  // Arrow keys move the caret, not the logo.
  await fieldOf(page).press('ArrowLeft')
  expect(openIdOf(page)).toBe(id)
})

test('a comment that fails shows an error and keeps its text', async ({
  page,
  createMember,
  signIn,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/logos\/comments/])
  await signIn((await createMember()).username)
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

test('related logos lead to their own pages; if they fail to load, the section is absent', async ({
  page,
  expectFailures,
}) => {
  const id = await openLogo(page, 16)
  const { data } = await (await page.request.get(`/api/logos/related?logo_id=${id}`)).json()
  const related = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Related' }) })
  const logos = related.getByRole('listitem').getByRole('link')
  await expect(logos).toHaveCount(data.length)
  await related.getByRole('link', { name: 'More like this' }).click()
  await expect(page).toHaveURL(`/logo/${id}/similar`)
  await expect(page.getByRole('heading', { level: 1, name: /^Like / })).toBeVisible()
  await page.goBack()
  await logos.first().click()
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

test('a designer is followed and unfollowed from the logo’s detail', async ({
  page,
  createMember,
  signIn,
  expectFailures,
}) => {
  await signIn((await createMember()).username)
  const id = (await listIds(page, 1))[17]!
  const { data } = await (await page.request.get(`/api/logos?logo_id=${id}`)).json()
  const { designer_id, company } = data[0]
  await send(page.context(), 'POST', '/api/designers/follow', { designer_id, state: 0 })
  await page.goto(`/?logo_id=${id}`)
  const follow = page.getByRole('button', { name: `Follow ${company}` })
  const unfollow = page.getByRole('button', {
    name: new RegExp(`^(Following|Unfollow) ${RegExp.escape(company)}$`),
  })

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
})

test('a member cannot follow themselves; a visitor is asked to sign in', async ({ page, signIn }) => {
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
