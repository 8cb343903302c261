import { randomUUID, sign } from 'node:crypto'
import { signedText } from '../webhook-signature.ts'
import { iso } from './answers.ts'
import { makeCertificate } from './certificate.ts'
import { certificateSubject, sandboxWebhookId } from './identity.ts'
import type { SandboxEvent } from './memory.ts'
import type { SandboxStore } from './store.ts'

/** How deliveries fail or are reordered on purpose. */
export type Delivery = {
  /** As they were sent, reversed, or by index among the waiting ones. */
  order?: 'sent' | 'reversed' | readonly number[]
  copies?: number
  tamper?: 'bad_signature' | 'wrong_webhook_id' | 'reencode'
}

type Settings = {
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

const keyId = 'CERT-local'
export const certificatePath = `/v1/notifications/certs/${keyId}`

/** Signs the provider's messages and delivers them to our webhook. */
export class Messages {
  readonly #settings: Settings
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The key of this installation: stored, so that earlier signatures stay valid. */
  async signingKey() {
    const { store } = this.#settings
    const find = () => store.read<{ key: string; certificate: string }>('key', keyId)
    const existing = await find()
    if (existing) return existing
    const made = makeCertificate(certificateSubject)
    await store.add('key', keyId, made)
    // Another process may have stored its key first.
    return (await find()) ?? made
  }

  /** Plans the automatic delivery. */
  schedule() {
    const { deliverAfterMs, onError } = this.#settings
    if (deliverAfterMs === undefined) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.flush().catch(error => onError?.(error))
    }, deliverAfterMs)
    this.#timers.add(timer)
  }

  async waiting(): Promise<SandboxEvent[]> {
    return (await this.#settings.store.list<SandboxEvent>('event')).filter(event => !event.delivered)
  }

  /** Delivers the waiting messages. What our side does not acknowledge with 2xx stays waiting. */
  async flush({ order = 'sent', copies = 1, tamper }: Delivery = {}) {
    const events = await this.waiting()
    const ordered =
      order === 'sent' ? events : order === 'reversed' ? events.toReversed() : order.map(i => events[i]!)
    for (let copy = 0; copy < copies; copy++)
      for (const event of ordered) {
        const status = await this.send(event, tamper)
        if (status >= 200 && status < 300) await this.#markDelivered(event)
      }
  }

  /** Loses the waiting messages. */
  async dropWaiting() {
    for (const event of await this.waiting()) await this.#markDelivered(event)
  }

  #markDelivered(event: SandboxEvent) {
    return this.#settings.store.write('event', event.envelope.id, { ...event, delivered: true })
  }

  async send({ envelope }: SandboxEvent, tamper?: Delivery['tamper']): Promise<number> {
    const { now, baseUrl, deliver } = this.#settings
    const { key } = await this.signingKey()
    const body = JSON.stringify(envelope)
    const transmission = { id: randomUUID(), time: iso(now()) }
    const webhookId = tamper === 'wrong_webhook_id' ? 'SOMEBODY0ELSES' : sandboxWebhookId
    const signature = sign(
      'RSA-SHA256',
      Buffer.from(signedText(transmission, webhookId, Buffer.from(body))),
      key,
    )
    if (tamper === 'bad_signature') signature[10]! ^= 1
    return deliver(
      {
        'content-type': 'application/json',
        'paypal-transmission-id': transmission.id,
        'paypal-transmission-time': transmission.time,
        'paypal-transmission-sig': signature.toString('base64'),
        'paypal-cert-url': `${baseUrl}${certificatePath}`,
        'paypal-auth-algo': 'SHA256withRSA',
      },
      tamper === 'reencode' ? JSON.stringify(envelope, null, 2) : body,
    )
  }

  stop() {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
