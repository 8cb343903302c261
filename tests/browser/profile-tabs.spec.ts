import type { Page } from '@playwright/test'
import type { Profile } from '../../shared/api/designers.ts'
import { expectNoFaultsInBoth } from './axe.ts'
import { readProfile } from './profile.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'

const ada = 1

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Profile' })

/** A demonstration account for which `isWanted` is true. */
async function findProfile(page: Page, isWanted: (profile: Profile) => boolean) {
  for (let id = 1; id <= 16; id++) {
    const profile = await readProfile(page, id)
    if (isWanted(profile)) return profile
  }
  throw new Error('The demonstration content has nobody like that.')
}

test('the own profile has all tabs except Followers, even empty ones', async ({ page, signIn }) => {
  for (const username of ['ada', 'juror1']) {
    await signIn(username)
    await page.goto('/designers?tab=logos')
    await expect(tabsOf(page).getByRole('link')).toHaveText([
      /^Logos/,
      'Awards',
      'Collections',
      'Likes',
      'About',
    ])
  }
})

test('each empty tab of the own profile names one next step', async ({ page, createMember, signIn }) => {
  await signIn((await createMember()).username)
  for (const [tab, title, step, path] of [
    ['logos', 'You have no logos yet', 'Upload your first logo', '/submit'],
    ['awards', 'Your first book is still ahead', 'Upload a logo', '/submit'],
    ['collections', 'No collections yet', 'Browse Fresh', '/'],
    ['likes', 'No likes yet', 'Browse Fresh', '/'],
  ] as const) {
    await page.goto(`/designers?tab=${tab}`)
    const empty = page
      .getByRole('region')
      .or(page.locator('section'))
      .filter({
        has: page.getByRole('heading', { name: title }),
      })
    await expect(empty.getByRole('link')).toHaveText(step)
    await expect(empty.getByRole('link')).toHaveAttribute('href', path)
    await expectNoFaultsInBoth(page, title)
  }
})

test('a member sees another’s tabs that have content, and never Likes', async ({ page, signIn }) => {
  await signIn('ben')
  const full = await readProfile(page, ada)
  await page.goto(`/designers/${full.slug}?tab=logos`)
  await expect(tabsOf(page).getByRole('link')).toHaveText([/^Logos/, 'Awards', 'Collections', 'About'])
  await page.goto(`/designers/${full.slug}?tab=likes`)
  await expect(page).toHaveURL(`/designers/${full.slug}?tab=logos`)

  const bare = await findProfile(page, p => p.logo_count + p.award_count + p.collection_count === 0)
  await page.goto(`/designers/${bare.slug}`)
  await expect(tabsOf(page).getByRole('link')).toHaveText(['About'])
  await expect(tabsOf(page).getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page')
  for (const tab of ['logos', 'awards', 'collections', 'likes']) {
    await page.goto(`/designers/${bare.slug}?tab=${tab}`)
    await expect(page).toHaveURL(`/designers/${bare.slug}?tab=about`)
    await expect(page.getByText('Member since')).toBeVisible()
  }
})

test('a visitor sees the chosen logos and About; Awards and Follow lead to joining', async ({ page }) => {
  const { slug, profile_logos } = await readProfile(page, ada)
  await page.goto(`/designers/${slug}?tab=logos`)
  await expect(tabsOf(page).getByRole('link')).toHaveText([/^Logos/, 'Awards', 'About'])
  await expect(tilesOf(page)).toHaveCount(profile_logos.length)
  await expect(tabsOf(page).getByRole('link', { name: 'Awards' })).toHaveAttribute('href', '/join')
  await expect(page.getByRole('link', { name: 'Follow', exact: true })).toHaveAttribute('href', '/join')
  for (const tab of ['collections', 'likes']) {
    await page.goto(`/designers/${slug}?tab=${tab}`)
    await expect(page).toHaveURL(`/designers/${slug}?tab=logos`)
  }
})

test('the chosen logos are shown above the wall only if they are fewer than all', async ({
  page,
  signIn,
}) => {
  await signIn('ben')
  const many = await readProfile(page, ada)
  expect(many.logo_count).toBeGreaterThan(many.profile_logos.length)
  await page.goto(`/designers/${many.slug}?tab=logos`)
  const strip = page.getByRole('figure', { name: `Chosen by ${many.company}` })
  await expect(strip.getByRole('link')).toHaveCount(many.profile_logos.length)
  // They fill the page's width, at most 174 px high. The page's code may be replacing its first screen.
  await expect(async () => {
    const boxes = await strip
      .getByRole('link')
      .evaluateAll(links => links.map(link => link.getBoundingClientRect().toJSON() as DOMRect))
    expect(boxes.at(-1)!.right - boxes[0]!.left).toBeGreaterThan(page.viewportSize()!.width - 60)
    expect(Math.max(...boxes.map(box => box.height))).toBeLessThanOrEqual(174)
  }).toPass()

  const few = await findProfile(
    page,
    ({ logo_count, profile_logos }) => logo_count > 0 && profile_logos.length === logo_count,
  )
  await page.goto(`/designers/${few.slug}?tab=logos`)
  await expect(tilesOf(page)).toHaveCount(few.logo_count)
  await expect(page.getByRole('figure')).toHaveCount(0)
})
