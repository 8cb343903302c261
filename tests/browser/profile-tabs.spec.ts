import type { Page } from '@playwright/test'
import type { Profile } from '../../shared/api/designers.ts'
import { readProfile } from './profile.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'

const ada = 1

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Profile' })

/** Somebody of the demonstration accounts for whom `isWanted` holds. */
async function findProfile(page: Page, isWanted: (profile: Profile) => boolean) {
  for (let id = 1; id <= 16; id++) {
    const profile = await readProfile(page, id)
    if (isWanted(profile)) return profile
  }
  throw new Error('The demonstration content has nobody like that.')
}

test('one’s own profile has all tabs but Followers, whatever is in them', async ({ page, signIn }) => {
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

test('of somebody else a member sees the tabs that have something in them, and never Likes', async ({
  page,
  signIn,
}) => {
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

test('a visitor sees the chosen logos and About; Awards and Follow lead to joining', {
  tag: '@both',
}, async ({ page }) => {
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
