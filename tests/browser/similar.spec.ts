import sharp from 'sharp'
import { expectNoFaults } from './axe.ts'
import { makeTransfer, pasteFiles } from './files.ts'
import { expect, test } from './test.ts'
import { expectOpen, idsOnWall, tileOf, tilesOf } from './wall.ts'

test('More like this leads from a logo to similar ones, compared by shape or by colour', async ({
  page,
  signIn,
}) => {
  await signIn('ada')
  const answer = await page.request.get('/api/logos?page_size=1')
  const [logo] = ((await answer.json()) as { data: { logo_id: number; logo: string }[] }).data
  await page.goto(`/logo/${logo!.logo_id}`)
  await page.getByRole('link', { name: 'More like this' }).click()
  await expect(page).toHaveURL(`/logo/${logo!.logo_id}/similar`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Like ${logo!.logo}`)
  await expect(tilesOf(page).first()).toBeVisible()
  expect(await idsOnWall(page)).not.toContain(logo!.logo_id)
  await expectNoFaults(page, 'similar logos')

  const slider = page.getByRole('slider', { name: 'Compare by' })
  await slider.focus()
  const byBoth = (await idsOnWall(page)).slice(0, 12)
  await slider.press('ArrowRight')
  await expect(page).toHaveURL(`/logo/${logo!.logo_id}/similar?emphasis=color`)
  await expect(slider).toHaveAttribute('aria-valuetext', 'Colour')
  const first = await page.request.get(
    `/api/logos/similar?logo_id=${logo!.logo_id}&emphasis=color&page_size=12`,
  )
  const byColor = ((await first.json()) as { data: { logo_id: number }[] }).data.map(each => each.logo_id)
  expect(byColor).not.toEqual(byBoth)
  await expect.poll(async () => (await idsOnWall(page)).slice(0, 12)).toEqual(byColor)
  await page.goBack()
  await expect(page).toHaveURL(`/logo/${logo!.logo_id}`)
})

test('a picture is dropped or pasted, and the logo it was copied from comes first; a logo opens above the results', async ({
  page,
  signIn,
}) => {
  await signIn('ada')
  // Journeys beside this one upload copies of the oldest pictures.
  const answer = await page.request.get('/api/logos?sort=oldest&page_size=2&page=30')
  const logos = ((await answer.json()) as { data: { logo_id: number; url: string }[] }).data
  const files = await Promise.all(
    logos.map(async ({ url, logo_id }) => {
      const picture = await page.request.get(url)
      return {
        name: `${logo_id}`,
        mimeType: picture.headers()['content-type']!,
        buffer: await picture.body(),
      }
    }),
  )
  await page.goto('/search')
  await expect(tilesOf(page).first()).toBeVisible()
  const sending = page.waitForRequest(
    request => request.method() === 'POST' && request.url().endsWith('/similar'),
  )
  await page
    .getByRole('link', { name: 'By picture' })
    .dispatchEvent('drop', { dataTransfer: await makeTransfer(page, [files[0]!]) })
  await expect(page).toHaveTitle('Like your picture · Colophon')
  const { file_base64 } = (await sending).postDataJSON() as { file_base64: string }
  const small = await sharp(Buffer.from(file_base64.split(',')[1]!, 'base64')).metadata()
  expect([small.width, small.height]).toEqual([400, 400])
  await expect.poll(() => idsOnWall(page).then(ids => ids[0])).toBe(logos[0]!.logo_id)
  await tileOf(page, logos[0]!.logo_id).click()
  await expectOpen(page, logos[0]!.logo_id)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(() => idsOnWall(page).then(ids => ids[0])).toBe(logos[0]!.logo_id)
  await pasteFiles(page, [files[1]!])
  await expect.poll(() => idsOnWall(page).then(ids => ids[0])).toBe(logos[1]!.logo_id)
  await pasteFiles(page, [{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }])
  await expect(page.getByRole('alert')).toHaveText('a.txt: File must be a JPG, PNG, GIF or WebP image.')
})
