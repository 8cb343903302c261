import { expect, test } from './test.ts'
import { expectOpen, listIds } from './wall.ts'

test('the field of a comment grows with its text', async ({ page, createMember, signIn }) => {
  await signIn((await createMember()).username)
  const [id] = await listIds(page, 1)
  await page.goto(`/?logo_id=${id}`)
  await expectOpen(page, id!)
  const field = page.getByRole('textbox', { name: 'Comment' })
  const heightOf = async () => (await field.boundingBox())!.height
  const before = await heightOf()
  await field.fill('x\n'.repeat(950))
  await expect.poll(heightOf).toBeGreaterThan(before * 3)
})
