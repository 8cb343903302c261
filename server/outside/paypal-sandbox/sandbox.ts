import { Api } from './api.ts'
import type { DisputeStage } from './billing.ts'
import { Buyer } from './buyer.ts'
import { catalogue } from './catalogue.ts'
import { type Fault, injectFault, takeFault } from './faults.ts'
import { Memory } from './memory.ts'
import { certificatePath, type Delivery, Messages } from './messages.ts'
import { html, manualPage, sandboxAssets, scriptProblem } from './pages.ts'
import type { SandboxStore } from './store.ts'
import type { Subscription } from './subscription.ts'

// A payment provider of our own, for tests and demonstrations: the paths, answers, states, delays and signed messages of the
// real one, without money. Its data is in a store, and its clock can be advanced.

type SandboxSettings = {
  store: SandboxStore
  now: () => Date
  /** The sandbox's address, without a trailing slash. */
  baseUrl: string
  /** Delivers a message to our webhook and gives its status. */
  deliver: (headers: Record<string, string>, body: string) => Promise<number>
  /** Delay of automatic delivery in ms; without it, messages are delivered by `flush` only. */
  deliverAfterMs?: number
  onError?: (error: unknown) => void
}

export class PaymentSandbox {
  /** Faults that the next matching calls run into. */
  readonly faults: Fault[] = []
  readonly #messages: Messages
  readonly #buyer: Buyer
  readonly #memory: Memory
  readonly #api: Api
  readonly #store: SandboxStore
  /** The path of the sandbox in the site. */
  readonly #mount: string

  constructor(settings: SandboxSettings) {
    const { store, baseUrl } = settings
    const { origin, pathname } = new URL(baseUrl)
    this.#store = store
    this.#mount = pathname.replace(/\/$/, '')
    this.#messages = new Messages(settings)
    this.#memory = new Memory({ ...settings, onEvents: () => this.#messages.schedule() })
    this.#buyer = new Buyer(this.#memory)
    this.#api = new Api({
      store,
      baseUrl,
      memory: this.#memory,
      messages: this.#messages,
      buyer: this.#buyer,
      offers: catalogue(store, () => this.#memory.clock(), `${origin}/api/payments/webhook`),
    })
  }

  /** Answers as the provider would, with the faults that are injected. */
  async handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname.slice(this.#mount.length)
    const answer = (isStale: boolean) => this.#answer(request, url, path, isStale)
    const fault = takeFault(this.faults, `${request.method} ${path}`)
    if (!fault) return answer(false)
    return injectFault(fault, request.signal, answer, () => this.#api.expireTokens())
  }

  /** As `fetch`, without a network. */
  readonly fetch = (url: string, init: RequestInit) => this.handle(new Request(url, init))

  async #answer(request: Request, url: URL, path: string, isStale: boolean): Promise<Response> {
    const asset = sandboxAssets[path]
    if (asset && request.method === 'GET') {
      const refusal = path === '/sdk/js' ? scriptProblem(url.searchParams) : undefined
      return new Response(refusal ?? asset.text, {
        headers: { 'content-type': asset.type, 'cache-control': 'no-store' },
      })
    }
    switch (path) {
      case certificatePath:
        return new Response((await this.#messages.signingKey()).certificate, {
          headers: { 'content-type': 'application/x-pem-file' },
        })
      case '/myaccount/autopay':
        return html(manualPage(await this.#memory.list()))
      case '/webapps/billing/subscriptions':
        return this.#buyer.approvalPage(request, url)
      case '/v1/oauth2/token':
        return this.#api.grantToken(request)
      default:
        return this.#api.answer(request, path, url.searchParams, isStale)
    }
  }

  /** The control calls of a running server, for journeys in a browser. */
  async control(what: string, body: Record<string, unknown>): Promise<unknown> {
    const [id, sale] = [String(body.subscription ?? ''), String(body.sale ?? '')]
    switch (what) {
      case 'clock':
        return this.advance(Number(body.advance_ms))
      case 'wallet':
        return this.#buyer.setWallet(id, body.pays === true)
      case 'approve':
        return this.#buyer.approve(id)
      case 'refund':
        return this.#buyer.refund(sale, body.cents === undefined ? undefined : Number(body.cents))
      case 'reverse':
        return this.#buyer.reverse(sale)
      case 'dispute':
        return this.#buyer.dispute(sale, body.stage as DisputeStage)
      case 'fault':
        return this.faults.push(body as Fault)
      case 'mend':
        return this.faults.splice(0).length
      case 'flush':
        return this.#messages.flush(body as Delivery)
      case 'state':
        return { subscriptions: await this.#memory.list(), events: await this.#store.list('event') }
      default:
        return undefined
    }
  }

  approve(id: string) {
    return this.#buyer.approve(id)
  }

  refund(saleId: string, cents?: number) {
    return this.#buyer.refund(saleId, cents)
  }

  reverse(saleId: string) {
    return this.#buyer.reverse(saleId)
  }

  dispute(saleId: string, stage: DisputeStage) {
    return this.#buyer.dispute(saleId, stage)
  }

  setWallet(id: string, pays: boolean) {
    return this.#buyer.setWallet(id, pays)
  }

  flush(delivery?: Delivery) {
    return this.#messages.flush(delivery)
  }

  waitingEvents() {
    return this.#messages.waiting()
  }

  dropWaiting() {
    return this.#messages.dropWaiting()
  }

  /** Advances the provider's clock and charges what is due. */
  advance(ms: number) {
    return this.#memory.advance(ms)
  }

  /** Charges what is due by the provider's clock. */
  bill() {
    return this.#memory.bill()
  }

  find(id: string) {
    return this.#memory.find(id)
  }

  list() {
    return this.#memory.list()
  }

  /** Changes a stored subscription, as a cheating buyer or a bug at the provider would. */
  tamper(id: string, changes: Partial<Subscription>) {
    return this.#memory.change(id, s => void Object.assign(s, changes))
  }

  stop() {
    this.#messages.stop()
  }
}
