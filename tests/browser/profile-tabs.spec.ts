import type { Page } from '@playwright/test'
import type { Profile } from '../../shared/api/designers.ts'
import { expectNoFaultsInBoth } from './axe.ts'
import { readProfile } from './profile.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'

const ada = 1

/** A demonstration account for which `isWanted` is true. */
async function findProfile(page: Page, isWanted: (profile: Profile) => boolean) {
  for (let id = 1; id <= 16; id++) {
    const profile = await readProfile(page, id)
    if (isWanted(profile)) return profile
  }
  throw new Error('The demonstration content has nobody like that.')
}

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
