import { sql } from 'kysely'
import { hourMs } from '../../../shared/rules/time.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { centsOf, type ProviderEvent } from '../../outside/paypal-schemas.ts'
import { audit } from '../audit/queries.ts'
import {
  applyChargeback,
  isDisputeWon,
  isLater,
  lockMember,
  lockSubscription,
  restorePayment,
} from './ledger.ts'
import { mailMember } from './mails.ts'
import { type PaymentContext, settlePayment } from './settle-payment.ts'
import { type Message, readMessage } from './webhook-message.ts'

/** After this many tries somebody has to look: by then the provider has had two days to agree with its own message. */
const maxAttempts = 12

/** Stores a message, once. Returns whether it was new. */
export async function keepEvent(db: Db, event: ProviderEvent, now: Date): Promise<boolean> {
  const kept = await db
    .insertInto('webhook_event')
    .values({
      event_id: event.id.slice(0, 100),
      event_type: event.event_type.slice(0, 100),
      body: JSON.stringify(event),
      received_at: now,
      next_try_at: now,
    })
    .onConflict(c => c.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Processes due messages, oldest first, until `signal`; several processes may do so. Returns how many were done. */
export async function processEvents(
  services: PaymentContext,
  onError: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<number> {
  const { db, now } = services
  for (let done = 0; ; done++) {
    const event = signal?.aborted ? undefined : await claimEvent(db, now())
    if (!event) return done
    try {
      const isDone = await processEvent(services, event.body)
      await finish(services, event, isDone ? undefined : 'The provider does not show yet what it reported')
    } catch (error) {
      await finish(services, event, (error as Error).message)
      onError(error)
    }
  }
}

/** Claims one message for two minutes. */
async function claimEvent(db: Db, now: Date) {
  const { rows } = await sql<{ event_id: string; event_type: string; attempts: number; body: unknown }>`
    update webhook_event set attempts = attempts + 1, next_try_at = ${new Date(+now + 120_000)}
    where event_id = (
      select event_id from webhook_event
      where processed_at is null and next_try_at <= ${now}
      order by received_at limit 1 for update skip locked)
    returning event_id, event_type, attempts, body`.execute(db)
  return rows[0]
}

async function finish(
  { db, now }: PaymentContext,
  event: { event_id: string; event_type: string; attempts: number },
  problem: string | undefined,
) {
  const isOver = problem === undefined || event.attempts >= maxAttempts
  const waitMs = Math.min(30_000 * 2 ** event.attempts, 6 * hourMs)
  await db
    .updateTable('webhook_event')
    .set({
      processed_at: isOver ? now() : null,
      next_try_at: new Date(+now() + waitMs),
      last_error: problem?.slice(0, 500) ?? null,
    })
    .where('event_id', '=', event.event_id)
    .execute()
  if (isOver && problem)
    await audit(db, {
      at: now(),
      designer_id: null,
      subscription_id: null,
      what: 'a message of the provider led nowhere',
      detail: { event_id: event.event_id, event_type: event.event_type, problem },
      needs_attention: true,
    })
}

/**
 * Processes a message: asks the provider about the subscription it names and settles that. False if the provider does
 * not show yet what it reported. Idempotent.
 */
async function processEvent(services: PaymentContext, event: unknown): Promise<boolean> {
  const message = readMessage(event)
  if (message.kind === 'other') return true
  const subscriptionId = await subscriptionOf(services.db, message)
  // A sale that we have not recorded, perhaps not yet.
  if (!subscriptionId) return false
  // Before settling, which would take it for a refund.
  if (message.kind === 'reversal' && (await handleChargeback(services, subscriptionId, message))) return true
  const settled = await settlePayment(services, subscriptionId)
  if (settled.status === 'confirming') return !expectsMembership(message)
  if (settled.status !== 'member') {
    await flagLostPayment(services, subscriptionId, message)
    return true
  }
  return actOnSettled(services, subscriptionId, settled.designer_id, message)
}

/** Whether the message reports a payment: then the provider has to show it sooner or later. */
const expectsMembership = (message: Message) =>
  (message.kind === 'payment' && message.isCompleted) ||
  (message.kind === 'subscription' && message.isActivation)

async function subscriptionOf(db: Db, message: Exclude<Message, { kind: 'other' }>) {
  if ('subscriptionId' in message && message.subscriptionId) return message.subscriptionId
  if (!('saleId' in message)) return undefined
  return (await findPayment(db, message.saleId))?.subscription_id
}

const findPayment = (db: Db, saleId: string) =>
  db
    .selectFrom('payment')
    .where('payment_id', '=', saleId)
    .select(['subscription_id', 'status', 'designer_id', 'amount_cents', 'paid_at'])
    .executeTakeFirst()

const statusOfSale = async (db: Db, saleId: string) => (await findPayment(db, saleId))?.status

/** A payment arrived for a refused purchase: flagged for an administrator. */
async function flagLostPayment({ db, now }: PaymentContext, subscriptionId: string, message: Message) {
  if (message.kind !== 'payment' || !message.isCompleted) return
  await audit(db, {
    at: now(),
    designer_id: null,
    subscription_id: subscriptionId,
    what: 'somebody paid who became no member',
    detail: { sale_id: message.saleId },
    needs_attention: true,
  })
}

/** What a message means in addition to the state that settling has just written. */
async function actOnSettled(
  services: PaymentContext,
  subscriptionId: string,
  designerId: number,
  message: Exclude<Message, { kind: 'other' }>,
): Promise<boolean> {
  const { db, now } = services
  const flag = (what: string, detail: Record<string, unknown>) =>
    audit(db, {
      at: now(),
      designer_id: designerId,
      subscription_id: subscriptionId,
      what,
      detail,
      needs_attention: true,
    })
  switch (message.kind) {
    case 'subscription':
      return true
    case 'payment':
      return !message.isCompleted || (await statusOfSale(db, message.saleId)) !== undefined
    case 'refund': {
      await keepRefund(db, message)
      const status = await statusOfSale(db, message.saleId)
      return status !== undefined && isLater(status, 'completed')
    }
    case 'reversal':
      return handleChargeback(services, subscriptionId, message)
    case 'dispute':
      if (message.isOpened) await flag('a payment is disputed', { payment_id: message.saleId })
      return true
    case 'dispute-resolved': {
      const { saleId, outcome, isWon, isLost } = message
      if (isWon) return restoreWon(services, subscriptionId, message)
      if (!isLost && (await statusOfSale(db, saleId)) === 'reversed')
        await flag('a dispute ended, and it is not said for whom', { payment_id: saleId, outcome })
      return true
    }
  }
}

/** A dispute was won, so the payment counts again. False while the provider still shows it as refunded. */
async function restoreWon(
  services: PaymentContext,
  subscriptionId: string,
  { saleId, outcome }: Extract<Message, { kind: 'dispute-resolved' }>,
): Promise<boolean> {
  const { db, now } = services
  await transaction(db, async trx => {
    await lockSubscription(trx, subscriptionId)
    if ((await statusOfSale(trx, saleId)) === 'reversed')
      await restorePayment(trx, saleId, subscriptionId, now())
  })
  // A payment that had bought nothing does so now; one that was refunded in the meantime is recorded.
  await settlePayment(services, subscriptionId)
  // A refund is reverted when the provider shows the payment again; after a withdrawal it may stay a refund.
  return outcome === 'CANCELED_BY_BUYER' || (await statusOfSale(db, saleId)) !== 'refunded'
}

/**
 * Stores how much of a payment was refunded and when, for its receipt; once. The provider shows the amount nowhere
 * else: its transactions only say that it was partial.
 */
async function keepRefund(db: Db, { saleId, refund }: Extract<Message, { kind: 'refund' }>) {
  if (!refund || !(await findPayment(db, saleId))) return
  const { refund_id, amount, refunded_at } = refund
  await db
    .insertInto('refund')
    .values({ refund_id, payment_id: saleId, amount_cents: centsOf(amount), refunded_at })
    .onConflict(c => c.column('refund_id').doNothing())
    .execute()
}

/** A chargeback: the payment and its time are reversed, and the subscription ends. False for an unknown payment. */
async function handleChargeback(
  services: PaymentContext,
  subscriptionId: string,
  message: Extract<Message, { kind: 'reversal' }>,
): Promise<boolean> {
  const { db, payments } = services
  const isKnown = await transaction(db, trx => recordChargeback(trx, services, subscriptionId, message))
  const mustCancel =
    isKnown &&
    (await db
      .selectFrom('subscription')
      .where('subscription_id', '=', subscriptionId)
      .where('status', 'in', ['active', 'suspended'])
      .where('cancel_requested_at', 'is not', null)
      .select('subscription_id')
      .executeTakeFirst())
  if (mustCancel) {
    await payments.cancel(subscriptionId, 'A payment was taken back')
    await settlePayment(services, subscriptionId)
  }
  return isKnown
}

async function recordChargeback(
  trx: Db,
  services: PaymentContext,
  subscriptionId: string,
  { saleId, at: since }: Extract<Message, { kind: 'reversal' }>,
): Promise<boolean> {
  await lockSubscription(trx, subscriptionId)
  const payment = await findPayment(trx, saleId)
  if (!payment) return false
  if (payment.status === 'reversed') return true
  // Messages arrive out of order: the dispute about it may have been won already.
  if (await isDisputeWon(trx, saleId, since)) return true
  const { designer_id, amount_cents, paid_at } = payment
  await lockMember(trx, designer_id)
  const at = services.now()
  await applyChargeback(trx, saleId, designer_id, at)
  await trx
    .updateTable('payment')
    .set({ status: 'reversed', reversed_at: at })
    .where('payment_id', '=', saleId)
    .execute()
  await trx
    .updateTable('subscription')
    .set({ cancel_requested_at: sql<Date>`coalesce(cancel_requested_at, ${at}::timestamptz)` })
    .where('subscription_id', '=', subscriptionId)
    .execute()
  await audit(trx, {
    at,
    designer_id,
    subscription_id: subscriptionId,
    what: 'a payment was taken back',
    detail: { payment_id: saleId, cents: amount_cents },
    needs_attention: true,
  })
  await mailMember(trx, services, designer_id, {
    kind: 'payment-returned',
    how: 'reversed',
    paid: { payment_id: saleId, cents: amount_cents, paid_at },
  })
  return true
}
