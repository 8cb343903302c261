import { randomUUID } from 'node:crypto'
import { digits, iso } from './answers.ts'
import { billDue, type Emit } from './billing.ts'
import { describe } from './representation.ts'
import type { SandboxStore } from './store.ts'
import type { Subscription } from './subscription.ts'

export type SandboxEvent = {
  envelope: { id: string; create_time: string; event_type: string } & Record<string, unknown>
  delivered: boolean
}

type Settings = {
  store: SandboxStore
  now: () => Date
  /** The sandbox's address, without a trailing slash. */
  baseUrl: string
  /** Called after events have been stored. */
  onEvents: () => void
}

/** The sandbox's subscriptions and clock. Every change is one transaction together with the events that it causes. */
export class Memory {
  readonly #settings: Settings
  /** The previous version of each subscription, for stale reads. */
  readonly #previous = new Map<string, Subscription>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The provider's time: ours, plus what it was advanced. */
  async clock(): Promise<Date> {
    return new Date(this.#settings.now().getTime() + (await this.#aheadMs()))
  }

  /** Advances the provider's clock and charges what is due. */
  async advance(ms: number) {
    await this.#settings.store.write('clock', 'ahead', { ms: (await this.#aheadMs()) + ms })
    await this.bill()
  }

  async #aheadMs(): Promise<number> {
    return (await this.#settings.store.read<{ ms: number }>('clock', 'ahead'))?.ms ?? 0
  }

  find(id: string): Promise<Subscription | undefined> {
    return this.#settings.store.read<Subscription>('subscription', id)
  }

  /** The version before the last change: what an inconsistent read of the provider's may show. */
  async findStale(id: string): Promise<Subscription | undefined> {
    return this.#previous.get(id) ?? this.find(id)
  }

  list(): Promise<Subscription[]> {
    return this.#settings.store.list<Subscription>('subscription')
  }

  /** Adds a subscription unless it exists. */
  add(subscription: Subscription): Promise<void> {
    return this.#settings.store.add('subscription', subscription.id, subscription)
  }

  /** Changes one subscription in a transaction, one change at a time. Undefined if it does not exist. */
  async change<T>(id: string, work: (s: Subscription, emit: Emit, now: Date) => T): Promise<T | undefined> {
    const { store, baseUrl, onEvents } = this.#settings
    const now = await this.clock()
    const result = await store.transaction(id, async own => {
      const s = await own.read<Subscription>('subscription', id)
      if (!s) return undefined
      const previous = structuredClone(s)
      const emitted: SandboxEvent['envelope'][] = []
      const emit: Emit = (event_type, resource_type, resource = describe(s, baseUrl)) =>
        emitted.push({
          event_version: '1.0',
          create_time: iso(now),
          resource_type,
          event_type,
          resource,
          links: [],
          id: `WH-${digits(randomUUID(), 17)}`,
        })
      const value = work(s, emit, now)
      await own.write('subscription', id, s)
      for (const envelope of emitted) await own.write('event', envelope.id, { envelope, delivered: false })
      if (JSON.stringify(previous) !== JSON.stringify(s)) this.#previous.set(id, previous)
      return { value, hasEvents: emitted.length > 0 }
    })
    if (result?.hasEvents) onEvents()
    return result?.value
  }

  /** Charges every subscription that is due by the provider's clock. */
  async bill() {
    const due = await this.#settings.store.listDue(iso(await this.clock()))
    for (const id of due) await this.change(id, billDue)
  }
}
