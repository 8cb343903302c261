import { sql } from 'kysely'
import { type Db, transaction } from '../../db/connect.ts'
import { centsOf, type ProviderEvent } from '../../outside/payments.ts'
import {
  audit,
  giveBack,
  isLater,
  isWon,
  lockMember,
  lockSubscription,
  outcomeOf,
  takeBackGrant,
  wasWon,
} from './ledger.ts'
import { mailMember } from './mails.ts'
import { type Settling, settlePayment } from './settle-payment.ts'

/** After so many tries somebody has to look: by then the provider has had two days to agree with its own message. */
const mostTries = 12

/** Keeps what the provider sent, once. Returns whether it was new. */
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

/** Works off the messages that are due, oldest first; several processes may do so. Returns how many were done. */
export async function processEvents(services: Settling, onError: (error: unknown) => void): Promise<number> {
  const { db, now } = services
  for (let done = 0; ; done++) {
    const event = await claimEvent(db, now())
    if (!event) return done
    try {
      const isDone = await processEvent(services, event.body as ProviderEvent)
      await finish(services, event, isDone ? undefined : 'The provider does not show yet what it reported')
    } catch (error) {
      await finish(services, event, (error as Error).message)
      onError(error)
    }
  }
}

/** Takes one event, so that for two minutes nobody else does. */
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
  { db, now }: Settling,
  event: { event_id: string; event_type: string; attempts: number },
  problem: string | undefined,
) {
  const isOver = problem === undefined || event.attempts >= mostTries
  const waitMs = Math.min(30_000 * 2 ** event.attempts, 6 * 3_600_000)
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

/** What a message is about. Everything else is asked of the provider. */
type About = { subscriptionId: string | undefined; saleId: string | undefined }

/**
 * Acts on a message: asks the provider about the subscription it names and settles that. False when what it reported
 * cannot be seen there yet. Idempotent.
 */
async function processEvent(services: Settling, event: ProviderEvent): Promise<boolean> {
  const { db } = services
  const about = aboutOf(event)
  const subscriptionId =
    about.subscriptionId ?? (about.saleId && (await subscriptionOfSale(db, about.saleId)))
  // A sale that we have not heard of, perhaps not yet.
  if (!subscriptionId) return about.saleId === undefined
  // Before settling, to which it would look like a refund.
  const isReversal = /\.REVERSED$/.test(event.event_type)
  if (isReversal && about.saleId && (await takeBack(services, about.saleId, subscriptionId, event)))
    return true
  const settled = await settlePayment(services, subscriptionId)
  if (settled.status === 'confirming')
    return !['PAYMENT.SALE.COMPLETED', 'BILLING.SUBSCRIPTION.ACTIVATED'].includes(event.event_type)
  if (settled.status !== 'member') {
    if (event.event_type === 'PAYMENT.SALE.COMPLETED')
      await audit(db, {
        at: services.now(),
        designer_id: null,
        subscription_id: subscriptionId,
        what: 'somebody paid who became no member',
        detail: { sale_id: about.saleId },
        needs_attention: true,
      })
    return true
  }
  if (!about.saleId) return true
  const { saleId } = about
  switch (event.event_type) {
    case 'PAYMENT.SALE.COMPLETED':
      return (await statusOfSale(db, saleId)) !== undefined
    case 'PAYMENT.SALE.REFUNDED':
    case 'PAYMENT.CAPTURE.REFUNDED': {
      await keepRefund(db, saleId, event)
      const status = await statusOfSale(db, saleId)
      return status !== undefined && isLater(status, 'completed')
    }
    case 'PAYMENT.SALE.REVERSED':
    case 'PAYMENT.CAPTURE.REVERSED':
      return takeBack(services, saleId, subscriptionId, event)
    case 'CUSTOMER.DISPUTE.CREATED':
      await audit(db, {
        at: services.now(),
        designer_id: settled.designer_id,
        subscription_id: subscriptionId,
        what: 'a payment is disputed',
        detail: { payment_id: saleId },
        needs_attention: true,
      })
      return true
    case 'CUSTOMER.DISPUTE.RESOLVED': {
      const outcome = outcomeOf(event)
      if (!isWon(event)) {
        // The provider's word does not say who has the money then.
        if (outcome !== 'RESOLVED_BUYER_FAVOUR' && (await statusOfSale(db, saleId)) === 'reversed')
          await audit(db, {
            at: services.now(),
            designer_id: settled.designer_id,
            subscription_id: subscriptionId,
            what: 'a dispute ended, and it is not said for whom',
            detail: { payment_id: saleId, outcome },
            needs_attention: true,
          })
        return true
      }
      await transaction(db, async trx => {
        await lockSubscription(trx, subscriptionId)
        if ((await statusOfSale(trx, saleId)) === 'reversed')
          await giveBack(trx, saleId, subscriptionId, services.now())
      })
      // What had bought nothing yet does so now; what was refunded meanwhile is.
      await settlePayment(services, subscriptionId)
      // What we know as a refund returns when the provider shows the payment again; after a withdrawal it may well be one.
      return outcome === 'CANCELED_BY_BUYER' || (await statusOfSale(db, saleId)) !== 'refunded'
    }
    default:
      return true
  }
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

function aboutOf(event: ProviderEvent): About {
  const resource = (event.resource ?? {}) as Record<string, unknown>
  if (event.event_type.startsWith('BILLING.SUBSCRIPTION.'))
    return { subscriptionId: text(resource.id), saleId: undefined }
  if (event.event_type.startsWith('CUSTOMER.DISPUTE.')) {
    const [disputed] = (resource.disputed_transactions ?? []) as { seller_transaction_id?: string }[]
    return { subscriptionId: undefined, saleId: text(disputed?.seller_transaction_id) }
  }
  if (!/^PAYMENT\.(SALE|CAPTURE)\./.test(event.event_type))
    return { subscriptionId: undefined, saleId: undefined }
  const up = ((resource.links ?? []) as { rel?: string; href?: string }[]).find(link => link.rel === 'up')
  const isAboutSale = /\.(REFUNDED|REVERSED)$/.test(event.event_type)
  const saleId = isAboutSale
    ? (text(resource.sale_id) ?? text(up?.href?.split('/').at(-1)) ?? text(resource.id))
    : text(resource.id)
  return { subscriptionId: text(resource.billing_agreement_id), saleId }
}

async function subscriptionOfSale(db: Db, saleId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment')
    .where('payment_id', '=', saleId)
    .select('subscription_id')
    .executeTakeFirst()
  return row?.subscription_id
}

async function statusOfSale(db: Db, saleId: string) {
  const row = await db
    .selectFrom('payment')
    .where('payment_id', '=', saleId)
    .select('status')
    .executeTakeFirst()
  return row?.status
}

/**
 * Keeps how much of a payment was given back and when, for its receipt; once. The provider shows nowhere else how
 * much: its transactions only say that it was a part.
 */
async function keepRefund(db: Db, saleId: string, event: ProviderEvent) {
  const { id, amount, create_time } = (event.resource ?? {}) as {
    id?: unknown
    amount?: { total?: unknown; value?: unknown }
    create_time?: unknown
  }
  const refundId = text(id)
  const given = text(amount?.total) ?? text(amount?.value)
  const at = Date.parse(text(create_time) ?? text(event.create_time) ?? '')
  if (!refundId || !given || Number.isNaN(at) || (await statusOfSale(db, saleId)) === undefined) return
  await db
    .insertInto('refund')
    .values({
      refund_id: refundId,
      payment_id: saleId,
      amount_cents: centsOf(given),
      refunded_at: new Date(at),
    })
    .onConflict(c => c.column('refund_id').doNothing())
    .execute()
}

/** The buyer's bank took the money back: so is what it bought, and the subscription ends. */
async function takeBack(
  services: Settling,
  saleId: string,
  subscriptionId: string,
  event: ProviderEvent,
): Promise<boolean> {
  const { db, now, payments } = services
  const isTaken = await transaction(db, async trx => {
    await lockSubscription(trx, subscriptionId)
    const payment = await trx
      .selectFrom('payment')
      .where('payment_id', '=', saleId)
      .select(['status', 'designer_id', 'amount_cents', 'paid_at'])
      .executeTakeFirst()
    if (!payment) return false
    if (payment.status === 'reversed') return true
    // Messages overtake each other: the dispute about it may have been won already.
    if (await wasWon(trx, saleId, text(event.create_time))) return true
    await lockMember(trx, payment.designer_id)
    const at = now()
    await takeBackGrant(trx, saleId, payment.designer_id, at)
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
      designer_id: payment.designer_id,
      subscription_id: subscriptionId,
      what: 'a payment was taken back',
      detail: { payment_id: saleId, cents: payment.amount_cents },
      needs_attention: true,
    })
    await mailMember(trx, services, payment.designer_id, {
      kind: 'payment-returned',
      how: 'reversed',
      paid: { payment_id: saleId, cents: payment.amount_cents, paid_at: payment.paid_at },
    })
    return true
  })
  if (isTaken) {
    const row = await db
      .selectFrom('subscription')
      .where('subscription_id', '=', subscriptionId)
      .where('status', 'in', ['active', 'suspended'])
      .where('cancel_requested_at', 'is not', null)
      .select('subscription_id')
      .executeTakeFirst()
    if (row) {
      await payments.cancel(subscriptionId, 'A payment was taken back')
      await settlePayment(services, subscriptionId)
    }
  }
  return isTaken
}
