import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expectNoFaults, expectToFit } from './axe.ts'
import { expect, test } from './test.ts'

test('a token is made, shown once, used and revoked; a webhook gets a signed test message and is removed', async ({
  page,
  request,
  createMember,
  signIn,
}) => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (message, answer) => {
    let body = ''
    for await (const part of message) body += part
    received.push({ headers: message.headers, body })
    answer.end()
  }).listen(0, '127.0.0.1')
  try {
    await signIn((await createMember()).username)
    await page.goto('/account/api')
    const tokens = page.getByRole('region', { name: 'API tokens' })
    await tokens.getByLabel('Name of the new token').fill('My portfolio')
    await tokens.getByRole('button', { name: 'Create a token' }).press('Enter')
    const made = page.getByRole('region', { name: 'Your token “My portfolio”' })
    await expect(made).toBeFocused()
    const token = await made.locator('code').innerText()
    // Without cookies the token alone says whose call it is.
    const check = () =>
      request.get('/api/auth/check', { headers: { Authorization: `Bearer ${token}`, Cookie: '' } })
    expect(await (await check()).json()).toMatchObject({ isAuthenticated: true })
    await made.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(token)).toHaveCount(0)
    await page.reload()
    await expect(tokens.getByText('Reads · created')).toContainText('used')
    await tokens.getByRole('button', { name: 'Revoke the token My portfolio' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(tokens.getByText('My portfolio')).toHaveCount(0)
    expect((await check()).status()).toBe(401)

    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const webhooks = page.getByRole('region', { name: 'Webhooks' })
    await webhooks.getByLabel('Address of the new webhook').fill(`http://${host}/hooks`)
    await webhooks.getByLabel('New followers').uncheck()
    await webhooks.getByRole('button', { name: 'Add a webhook' }).click()
    const shown = page.getByRole('region', { name: 'The secret that signs' })
    const secret = await shown.locator('code').innerText()
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(webhooks.getByText('Likes, Comments, A book’s results')).toBeVisible()
    await webhooks.getByRole('button', { name: `Send a test to ${host}` }).click()
    const deliveries = webhooks.getByRole('table', { name: `Latest messages to ${host}` })
    await expect(deliveries.getByRole('row', { name: 'webhook.test' })).toContainText('Delivered (200)')
    expect(received.length).toBe(1)
    const { headers, body } = received[0]!
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'webhook.test',
    })
    await expectNoFaults(page, 'tokens and webhooks')
    await page.setViewportSize({ width: 320, height: 640 })
    await expectToFit(page, 'tokens and webhooks on a phone')
    await webhooks.getByRole('button', { name: `Remove ${host}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(webhooks.getByText(`http://${host}/hooks`)).toHaveCount(0)
  } finally {
    server.close()
  }
})
