import { approve, type DisputeStage, dispute, type Emit, refund, reverse } from './billing.ts'
import type { Memory } from './memory.ts'
import { approvalPage, closingPage, html } from './pages.ts'
import { payerOf, type Subscription, type Transaction, termsOf } from './subscription.ts'

/**
 * What happens at the provider without a call of ours: the buyer approves, refunds and disputes, or the wallet is empty.
 */
export class Buyer {
  readonly #memory: Memory

  constructor(memory: Memory) {
    this.#memory = memory
  }

  /** Answers the page on which the buyer approves a subscription. */
  async approvalPage(request: Request, url: URL): Promise<Response> {
    const token = url.searchParams.get('ba_token')
    const s = (await this.#memory.list()).find(each => each.ba_token === token || each.id === token)
    if (!s) return html(closingPage({ type: 'error', message: 'We couldn’t find this payment.' }), 404)
    const approved = { type: 'approved', subscriptionId: s.id, payerId: payerOf(s) } as const
    if (request.method === 'GET') {
      if (s.status !== 'APPROVAL_PENDING') return html(closingPage(approved))
      return html(approvalPage({ terms: termsOf(s), startsAt: s.start_time, token: s.ba_token }))
    }
    switch (new URLSearchParams(await request.text()).get('outcome')) {
      case 'approve':
        await this.approve(s.id)
        return html(closingPage(approved, s.return_url))
      case 'silent':
        await this.approve(s.id)
        return html(closingPage({ type: 'silent' }))
      case 'decline':
        return html(closingPage({ type: 'error', message: 'INSTRUMENT_DECLINED' }))
      default:
        return html(closingPage({ type: 'cancelled', subscriptionId: s.id }, s.cancel_url))
    }
  }

  async approve(id: string) {
    await this.#memory.change(id, approve)
  }

  /** Refunds a sale, in full unless `cents` are given. Gives the refund's id; undefined if there is no such sale. */
  refund(saleId: string, cents?: number): Promise<string | undefined> {
    return this.#changeSale(saleId, (s, sale, emit, now) => refund(s, sale, cents, emit, now))
  }

  /** The buyer's bank charges a sale back. */
  reverse(saleId: string) {
    return this.#changeSale(saleId, reverse)
  }

  dispute(saleId: string, stage: DisputeStage) {
    return this.#changeSale(saleId, (s, sale, emit, now) => dispute(s, sale, stage, emit, now))
  }

  setWallet(id: string, pays: boolean) {
    return this.#memory.change(id, s => {
      s.pays = pays
    })
  }

  async #changeSale<T>(
    saleId: string,
    work: (s: Subscription, sale: Transaction, emit: Emit, now: Date) => T,
  ): Promise<T | undefined> {
    const saleOf = (s: Subscription) => s.transactions.find(each => each.id === saleId)
    const holder = (await this.#memory.list()).find(saleOf)
    if (!holder) return undefined
    return this.#memory.change(holder.id, (s, emit, now) => {
      const sale = saleOf(s)
      return sale && work(s, sale, emit, now)
    })
  }
}
