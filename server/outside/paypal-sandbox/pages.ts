import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatCents } from '../../../shared/rules/plan.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Terms } from './catalogue.ts'
import { sandboxCredentials } from './identity.ts'
import type { Status } from './subscription.ts'

// What the buyer sees of the sandbox. The scripts that stand in for the provider's own are in browser/.

const page = (title: string, depth: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${depth}sandbox.css"></head><body><main>
<p class="ribbon">Test payments: no money moves</p>${body}</main></body></html>`

/** Where the buyer says yes or no. */
export function approvalPage({ terms, startsAt, token }: { terms: Terms; startsAt: string; token: string }) {
  const every = { 1: 'month', 12: 'year' }[terms.months] ?? `${terms.months} months`
  const button = (outcome: string, label: string, kind = '') =>
    `<button name="outcome" value="${outcome}" class="${kind}">${label}</button>`
  return page(
    'Approve the payment',
    '../../',
    `<h1>${escapeHtml(siteWords().site_name)}</h1>
<p class="price">${formatCents(terms.cents)} <span>every ${every}</span></p>
<p>First payment ${startsAt > new Date().toISOString() ? `on ${escapeHtml(startsAt.slice(0, 10))}` : 'today'}, from a test wallet.</p>
<form method="post" action="?ba_token=${escapeHtml(token)}">
${button('approve', 'Approve and continue', 'primary')}
${button('cancel', 'Cancel and return')}
<details><summary>Let something go wrong</summary>
${button('decline', 'The card is declined')}
${button('silent', 'Approve, and lose the connection')}
</details></form>`,
  )
}

type Message = {
  type: 'approved' | 'cancelled' | 'error' | 'silent'
  subscriptionId?: string
  payerId?: string
  message?: string
}

/** Tells the page that opened the window how it ended, and closes it; without such a page goes back to the shop. */
export function closingPage(message: Message, returnUrl = '') {
  return page(
    'Back to the shop',
    '../../',
    `<p>${escapeHtml(message.message ?? 'You may close this window.')}</p>
<script src="../../closing.js" data-message="${escapeHtml(JSON.stringify(message))}" data-return="${escapeHtml(returnUrl)}"></script>`,
  )
}

/** Where members look after their automatic payments. */
export function manualPage(
  subscriptions: { id: string; plan_id: string; status: Status; next_billing_time?: string }[],
) {
  const rows = subscriptions
    .filter(s => s.status === 'ACTIVE')
    .slice(-50)
    .map(
      s =>
        `<li><strong>${escapeHtml(s.id)}</strong> next payment ${escapeHtml(s.next_billing_time?.slice(0, 10) ?? 'none')}</li>`,
    )
  return page(
    'Automatic payments',
    '../',
    `<h1>Automatic payments</h1><ul>${rows.join('') || '<li>There are none.</li>'}</ul>`,
  )
}

const read = (name: string) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8')
const script = (name: string) => ({ type: 'text/javascript; charset=utf-8', text: read(name) })
const checkout = script('checkout.js')
/** What the browser loads, by its path: the provider's two scripts are one file, which looks at its own address. */
export const sandboxAssets: Record<string, { type: string; text: string } | undefined> = {
  '/sandbox.css': { type: 'text/css; charset=utf-8', text: read('sandbox.css') },
  '/closing.js': script('closing.js'),
  '/sdk/js': checkout,
  '/web-sdk/v6/core': checkout,
}

/** An HTML answer. */
export const html = (text: string, status = 200) =>
  new Response(text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // As on the provider's own page: the window that opened this one must stay reachable.
      'cross-origin-opener-policy': 'unsafe-none',
    },
  })

/** The error of the provider's older script when its address has wrong parameters. */
export function scriptProblem(query: URLSearchParams): string | undefined {
  const problem =
    query.get('client-id') !== sandboxCredentials.clientId
      ? "SDK Validation error: 'client-id not recognized for either production or sandbox'"
      : query.get('vault') !== 'true'
        ? "SDK Validation error: 'Must pass vault=true for intent=subscription'"
        : undefined
  return problem && `throw new Error(${JSON.stringify(problem)})`
}
