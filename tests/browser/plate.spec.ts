import type { Page } from '@playwright/test'
import { createDesigner, createLogo } from '../factories.ts'
import { readPrinted } from '../read-pdf.ts'
import { readFocus } from './accessibility-tree.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

const sheet = (page: Page) => page.getByRole('article')

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

test('a logo’s plate is opened from its page, says who made it, and its link is copied', async ({
  page,
  context,
  db,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { image } = await db
    .selectFrom('logo')
    .select('image')
    .orderBy('logo_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { designer_id } = await createDesigner(db, { company: 'Lindqvist Studio', city: 'Stockholm' })
  const { logo_id } = await createLogo(db, {
    designer_id,
    image,
    title: 'Camel & Currant',
    designer: 'Ada Lindqvist',
    client: 'Camel & Currant',
    industry: 'Shipping & Logistics',
    ground: '#1238b0',
    upload_date: new Date('2020-11-30T12:00:00Z'),
  })
  await page.goto(`/logo/${logo_id}`)
  await page.getByRole('link', { name: 'Plate', exact: true }).click()
  await expect(page).toHaveURL(`/logo/${logo_id}/plate`)
  await expect(page).toHaveTitle('Camel & Currant · Plate · Colophon')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plate')
  await expect(sheet(page)).toHaveAccessibleName('Plate of Camel & Currant')
  await expect(sheet(page)).toContainText(
    'was drawn by Ada Lindqvist in Stockholm for Camel & Currant, Shipping & Logistics.',
  )
  await expect(sheet(page)).toContainText('On the wall of Colophon since November 2020.')
  await expect(sheet(page)).toContainText('ground #1238b0')
  await expect(sheet(page).getByRole('img', { name: 'Camel & Currant' })).toBeVisible()
  await expectAccessible(page, 'A plate', { isMobile: false })
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^http://[^/]+/logo/${logo_id}/plate$`),
  )
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Square picture 1080 × 1080' }).click()
  expect((await download).suggestedFilename()).toBe(`plate-${logo_id}-1080x1080.jpg`)
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL(`/logo/${logo_id}`)
})

test('a plate is one page of A4 and one of Letter, also with the longest names', async ({ page, db }) => {
  const { image } = await db
    .selectFrom('logo')
    .select('image')
    .orderBy('logo_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const long = (word: string) => `${word} ${'Verylongname '.repeat(12)}`.trim()
  const { designer_id } = await createDesigner(db, { city: 'Llanfairpwllgwyngyll' })
  const { logo_id } = await createLogo(db, {
    designer_id,
    image,
    title: long('Title'),
    designer: long('Designer'),
    illustrator: long('Illustrator'),
    art_director: long('Art'),
    creative_director: long('Creative'),
    client: long('Client'),
    industry: 'Сова 山田',
    // Not on top of the wall, which other journeys read at the same time.
    upload_date: new Date('2020-11-29T12:00:00Z'),
  })
  await page.goto(`/logo/${logo_id}/plate`)
  await expect(sheet(page)).toContainText('Сова 山田.')
  await expect(sheet(page)).toHaveAttribute('data-face', 'sans')
  const isWhole = () =>
    sheet(page).evaluate(element => element.scrollHeight <= element.clientHeight && element.clientHeight > 0)
  await expect.poll(isWhole).toBe(true)
  const parts = [
    long('Title'),
    `was drawn by ${long('Designer')} in Llanfairpwllgwyngyll, illustrated by ${long('Illustrator')}, directed by`,
    `${long('Art')} and ${long('Creative')}`,
    `for ${long('Client')}, Сова 山田.`,
    'On the wall of Colophon since November 2020.',
    `2020${new URL(page.url()).host}/logo/${logo_id}`,
  ]
  for (const format of ['A4', 'Letter']) {
    const pages = readPrinted(await page.pdf({ format, printBackground: true }))
    expect([format, pages.length]).toEqual([format, 1])
    for (const part of parts) expect(pages[0], format).toContain(withoutSpaces(part))
  }
  const own = await page.pdf({ preferCSSPageSize: true })
  expect(own.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/)
})

test('names of 200 wide letters in every field leave the foot and the picture on the sheet', async ({
  page,
  db,
}) => {
  const { image } = await db
    .selectFrom('logo')
    .select('image')
    .orderBy('logo_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { designer_id } = await createDesigner(db, { city: '京'.repeat(100) })
  const { logo_id } = await createLogo(db, {
    designer_id,
    image,
    title: '山'.repeat(200),
    designer: '田'.repeat(200),
    illustrator: 'か'.repeat(200),
    art_director: 'カ'.repeat(200),
    creative_director: '한'.repeat(200),
    client: '글'.repeat(200),
    industry: '漢'.repeat(200),
    upload_date: new Date('2020-11-28T12:00:00Z'),
  })
  await page.goto(`/logo/${logo_id}/plate`)
  await expect(sheet(page)).toContainText('On the wall of Colophon since November 2020.')
  // From top to bottom, in points.
  const readPlaces = () =>
    sheet(page).evaluate(element => {
      const { top, height } = element.getBoundingClientRect()
      const boxOf = (selector: string) => {
        const box = element.querySelector(selector)!.getBoundingClientRect()
        return { top: ((box.top - top) * 842) / height, bottom: ((box.bottom - top) * 842) / height }
      }
      return {
        picture: boxOf('div picture'),
        title: boxOf('h2'),
        standing: boxOf('p'),
        foot: boxOf('footer'),
      }
    })
  await expect.poll(async () => (await readPlaces()).foot.bottom).toBeCloseTo(842 - 28, 0)
  const { picture, title, standing, foot } = await readPlaces()
  expect(picture.bottom - picture.top).toBeGreaterThan(120)
  expect(title.top).toBeGreaterThan(picture.bottom)
  expect(standing.bottom).toBeLessThan(foot.top)
})

test('print and copy are reached by Tab, in that order', async ({ page, db }) => {
  const { logo_id } = await db
    .selectFrom('logo')
    .select('logo_id')
    .orderBy('logo_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await page.goto(`/logo/${logo_id}/plate`)
  await expect(sheet(page)).toBeVisible()
  const names: (string | undefined)[] = []
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab')
    names.push((await readFocus(page))?.name)
  }
  expect(names).toEqual(['Colophon', 'Close', 'Save as PDF', 'Copy link'])
})

test('on a phone the sheet and its crop marks fit the window', { tag: '@phone' }, async ({ page, db }) => {
  const { logo_id } = await db
    .selectFrom('logo')
    .select('logo_id')
    .orderBy('logo_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await page.goto(`/logo/${logo_id}/plate`)
  await expect(sheet(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
