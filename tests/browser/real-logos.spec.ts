import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { compareLooks, differFromGround, type RealLogo, renderRealLogos } from '../real-logos.ts'
import { makeTransfer, pasteFiles } from './files.ts'
import { test } from './members-server.ts'
import { expect } from './test.ts'
import { endingOf, scrollUntil, tilesOf } from './wall.ts'

// One server for all tests, in one worker, which count what is stored.
test.describe.configure({ mode: 'default' })

const logotypes = ['Symbol', 'Combo', 'Typographic'] as const

test('eight real logos uploaded through the page appear first in Fresh, newest first, with their pixels kept', async ({
  page,
  member: _,
}) => {
  const logos = await renderRealLogos(8)
  await page.goto('/designers?tab=logos')
  await expect(page.getByRole('heading', { name: 'You have no logos yet' })).toBeVisible()

  for (const [i, logo] of logos.entries()) {
    await page.getByRole('banner').getByRole('link', { name: 'Upload' }).click()
    await expect(page.getByRole('heading', { name: 'Submit Your Logo' })).toBeVisible()
    await expect(page.getByText('Drop or choose your logo')).toBeVisible()
    if (i === 5) await pasteFiles(page, [asFile(logo)])
    else if (i % 7 === 3) await dropFile(page.getByText('Drop or choose your logo'), logo)
    else await chooseFile(page, logo.filename, logo.bytes, logo.type)
    await expect(page.getByRole('img', { name: `Your logo, ${logo.filename}` })).toBeVisible()
    // The file's name without its extension.
    await expect(page.getByLabel('Title')).toHaveValue(logo.title)
    await page.getByLabel('Title').fill(`Real ${logo.title}`)
    await page.getByText(logotypes[i % 3]!, { exact: true }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/designers?tab=logos')
    await expect(
      tilesOf(page)
        .first()
        .getByRole('img', { name: `Real ${logo.title} by` }),
    ).toBeVisible()
  }

  await page.goto('/')
  for (const [i, logo] of logos.toReversed().entries()) {
    const tile = tilesOf(page).nth(i)
    await expect(tile.getByRole('img')).toHaveAccessibleName(new RegExp(`^Real ${logo.title} by `))
    await expectPicture(tile, logo)
  }

  await page.goto('/designers?tab=logos')
  await expect(page.getByRole('link', { name: 'Logos 8' })).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('8')
  await scrollUntil(page, () => endingOf(page).isVisible())
  await expect(endingOf(page)).toHaveText('8 logos')
  await expect(tilesOf(page)).toHaveCount(8)
})

test('a wrong file shows its error beside the chooser, and nothing is stored', async ({
  page,
  member: _,
  expectFailures,
}) => {
  const before = await countLogos(page)
  await page.goto('/submit')
  expectFailures([/400 .*\/api\/logos/])
  await page.getByLabel('Title').fill('Wrong')
  await page.getByText('Symbol', { exact: true }).click()
  for (const { filename, type, bytes, message, isSeenByServer } of await makeWrongFiles()) {
    await chooseFile(page, filename, bytes, type)
    if (isSeenByServer) await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await expect(page.getByLabel(/^Choose/)).toHaveAccessibleDescription(message)
    await expect(page.getByLabel(/^Choose/)).toHaveAttribute('aria-invalid', 'true')
    if (!isSeenByServer) await expect(page.getByRole('img', { name: /^Your logo/ })).toBeHidden()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/submit')
  }
  expect(await countLogos(page)).toEqual(before)
})

async function chooseFile(page: Page, name: string, buffer: Buffer, mimeType: string) {
  const opened = page.waitForEvent('filechooser')
  await page.getByText(/^Choose (a|another) file$/).click()
  await (await opened).setFiles({ name, mimeType, buffer })
}

const asFile = ({ filename, type, bytes }: RealLogo) => ({ name: filename, mimeType: type, buffer: bytes })

async function dropFile(target: Locator, logo: RealLogo) {
  const dataTransfer = await makeTransfer(target.page(), [asFile(logo)])
  await target.dispatchEvent('dragover', { dataTransfer })
  await target.dispatchEvent('drop', { dataTransfer })
}

/** The tile's picture has loaded, resembles the upload, and has the right ground colour. */
async function expectPicture(tile: Locator, logo: RealLogo) {
  await tile.scrollIntoViewIfNeeded()
  const image = tile.getByRole('img')
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(0)
  const shown = await image.evaluate((img: HTMLImageElement) => ({
    url: img.currentSrc,
    ground: getComputedStyle(img.parentElement!).backgroundColor,
  }))
  const served = await (await tile.page().request.get(shown.url)).body()
  expect(await compareLooks(served, logo.bytes)).toBeLessThan(8)
  expect(differFromGround(shown.ground.match(/\d+/g)!.map(Number), logo)).toBeLessThanOrEqual(3)
}

async function countLogos(page: Page) {
  const count = async (path: string) => (await (await page.request.get(path)).json()).count as number
  return { own: await count('/api/logos?designer_id=me'), all: await count('/api/logos/fresh') }
}

async function makeWrongFiles() {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c92f16' } })
  const noise = (width: number, height: number) =>
    sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3, pageHeight: height } })
  const photo = await noise(900, 900).jpeg({ quality: 60 }).toBuffer()
  return [
    {
      filename: 'large.png',
      type: 'image/png',
      bytes: await plain(901, 901).png().toBuffer(),
      message: 'File must be 900 x 900 or less.',
    },
    {
      filename: 'wide.png',
      type: 'image/png',
      bytes: await plain(900, 600).png().toBuffer(),
      message: 'File must be a square.',
    },
    {
      filename: 'heavy.png',
      type: 'image/png',
      bytes: await noise(900, 900).png().toBuffer(),
      message: 'File size must be < 2MB',
    },
    {
      filename: 'text.png',
      type: 'image/png',
      bytes: Buffer.from('This is a letter and no logo.'),
      message: 'File must be a JPG, PNG or GIF image.',
    },
    {
      filename: 'moving.gif',
      type: 'image/gif',
      bytes: await sharp(randomBytes(100 * 200 * 3), {
        raw: { width: 100, height: 200, channels: 3, pageHeight: 100 },
      })
        .gif()
        .toBuffer(),
      message: 'Animated images are not accepted.',
    },
    {
      filename: 'half.jpg',
      type: 'image/jpeg',
      bytes: photo.subarray(0, photo.length / 2),
      message: 'File must be a JPG, PNG or GIF image.',
      // Its headers are intact: only decoding shows what is missing.
      isSeenByServer: true,
    },
  ]
}
