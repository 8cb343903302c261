import { fileURLToPath } from 'node:url'
import type { loadScript, PayPalButtonsComponent } from '@paypal/paypal-js'
import type {
  BaseInstance,
  loadCoreSdkScript,
  PayPalSubscriptionPaymentSession,
} from '@paypal/paypal-js/sdk-v6'
import type { Page } from '@playwright/test'
import { sandboxCredentials, sandboxPlanIds } from '../../server/outside/paypal-sandbox/identity.ts'
import { answerProvider } from './joining.ts'
import { test } from './own-server.ts'
import { expect } from './test.ts'

// PayPal's own loader and types drive the sandbox's scripts, without our code between them.

// One server for all of them.
test.describe.configure({ mode: 'default' })

const { clientId, clientSecret } = sandboxCredentials

/** Serves the package's browser build as a module of the site. */
async function serveLoader(page: Page, entry: string) {
  const path = fileURLToPath(import.meta.resolve(entry))
  await page.route('**/paypal-js.js', route => route.fulfill({ path, contentType: 'text/javascript' }))
  await page.goto('/faq')
}

/** A subscription to approve, created by the provider's API. */
async function createSubscription(page: Page) {
  const { request } = page.context()
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const token = await request.post('/__paypal/v1/oauth2/token', {
    headers: { authorization: `Basic ${basic}` },
    form: { grant_type: 'client_credentials' },
  })
  const { access_token } = await token.json()
  const made = await request.post('/__paypal/v1/billing/subscriptions', {
    headers: { authorization: `Bearer ${access_token}` },
    data: { plan_id: sandboxPlanIds.yearly, application_context: { user_action: 'CONTINUE' } },
  })
  expect(made.status()).toBe(201)
  const { id } = (await made.json()) as { id: string }
  return id
}

test('the loader of PayPal’s package works with the sandbox’s v5 script: click, window, approval', async ({
  page,
}) => {
  await serveLoader(page, '@paypal/paypal-js')
  const id = await createSubscription(page)
  const load = (vault: boolean) =>
    page.evaluate(
      async ({ clientId, vault }) => {
        const { loadScript: load } = (await import(`${location.origin}/paypal-js.js`)) as {
          loadScript: typeof loadScript
        }
        const sdkBaseUrl = `${location.origin}/__paypal/sdk/js` as never
        const paypal = await load({ clientId, vault, intent: 'subscription', sdkBaseUrl })
        return paypal?.version
      },
      { clientId, vault },
    )
  expect(await load(true)).toMatch(/^5\./)

  const members: Record<keyof PayPalButtonsComponent, 'function'> = {
    close: 'function',
    isEligible: 'function',
    render: 'function',
    updateProps: 'function',
    resume: 'function',
    hasReturned: 'function',
  }
  const found = await page.evaluate(() => {
    const { paypal } = window as unknown as { paypal: Awaited<ReturnType<typeof loadScript>> }
    return Object.entries(paypal!.Buttons!({})).map(([name, value]) => [name, typeof value])
  })
  expect(Object.fromEntries(found)).toEqual(members)

  const answers = page.evaluate(async id => {
    const { paypal } = window as unknown as { paypal: Awaited<ReturnType<typeof loadScript>> }
    const container = document.createElement('div')
    document.body.prepend(container)
    const said: string[] = []
    return new Promise<{ said: string[]; subscriptionID: string | null | undefined }>((resolve, reject) => {
      const buttons = paypal!.Buttons!({
        createSubscription: async () => id,
        onCancel: () => void said.push('cancelled'),
        onError: reject,
        onApprove: async ({ subscriptionID }) => resolve({ said, subscriptionID }),
      })
      if (buttons.isEligible()) void buttons.render(container)
    })
  }, id)
  await answerProvider(page, 'Cancel and return', 'Pay with PayPal (test)')
  await answerProvider(page, 'Approve and continue', 'Pay with PayPal (test)')
  expect(await answers).toEqual({ said: ['cancelled'], subscriptionID: id })
})

test('PayPal’s package accepts the sandbox’s v6 script: instance, eligibility, session, approval', async ({
  page,
}) => {
  await serveLoader(page, '@paypal/paypal-js/sdk-v6')
  const id = await createSubscription(page)
  await page.addScriptTag({ url: '/__paypal/web-sdk/v6/core' })
  const sessionMembers: Record<
    keyof Omit<PayPalSubscriptionPaymentSession, 'hasReturned' | 'resume'>,
    'function'
  > = { start: 'function', cancel: 'function', destroy: 'function' }
  // The browser part of the sandbox does not cover a server's call for eligibility.
  const instanceMembers: Record<keyof Omit<BaseInstance, 'hydrateEligibleMethods'>, 'function'> = {
    findEligibleMethods: 'function',
    updateLocale: 'function',
  }
  const answers = page.evaluate(
    async ({ id, clientId }) => {
      const { loadCoreSdkScript: load } = (await import(`${location.origin}/paypal-js.js`)) as {
        loadCoreSdkScript: typeof loadCoreSdkScript
      }
      const paypal = (await load({ environment: 'sandbox' }))!
      const instance = await paypal.createInstance({ clientId, components: ['paypal-subscriptions'] })
      const methods = await instance.findEligibleMethods({
        paymentFlow: 'RECURRING_PAYMENT',
        currencyCode: 'USD',
      })
      const typesOf = (object: object) =>
        Object.fromEntries(Object.entries(object).map(([name, value]) => [name, typeof value]))
      const said: string[] = []
      return new Promise<Record<string, unknown>>((resolve, reject) => {
        const session = instance.createPayPalSubscriptionPaymentSession({
          onCancel: () => void said.push('cancelled'),
          onError: reject,
          onApprove: async data =>
            resolve({ said, data, instance: typesOf(instance), session: typesOf(session) }),
        })
        const button = document.createElement('button')
        button.textContent = 'Pay'
        button.disabled = !methods.isEligible('paypal')
        button.onclick = () =>
          session.start({ presentationMode: 'auto' }, Promise.resolve({ subscriptionId: id })).catch(reject)
        document.body.prepend(button)
      })
    },
    { id, clientId },
  )
  await answerProvider(page, 'Cancel and return', 'Pay')
  await answerProvider(page, 'Approve and continue', 'Pay')
  expect(await answers).toEqual({
    said: ['cancelled'],
    data: { subscriptionId: id, payerId: expect.any(String), fundingSource: 'paypal' },
    instance: { ...instanceMembers, createPayPalSubscriptionPaymentSession: 'function' },
    session: sessionMembers,
  })
})
