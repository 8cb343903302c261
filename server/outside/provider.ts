import { product } from '../../shared/product.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { type Payments, type PayPalSettings, payPal } from './payments.ts'
import {
  type PaymentSandbox,
  paymentSandbox,
  sandboxCertificates,
  sandboxCredentials,
  sandboxPlanIds,
  sandboxWebhookId,
} from './paypal-sandbox/sandbox.ts'

/** Where the sandbox hangs in our own site. */
export const sandboxMount = '/__paypal'

const hosts = {
  live: { api: 'https://api-m.paypal.com', certs: 'https://api.paypal.com', web: 'https://www.paypal.com' },
  sandbox: {
    api: 'https://api-m.sandbox.paypal.com',
    certs: 'https://api.sandbox.paypal.com',
    web: 'https://www.sandbox.paypal.com',
  },
}

/** The provider's older script, with all that our subscriptions need. */
const oldScript = (base: string, clientId: string) =>
  `${base}/sdk/js?${new URLSearchParams({
    'client-id': clientId,
    currency: 'USD',
    intent: 'subscription',
    vault: 'true',
    'disable-funding': 'credit,paylater,venmo',
    components: 'buttons',
  })}`

/** The provider that the settings name. */
export function connectProvider(config: Pick<Config, 'payments' | 'publicUrl'>): Payments {
  const { payments } = config
  const returnUrl = `${config.publicUrl}/checkout`
  if (payments.kind !== 'paypal')
    return payPal({
      baseUrl: 'https://nowhere.invalid',
      button: undefined,
      clientId: '',
      clientSecret: '',
      planIds: sandboxPlanIds,
      webhookId: '',
      certificates: { prefix: 'https://nowhere.invalid/', subject: '' },
      returnUrl,
      brandName: product.name,
      fetch: () => Promise.reject(new Error('No payment provider is set up')),
    })
  const host = hosts[payments.environment]
  const isTest = payments.environment === 'sandbox'
  return payPal({
    baseUrl: host.api,
    button: {
      isTest,
      driver: payments.driver,
      scriptUrl:
        payments.driver === 'v6' ? `${host.web}/web-sdk/v6/core` : oldScript(host.web, payments.clientId),
      manageUrl: `${host.web}/myaccount/autopay/`,
    },
    clientId: payments.clientId,
    clientSecret: payments.clientSecret,
    planIds: payments.planIds,
    webhookId: payments.webhookId,
    certificates: {
      prefix: `${host.certs}/v1/notifications/certs/`,
      subject: `messageverificationcerts${isTest ? '.sandbox' : ''}.paypal.com`,
    },
    returnUrl,
    brandName: product.name,
    fetch,
  })
}

/** Our own provider and a client of it; messages go to `deliver`. */
export function connectSandbox(
  config: Pick<Config, 'publicUrl' | 'payments'>,
  sandboxOf: { db: Db; now: () => Date; deliver: Parameters<typeof paymentSandbox>[0]['deliver'] },
  options: {
    deliverAfterMs?: number
    onError?: (error: unknown) => void
    patience?: Pick<PayPalSettings, 'timeoutMs' | 'pauseMs' | 'breakMs'>
  } = {},
): { payments: Payments; sandbox: PaymentSandbox } {
  const { patience, ...rest } = options
  const baseUrl = `${config.publicUrl}${sandboxMount}`
  const sandbox = paymentSandbox({ ...sandboxOf, ...rest, baseUrl })
  const driver = config.payments.kind === 'sandbox' ? config.payments.driver : 'v6'
  const payments = payPal({
    baseUrl,
    button: {
      isTest: true,
      driver,
      // Relative: the page may be reached under another name than ours.
      scriptUrl:
        driver === 'v6'
          ? `${sandboxMount}/web-sdk/v6/core`
          : oldScript(sandboxMount, sandboxCredentials.clientId),
      manageUrl: `${sandboxMount}/myaccount/autopay`,
    },
    ...sandboxCredentials,
    planIds: sandboxPlanIds,
    webhookId: sandboxWebhookId,
    certificates: sandboxCertificates(baseUrl),
    returnUrl: `${config.publicUrl}/checkout`,
    brandName: product.name,
    fetch: sandbox.fetch,
    ...patience,
  })
  return { payments, sandbox }
}

/** Takes a message to our own webhook, as the provider would. */
export const deliverTo =
  (port: number) =>
  async (headers: Record<string, string>, body: string): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/payments/webhook`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(10_000),
    })
    return response.status
  }
