import type { Config, PaymentConfig } from '../config.ts'
import { siteWords } from '../lib/site-words.ts'
import { type Payments, type PayPalSettings, payPal } from './payments.ts'
import { PayPalClient } from './paypal-client.ts'
import {
  sandboxCertificates,
  sandboxCredentials,
  sandboxPlanIds,
  sandboxWebhookId,
} from './paypal-sandbox/identity.ts'
import { PaymentSandbox } from './paypal-sandbox/sandbox.ts'
import type { SandboxStore } from './paypal-sandbox/store.ts'

/** The path of the sandbox in our own site. */
export const sandboxMount = '/__paypal'

const hosts = {
  live: { api: 'https://api-m.paypal.com', certs: 'https://api.paypal.com', web: 'https://www.paypal.com' },
  sandbox: {
    api: 'https://api-m.sandbox.paypal.com',
    certs: 'https://api.sandbox.paypal.com',
    web: 'https://www.sandbox.paypal.com',
  },
}

/** Where the provider's calls go. */
export const paypalHost = (environment: keyof typeof hosts) => hosts[environment].api

/** The address of the provider's older script, with the parameters of the specification. */
const oldScript = (base: string, clientId: string) =>
  `${base}/sdk/js?${new URLSearchParams({
    'client-id': clientId,
    currency: 'USD',
    intent: 'subscription',
    vault: 'true',
    'disable-funding': 'credit,paylater,venmo',
    components: 'buttons',
  })}`

/** The provider in the settings; undefined if there is none. */
export function connectProvider(config: Pick<Config, 'payments' | 'publicUrl'>): Payments | undefined {
  const { payments } = config
  if (payments.kind !== 'paypal') return undefined
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
    returnUrl: `${config.publicUrl}/checkout`,
    brandName: () => siteWords().site_name,
    fetch,
  })
}

/** A client for setting up PayPal, before it has plans. */
export const connectPayPal = ({ payments }: { payments: Extract<PaymentConfig, { kind: 'paypal' }> }) =>
  new PayPalClient({ ...payments, baseUrl: hosts[payments.environment].api, fetch })

/** Our own provider and a client of it; messages go to `deliver`. */
export function connectSandbox(
  config: Pick<Config, 'publicUrl' | 'payments'>,
  sandboxOf: {
    store: SandboxStore
    now: () => Date
    deliver: ConstructorParameters<typeof PaymentSandbox>[0]['deliver']
  },
  options: {
    deliverAfterMs?: number
    onError?: (error: unknown) => void
    patience?: Pick<PayPalSettings, 'timeoutMs' | 'pauseMs' | 'breakMs'>
  } = {},
): { payments: Payments; sandbox: PaymentSandbox } {
  const { patience, ...rest } = options
  const baseUrl = `${config.publicUrl}${sandboxMount}`
  const sandbox = new PaymentSandbox({ ...sandboxOf, ...rest, baseUrl })
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
    brandName: () => siteWords().site_name,
    fetch: sandbox.fetch,
    ...patience,
  })
  return { payments, sandbox }
}

/** Delivers a message to our own webhook, as the provider would. */
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
