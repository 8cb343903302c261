import { sql } from 'kysely'
import { utcDay } from '../../../shared/rules/plan.ts'
import { dayMs, hourMs } from '../../../shared/rules/time.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { intentIdOf } from '../../outside/payments.ts'
import { audit } from '../audit/queries.ts'
import { isKnownSubscription } from './queries.ts'
import { keepEvent, processEvents } from './receive-webhook.ts'
import { refuseIntent } from './refusals.ts'
import { type PaymentContext, settlePayment } from './settle-payment.ts'

export type Reconciled = {
  settled: number
  missedEvents: number
  unknownSubscriptions: number
  failed: number
}

/** A purchase this young may have been approved in a window whose answer got lost: it is checked every minute. */
const freshMs = hourMs
/** A purchase is charged within minutes, or within days if the provider is down. */
const stuckMs = 3 * dayMs

/** Settles purchases that may have been approved without our knowledge, and retries pending cancellations. */
export async function settleFresh(context: PaymentContext, onError: (error: unknown) => void) {
  const { db, now } = context
  // Those that were not checked for the longest come first, so that none starves.
  const fresh = await db
    .updateTable('checkout_intent')
    .set({ checked_at: now() })
    .where('intent_id', 'in', waiting =>
      waiting
        .selectFrom('checkout_intent')
        .where('state', 'in', ['open', 'settling'])
        .where('subscription_id', 'is not', null)
        .where('created_at', '>', new Date(+now() - freshMs))
        .orderBy('checked_at')
        .orderBy('created_at')
        .limit(100)
        .select('intent_id'),
    )
    .returning('subscription_id')
    .execute()
  const cancelling = await db
    .selectFrom('subscription')
    .where('status', 'in', ['active', 'suspended'])
    .where('cancel_requested_at', 'is not', null)
    .limit(100)
    .select('subscription_id')
    .execute()
  for (const { subscription_id } of [...fresh, ...cancelling])
    if (subscription_id) await settlePayment(context, subscription_id).catch(onError)
}

type StuckIntent = { intent_id: string; designer_id: number | null; subscription_id: string | null }

/**
 * Gives up a purchase without an outcome, which blocks its member and its names, unless its subscription runs at the
 * provider.
 */
async function giveUp({ db, now, payments }: PaymentContext, intent: StuckIntent) {
  const { subscription_id } = intent
  const remote = subscription_id === null ? undefined : await payments.findSubscription(subscription_id)
  if (remote?.status === 'ACTIVE') return
  await transaction(db, trx =>
    refuseIntent(trx, intent, 'unfinished', {
      at: now(),
      what: 'a purchase was given up',
      detail: { status: remote?.status ?? 'unknown' },
      needs_attention: true,
      from: ['settling'],
    }),
  )
}

/**
 * Asks the provider about everything that may have changed without our knowledge, so that lost messages only cost
 * time. `light` checks where a change is likely; `full` checks every subscription that can still be charged.
 */
export async function reconcile(
  context: PaymentContext,
  extent: 'light' | 'full',
  onError: (error: unknown) => void,
): Promise<Reconciled> {
  const { db, now } = context
  const result: Reconciled = { settled: 0, missedEvents: 0, unknownSubscriptions: 0, failed: 0 }
  const since = new Date(+now() - (extent === 'full' ? 29 : 3) * dayMs)
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      result.failed++
      onError(error)
    }
  }

  const ids = new Set<string>()
  await attempt(async () => {
    const changed = await listChanged(context, since)
    for (const id of changed.ours) ids.add(id)
    result.unknownSubscriptions = changed.unknown
  })
  for (const id of await listUnfinished(db)) ids.add(id)
  for (const id of await listDueForCheck(db, now(), extent)) ids.add(id)
  for (const id of ids) await attempt(() => settlePayment(context, id).then(() => result.settled++))

  // After the subscriptions, so that what a message is about is known.
  await attempt(async () => {
    for (const event of await context.payments.listEvents(since, new Date(+now() + hourMs)))
      if (await keepEvent(db, event, now())) result.missedEvents++
  })
  await attempt(() => processEvents(context, onError))
  for (const intent of await listStuckIntents(db, now())) await attempt(() => giveUp(context, intent))
  return result
}

/** Subscriptions of our plans whose status changed; unknown ones are flagged and counted. */
async function listChanged({ db, now, payments }: PaymentContext, since: Date) {
  const ours: string[] = []
  let unknown = 0
  for (const { id, custom_id } of await payments.listChangedSubscriptions(since)) {
    const intentId = intentIdOf(custom_id)
    if (intentId ? await isOurs(db, intentId, id) : await isKnownSubscription(db, id)) ours.push(id)
    else {
      unknown++
      await audit(db, {
        at: now(),
        designer_id: null,
        subscription_id: id,
        what: 'a subscription of our plans that nobody ordered here',
        needs_attention: true,
      })
    }
  }
  return { ours, unknown }
}

/** Whether we created this subscription: its intent exists, and has no other subscription. */
async function isOurs(db: Db, intentId: string, subscriptionId: string) {
  const intent = await db
    .selectFrom('checkout_intent')
    .where('intent_id', '=', intentId)
    .select('subscription_id')
    .executeTakeFirst()
  return intent !== undefined && (intent.subscription_id ?? subscriptionId) === subscriptionId
}

/** Subscriptions of purchases without an outcome. */
async function listUnfinished(db: Db) {
  const rows = await db
    .selectFrom('checkout_intent')
    .where('state', 'in', ['open', 'settling'])
    .where('subscription_id', 'is not', null)
    .select('subscription_id')
    .$narrowType<{ subscription_id: string }>()
    .execute()
  return rows.map(row => row.subscription_id)
}

/** Purchases that have been in charging for days: the provider has forgotten them, or does not answer. */
function listStuckIntents(db: Db, now: Date) {
  return db
    .selectFrom('checkout_intent')
    .where('state', '=', 'settling')
    .where('created_at', '<', new Date(+now - stuckMs))
    .select(['intent_id', 'designer_id', 'subscription_id'])
    .execute()
}

/** Subscriptions that can still be charged; with `light`, those of them that have likely changed. */
async function listDueForCheck(db: Db, now: Date, extent: 'light' | 'full') {
  const rows = await db
    .selectFrom('subscription')
    .where('status', 'in', ['active', 'suspended', 'superseded'])
    .$if(extent === 'light', q =>
      q.where(({ eb, or, and }) =>
        or([
          eb('checked_at', '<', new Date(+now - 7 * dayMs)),
          eb('cancel_requested_at', 'is not', null),
          eb('status', '=', 'superseded'),
          and([
            eb('next_billing_time', '<', new Date(+now + 2 * dayMs)),
            eb('checked_at', '<', new Date(+now - hourMs / 2)),
          ]),
          sql<boolean>`exists (select from membership m
            where m.subscription_id = subscription.subscription_id
              and (m.member_expire is null or m.member_expire < ${utcDay(now)}::date))`,
        ]),
      ),
    )
    .select('subscription_id')
    .execute()
  return rows.map(row => row.subscription_id)
}
