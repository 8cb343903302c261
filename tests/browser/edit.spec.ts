import type { BrowserContext, Page } from '@playwright/test'
import { makePicture } from '../factories.ts'
import { findFaults } from './axe.ts'
import { test } from './members-server.ts'
import { send } from './send.ts'
import { expect } from './test.ts'
import { tilesOf } from './wall.ts'

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

async function upload(context: BrowserContext, logo = 'Rosa', more = {}) {
  const file_base64 = (await makePicture()).toString('base64')
  const facts = { logo, logotype: 'Symbol', filename: `${logo}.png`, file_base64, ...more }
  return (await send(context, 'POST', '/api/logos', facts)) as { logo_id: number; url: string }
}

const openEdit = async (page: Page, logoId: number) => {
  await page.goto(`/edit?logoId=${logoId}`)
  await expect(page.getByRole('heading', { name: 'Edit Your Logo' })).toBeVisible()
}

test('an owner opens the form from the logo, edits it, and sees the change at once', async ({
  page,
  context,
  member: _,
}) => {
  const fields = { keywords: ',rose,thorn', client: 'Fernhill', photographer: 'Finn', description: 'A rose.' }
  const { logo_id } = await upload(context, 'Rosa', fields)
  await page.goto('/designers?tab=logos')
  await tilesOf(page).first().getByRole('link').first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(`/edit?logoId=${logo_id}`)

  await expect(page.getByLabel('Title')).toHaveValue('Rosa')
  await expect(page.getByRole('radio', { name: 'Symbol' })).toBeChecked()
  await expect(page.getByRole('list', { name: 'Keywords so far' }).getByRole('listitem')).toHaveText([
    'rose',
    'thorn',
  ])
  await expect(page.getByLabel('Client')).toHaveValue('Fernhill')
  await expect(page.getByLabel('Photographer')).toHaveValue('Finn')
  await expect(page.getByLabel('Description')).toHaveValue('A rose.')
  // The picture is downloaded and encoded again.
  await expect(page.getByRole('img', { name: 'Your logo, Rosa.png' })).toHaveAttribute(
    'src',
    /^data:image\/webp;base64,/,
  )

  await page.getByLabel('Title').fill(' ')
  await page.getByRole('button', { name: 'Save Logo' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('Rosa nova')
  await page.getByText('Combo', { exact: true }).click()
  await page.getByRole('button', { name: 'Remove thorn' }).click()
  await page.getByLabel('Illustrator').fill('Esme')
  await page.getByRole('button', { name: 'Save Logo' }).dblclick()
  await expect(page).toHaveURL('/designers?tab=logos')
  await expect(tilesOf(page).getByRole('img', { name: 'Rosa nova by' })).toBeVisible()
  const { data } = await (await page.request.get(`/api/logos?logo_id=${logo_id}`)).json()
  expect(data[0]).toMatchObject({
    ...fields,
    logo: 'Rosa nova',
    logotype: 'Combo',
    illustrator: 'Esme',
    keywords: 'rose',
  })
})

test('an owner adds a vector original, gets it back, replaces and removes it; a wrong file is refused', async ({
  page,
  context,
  member: _,
}) => {
  const { logo_id } = await upload(context)
  await openEdit(page, logo_id)
  const section = page.getByRole('region', { name: 'Vector for print' })
  const choose = (label: string, name: string, text: string) =>
    section
      .getByLabel(label)
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
  await choose('Add vector file', 'Rosa.svg', '<html></html>')
  await expect(section.getByText('Please choose an SVG, PDF, EPS or AI file.')).toBeVisible()
  await choose('Add vector file', 'Rosa.svg', '<svg/>')
  await expect(section.getByText('Rosa.svg is saved.')).toBeAttached()
  await choose('Replace vector file', 'Rosa.eps', '%!PS-Adobe-3.0 EPSF-3.0')
  const link = section.getByRole('link', { name: 'Rosa.eps' })
  await expect(link).toBeVisible()
  const download = page.waitForEvent('download')
  await link.click()
  expect((await download).suggestedFilename()).toBe('Rosa.eps')

  await page.goto(`/logo/${logo_id}`)
  await page.getByRole('link', { name: 'Rosa.eps' }).click()
  await expect(link).toBeVisible()
  await section.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByText('The vector file is removed.')).toBeAttached()
  await expect(section.getByLabel('Add vector file')).toBeFocused()
  await expect(link).toBeHidden()
})

test('within two days an owner deletes a logo after confirming, and it disappears at once', async ({
  page,
  context,
  member,
  expectFailures,
}) => {
  expectFailures([/404 \(Not Found\) .*logo_id/])
  const { logo_id } = await upload(context, 'Gone')
  await upload(context, 'Kept')
  // Lists with the logo are loaded first.
  await page.goto('/')
  await expect(tilesOf(page).getByRole('img', { name: `Gone by ${member.company}` })).toBeVisible()
  await page.getByRole('img', { name: `Gone by ${member.company}` }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Edit', exact: true }).click()
  const ask = () =>
    page.getByRole('region', { name: 'Delete this logo' }).getByRole('button', { name: 'Delete' })
  await expect(page.getByText(/^Until .+ you can delete this logo/)).toBeVisible()
  await ask().click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to permanently delete this logo?',
  })
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toBeHidden()
  await ask().click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/designers?tab=logos')
  await expect(tilesOf(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Logos 1' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Explore' }).click()
  await expect(tilesOf(page).getByRole('img', { name: `Kept by ${member.company}` })).toBeVisible()
  await expect(tilesOf(page).getByRole('img', { name: `Gone by ${member.company}` })).toBeHidden()
  await page.goto(`/edit?logoId=${logo_id}`)
  await expect(page.getByRole('heading', { name: 'Logo not found' })).toBeVisible()
})

test('axe finds nothing wrong with the form and its question, nor does it scroll sideways at 320 px', async ({
  page,
  context,
  member: _,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { logo_id } = await upload(context, 'A title that is long', { keywords: 'one,two' })
  await openEdit(page, logo_id)
  await expect(page.getByRole('img', { name: /^Your logo, / })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})
