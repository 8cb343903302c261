// @vitest-environment happy-dom
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { screen, waitFor, within } from '@testing-library/react'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { createDesigner } from '../factories.ts'
import { untilFocused } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()

/** Opens the page of tokens and webhooks as a new member. */
async function enter() {
  await site.signIn(await createDesigner(site.db))
  return site.open('/account/api')
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const confirm = async (user: Awaited<ReturnType<typeof enter>>, name: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
/** The text in this region that is shown once. */
const secretIn = (name: string) => screen.getByRole('region', { name }).querySelector('code')!.textContent!

test('a token is made by the keyboard, shown once, used and revoked', async () => {
  let user = await enter()
  let tokens = await region('API tokens')
  await user.type(await tokens.findByLabelText('Name of the new token'), 'My portfolio')
  tokens.getByRole('button', { name: 'Create a token' }).focus()
  await user.keyboard('{Enter}')
  const title = 'Your token “My portfolio”'
  await untilFocused(await screen.findByRole('region', { name: title }))
  const token = secretIn(title)
  // Without cookies the token alone says whose call it is.
  const check = () =>
    site.server.app.inject({ url: '/api/auth/check', headers: { authorization: `Bearer ${token}` } })
  expect((await check()).json()).toMatchObject({ isAuthenticated: true })
  await user.click(within(screen.getByRole('region', { name: title })).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(document.body.textContent).not.toContain(token))

  user = site.reload()
  tokens = await region('API tokens')
  expect((await tokens.findByText(/Reads · created/)).textContent).toContain('used')
  expect(document.body.textContent).not.toContain(token)
  await user.click(tokens.getByRole('button', { name: 'Revoke the token My portfolio' }))
  await confirm(user, 'Revoke')
  await waitFor(() => expect(tokens.queryByText('My portfolio')).toBeNull())
  expect((await check()).statusCode).toBe(401)
})

/** A server that receives messages. */
async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (message, answer) => {
    let body = ''
    for await (const part of message) body += part
    received.push({ headers: message.headers, body })
    answer.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a webhook with chosen events gets a signed test message and is removed', async () => {
  const { received, host } = await startReceiver()
  const user = await enter()
  const webhooks = await region('Webhooks')
  await user.type(await webhooks.findByLabelText('Address of the new webhook'), `http://${host}/hooks`)
  await user.click(webhooks.getByLabelText('New followers'))
  await user.click(webhooks.getByRole('button', { name: 'Add a webhook' }))
  const shown = within(await screen.findByRole('region', { name: /^The secret that signs/ }))
  const secret = shown.getByText(/^whsec_/).textContent!
  await user.click(shown.getByRole('button', { name: 'Done' }))
  await webhooks.findByText('Likes, Comments, A book’s results')
  await user.click(webhooks.getByRole('button', { name: `Send a test to ${host}` }))
  const deliveries = within(await webhooks.findByRole('table', { name: `Latest messages to ${host}` }))
  const row = await deliveries.findByRole('row', { name: /webhook\.test/ })
  await waitFor(() => expect(row.textContent).toContain('Delivered (200)'))
  expect(received).toHaveLength(1)
  const { headers, body } = received[0]!
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
  })
  await user.click(webhooks.getByRole('button', { name: `Remove ${host}` }))
  await confirm(user, 'Remove')
  await waitFor(() => expect(webhooks.queryByText(`http://${host}/hooks`)).toBeNull())
})
