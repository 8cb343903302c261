// How our side knows the sandbox: credentials, certificate and plans.

export { sandboxPlanIds, sandboxWebhookId } from './catalogue.ts'

export const certificateSubject = 'messageverificationcerts.sandbox.paypal.com'
export const sandboxCredentials = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' }
export const sandboxCertificates = (baseUrl: string) => ({
  prefix: `${baseUrl}/v1/notifications/certs/`,
  subject: certificateSubject,
})
