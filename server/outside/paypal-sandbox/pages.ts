import { formatCents } from '../../../shared/rules/plan.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Terms } from './catalogue.ts'
import { sandboxCredentials } from './identity.ts'

// What the buyer sees of the sandbox, and the scripts that stand in for the provider's own two.

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
  subscriptions: { id: string; plan_id: string; status: string; next_billing_time?: string }[],
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

const css = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f3f3f1, #161616); color: light-dark(#161616, #f3f3f1); }
main { max-width: 26rem; margin: 0 auto; padding: 2rem 1.5rem; }
h1 { font-size: 1.25rem; margin: 1.5rem 0 0; }
.ribbon { display: inline-block; margin: 0; padding: .15rem .6rem; border-radius: 1rem; font-size: .8rem;
  background: light-dark(#fff3c4, #4a3c00); }
.price { font-size: 2rem; margin: .25rem 0; font-weight: 600; }
.price span { font-size: 1rem; font-weight: 400; }
form { display: grid; gap: .75rem; margin-top: 1.5rem; }
button { font: inherit; padding: .7rem 1rem; border-radius: .5rem; border: 1px solid light-dark(#999, #777);
  background: transparent; color: inherit; cursor: pointer; }
button.primary { background: light-dark(#161616, #f3f3f1); color: light-dark(#fff, #161616); border-color: transparent; }
button:focus-visible { outline: 3px solid light-dark(#2563eb, #7aa5ff); outline-offset: 2px; }
details { display: grid; } details button { width: 100%; margin-top: .6rem; } summary { cursor: pointer; }
ul { padding-left: 1.2rem; overflow-wrap: anywhere; }`

const closing = `(() => {
  const { message, return: back } = document.currentScript.dataset
  const told = JSON.parse(message)
  if (told.type !== 'silent' && window.opener) window.opener.postMessage({ sandbox: told }, location.origin)
  else if (!window.opener && back) {
    const url = new URL(back)
    if (told.subscriptionId && told.type === 'approved') url.searchParams.set('subscription_id', told.subscriptionId)
    location.replace(url)
    return
  }
  window.close()
})()`

/** Opens the approval in a popup and tells how it ended; \`id\` is a promise, the popup opens at once. */
const popup = `
  const home = new URL(document.currentScript.src)
  const mount = home.origin + home.pathname.replace(/(\\/sdk\\/js|\\/web-sdk\\/v6\\/core)$/, '')
  async function approveInPopup(id) {
    const win = window.open('about:blank', 'sandbox-payment', 'popup,width=460,height=640')
    if (!win) {
      const blocked = new Error('The popup was blocked')
      blocked.code = 'ERR_DEV_UNABLE_TO_OPEN_POPUP'
      Promise.resolve(id).catch(() => {})
      throw blocked
    }
    let subscriptionId
    try {
      subscriptionId = await id
    } catch (error) {
      win.close()
      throw error
    }
    win.location = mount + '/webapps/billing/subscriptions?ba_token=' + tokenOf(subscriptionId)
    return new Promise(resolve => {
      const done = result => {
        removeEventListener('message', listen)
        clearInterval(watch)
        resolve(result)
      }
      const listen = event => {
        if (event.source === win && event.origin === home.origin && event.data && event.data.sandbox)
          done({ subscriptionId, ...event.data.sandbox })
      }
      const watch = setInterval(() => { if (win.closed) setTimeout(done, 200, { type: 'cancelled', subscriptionId }) }, 200)
      addEventListener('message', listen)
    })
  }
  const tokenOf = id => encodeURIComponent(id)
  const { cspNonce } = document.currentScript.dataset
  function paintButton(root, label) {
    const css = 'button{font:600 1rem/1 system-ui,sans-serif;width:100%;min-height:48px;border:0;border-radius:8px;background:#ffc439;color:#111;cursor:pointer}button:hover{background:#f2ba36}button:focus-visible{outline:3px solid #2563eb;outline-offset:2px}'
    if (cspNonce) {
      // As the provider's: a style in the page, with the word that the page was given for it.
      const style = document.createElement('style')
      style.nonce = cspNonce
      style.textContent = css
      root.append(style)
    } else {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      root.adoptedStyleSheets = [sheet]
    }
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = label
    root.append(button)
    return button
  }`

const v5 = `(() => {${popup}
  window.paypal = {
    version: '5.0.500',
    FUNDING: { PAYPAL: 'paypal', CARD: 'card' },
    Buttons(options = {}) {
      let host
      return {
        isEligible: () => true,
        async render(where) {
          const parent = typeof where === 'string' ? document.querySelector(where) : where
          if (!parent) throw new Error('The container is not there')
          host = document.createElement('div')
          parent.append(host)
          const button = paintButton(host.attachShadow({ mode: 'open' }), 'Pay with PayPal (test)')
          button.addEventListener('click', async () => {
            try {
              const actions = { subscription: { create: () => Promise.reject(new Error('403: created by the server only')) } }
              const result = await approveInPopup(Promise.resolve(options.createSubscription({ paymentSource: 'paypal' }, actions)))
              if (result.type === 'approved')
                await options.onApprove?.({ subscriptionID: result.subscriptionId, orderID: 'O-' + result.subscriptionId,
                  payerID: result.payerId, facilitatorAccessToken: '' }, {})
              else if (result.type === 'error') throw new Error(result.message)
              else options.onCancel?.({ subscriptionID: result.subscriptionId })
            } catch (error) {
              options.onError?.(error)
            }
          })
          options.onInit?.({}, {})
        },
        async close() { host?.remove() },
        async updateProps(given) { Object.assign(options, given) },
        hasReturned: () => false,
        resume() {},
      }
    },
  }
})()`

const v6 = `(() => {${popup}
  if (!customElements.get('paypal-button'))
    customElements.define('paypal-button', class extends HTMLElement {
      connectedCallback() {
        if (!this.shadowRoot) paintButton(this.attachShadow({ mode: 'open', delegatesFocus: true }), 'Pay with PayPal (test)')
      }
    })
  window.paypal = {
    version: '6.0.0',
    async createInstance({ clientId, components = [] }) {
      if (!clientId) throw new Error('clientId is required')
      return {
        async findEligibleMethods() { return { isEligible: method => method === 'paypal', getDetails: () => ({}) } },
        updateLocale() {},
        ...(components.includes('paypal-subscriptions') && {
          createPayPalSubscriptionPaymentSession({ onApprove, onCancel, onError }) {
            return {
              async start(_presentation, subscription) {
                let result
                try {
                  result = await approveInPopup(Promise.resolve(subscription).then(given => given.subscriptionId))
                } catch (error) {
                  if (error.code) throw error
                  onError?.(error)
                  return
                }
                if (result.type === 'approved') await onApprove?.({ subscriptionId: result.subscriptionId, payerId: result.payerId, fundingSource: 'paypal' })
                else if (result.type === 'error') onError?.(new Error(result.message))
                else onCancel?.({ subscriptionId: result.subscriptionId })
              },
              cancel() {},
              destroy() {},
            }
          },
        }),
      }
    },
  }
})()`

const script = (text: string) => ({ type: 'text/javascript; charset=utf-8', text })
export const sandboxAssets: Record<string, { type: string; text: string } | undefined> = {
  '/sandbox.css': { type: 'text/css; charset=utf-8', text: css },
  '/closing.js': script(closing),
  '/sdk/js': script(v5),
  '/web-sdk/v6/core': script(v6),
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
