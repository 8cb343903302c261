// Stands in for both of the provider's checkout scripts, /sdk/js (v5) and /web-sdk/v6/core (v6), and behaves as the one
// whose address it was loaded from. Each sets window.paypal.
{
  /**
   * How an approval ended.
   * @typedef {{ type: string, subscriptionId: string, payerId?: string, message?: string }} Result
   */

  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const home = new URL(script.src)
  const { cspNonce } = script.dataset
  const mount = home.origin + home.pathname.replace(/(\/sdk\/js|\/web-sdk\/v6\/core)$/, '')
  const label = 'Pay with PayPal (test)'
  const buttonCss = `button { font: 600 1rem/1 system-ui, sans-serif; width: 100%; min-height: 48px; border: 0;
    border-radius: 8px; background: #ffc439; color: #111; cursor: pointer }
  button:hover { background: #f2ba36 }
  button:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px }`

  /**
   * Opens the approval in a popup, at once, so that the browser sees the press behind it.
   * @param {Promise<string>} id
   * @returns {Promise<Result>}
   */
  const approveInPopup = async id => {
    const popup = window.open('about:blank', 'sandbox-payment', 'popup,width=460,height=640')
    if (!popup) {
      id.catch(() => {})
      throw Object.assign(new Error('The popup was blocked'), { code: 'ERR_DEV_UNABLE_TO_OPEN_POPUP' })
    }
    const subscriptionId = await id.catch(error => {
      popup.close()
      throw error
    })
    popup.location.href = `${mount}/webapps/billing/subscriptions?ba_token=${encodeURIComponent(subscriptionId)}`
    return untilClosed(popup, subscriptionId)
  }

  /**
   * @param {Window} popup
   * @param {string} subscriptionId
   * @returns {Promise<Result>}
   */
  const untilClosed = (popup, subscriptionId) =>
    new Promise(resolve => {
      /** @param {Result} result */
      const finish = result => {
        removeEventListener('message', listen)
        clearInterval(watch)
        resolve(result)
      }
      /** @param {MessageEvent} event */
      const listen = event => {
        if (event.source === popup && event.origin === home.origin && event.data?.sandbox)
          finish({ subscriptionId, ...event.data.sandbox })
      }
      const watch = setInterval(() => {
        if (popup.closed) setTimeout(finish, 200, { type: 'cancelled', subscriptionId })
      }, 200)
      addEventListener('message', listen)
    })

  /** @param {ShadowRoot} root */
  const paintButton = root => {
    if (cspNonce) {
      // As the provider's: a style in the page, with the nonce that the page was given for it.
      const style = document.createElement('style')
      style.nonce = cspNonce
      style.textContent = buttonCss
      root.append(style)
    } else {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(buttonCss)
      root.adoptedStyleSheets = [sheet]
    }
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = label
    root.append(button)
    return button
  }

  /**
   * @typedef {object} ButtonOptions
   * @property {(data: object, actions: object) => Promise<string>} createSubscription
   * @property {(data: object, actions: object) => Promise<void>} [onApprove]
   * @property {(data: object) => void} [onCancel]
   * @property {(error: unknown) => void} [onError]
   * @property {(data: object, actions: object) => void} [onInit]
   */

  /** @param {ButtonOptions} options */
  const pay = async options => {
    const create = () => Promise.reject(new Error('403: created by the server only'))
    const { createSubscription, onApprove, onCancel, onError } = options
    try {
      const order = createSubscription({ paymentSource: 'paypal' }, { subscription: { create } })
      const { type, subscriptionId, payerId, message } = await approveInPopup(Promise.resolve(order))
      if (type === 'error') throw new Error(message)
      if (type !== 'approved') return onCancel?.({ subscriptionID: subscriptionId })
      const approved = { subscriptionID: subscriptionId, orderID: `O-${subscriptionId}`, payerID: payerId }
      await onApprove?.({ ...approved, facilitatorAccessToken: '' }, {})
    } catch (error) {
      onError?.(error)
    }
  }

  const v5 = () => ({
    version: '5.0.500',
    FUNDING: { PAYPAL: 'paypal', CARD: 'card' },
    Buttons(options = /** @type {ButtonOptions} */ ({})) {
      /** @type {HTMLElement | undefined} */
      let host
      return {
        isEligible: () => true,
        /** @param {string | Element} where */
        async render(where) {
          const parent = typeof where === 'string' ? document.querySelector(where) : where
          if (!parent) throw new Error('The container is not there')
          host = document.createElement('div')
          parent.append(host)
          const button = paintButton(host.attachShadow({ mode: 'open' }))
          button.addEventListener('click', () => pay(options))
          options.onInit?.({}, {})
        },
        async close() {
          host?.remove()
        },
        /** @param {Partial<ButtonOptions>} changed */
        async updateProps(changed) {
          Object.assign(options, changed)
        },
        hasReturned: () => false,
        resume() {},
      }
    },
  })

  /**
   * @typedef {object} SessionOptions
   * @property {(data: object) => Promise<void>} [onApprove]
   * @property {(data: object) => void} [onCancel]
   * @property {(error: unknown) => void} [onError]
   */

  /** @param {SessionOptions} options */
  const createSession = ({ onApprove, onCancel, onError }) => ({
    /**
     * @param {object} _presentation
     * @param {Promise<{ subscriptionId: string }>} subscription
     */
    async start(_presentation, subscription) {
      /** @type {Result} */
      let result
      try {
        result = await approveInPopup(Promise.resolve(subscription).then(order => order.subscriptionId))
      } catch (error) {
        if (error instanceof Error && 'code' in error) throw error
        onError?.(error)
        return
      }
      const { type, subscriptionId, payerId, message } = result
      if (type === 'approved') await onApprove?.({ subscriptionId, payerId, fundingSource: 'paypal' })
      else if (type === 'error') onError?.(new Error(message))
      else onCancel?.({ subscriptionId })
    },
    cancel() {},
    destroy() {},
  })

  const v6 = () => {
    if (!customElements.get('paypal-button'))
      customElements.define(
        'paypal-button',
        class extends HTMLElement {
          connectedCallback() {
            if (!this.shadowRoot) paintButton(this.attachShadow({ mode: 'open', delegatesFocus: true }))
          }
        },
      )
    return {
      version: '6.0.0',
      /** @param {{ clientId?: string, components?: string[] }} options */
      async createInstance({ clientId, components = [] }) {
        if (!clientId) throw new Error('clientId is required')
        return {
          async findEligibleMethods() {
            return {
              isEligible: (/** @type {string} */ method) => method === 'paypal',
              getDetails: () => ({}),
            }
          },
          updateLocale() {},
          ...(components.includes('paypal-subscriptions') && {
            createPayPalSubscriptionPaymentSession: createSession,
          }),
        }
      },
    }
  }

  Object.assign(window, { paypal: home.pathname.endsWith('/sdk/js') ? v5() : v6() })
}
