import { sql } from 'kysely'
import { transaction } from '../../db/connect.ts'
import { intentIdOf } from '../../outside/payments.ts'
import { audit } from './ledger.ts'
import { keepEvent, processEvents } from './receive-webhook.ts'
import { type Settling, settlePayment } from './settle-payment.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export type Reconciled = { settled: number; missedEvents: number; strangers: number; failed: number }

/** A purchase this young may have been approved in a window whose answer got lost: it is looked at every minute. */
const freshMs = hourMs
/** A purchase is charged within minutes, or within days when the provider is down. */
const stuckMs = 3 * dayMs

/** Settles what somebody may just have approved without our hearing of it, and what is to be cancelled and is not yet. */
export async function settleFresh(services: Settling, onError: (error: unknown) => void) {
  const { db, now } = services
  // However many windows stand open: those that were not looked at for the longest come first.
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
    await settlePayment(services, subscription_id!).catch(onError)
}

type Stuck = { intent_id: string; designer_id: number | null; subscription_id: string | null }

/** Gives up a purchase without an outcome, which blocks its member and its names, unless it runs at the provider. */
async function giveUp({ db, now, payments }: Settling, { intent_id, designer_id, subscription_id }: Stuck) {
  const seen = subscription_id === null ? undefined : await payments.findSubscription(subscription_id)
  if (seen?.status === 'ACTIVE') return
  await transaction(db, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('checkout_intent')
      .set({ state: 'refused', refused_because: 'The payment was not completed.' })
      .where('intent_id', '=', intent_id)
      .where('state', '=', 'settling')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows)
      await audit(trx, {
        at: now(),
        designer_id,
        subscription_id,
        what: 'a purchase was given up',
        detail: { status: seen?.status ?? 'unknown' },
        needs_attention: true,
      })
  })
}

/**
 * Asks the provider about everything that may have changed without our hearing of it, so that lost messages only cost
 * time. `light` looks where a change is likely; `full` at every subscription that may still be charged.
 */
export async function reconcile(
  services: Settling,
  how: 'light' | 'full',
  onError: (error: unknown) => void,
): Promise<Reconciled> {
  const { db, now, payments } = services
  const result = { settled: 0, missedEvents: 0, strangers: 0, failed: 0 }
  const since = new Date(+now() - (how === 'full' ? 29 : 3) * dayMs)

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
    for (const { id, custom_id } of await payments.listChangedSubscriptions(since)) {
      const intentId = intentIdOf(custom_id)
      if (intentId && (await isOurs(intentId, id))) ids.add(id)
      else if (intentId || (await isKnown(id)) === false) {
        result.strangers++
        await audit(db, {
          at: now(),
          designer_id: null,
          subscription_id: id,
          what: 'a subscription of our plans that nobody ordered here',
          needs_attention: true,
        })
      }
    }
  })
  for (const id of await listOpen()) ids.add(id)
  for (const id of await listDoubtful()) ids.add(id)
  for (const id of ids) await attempt(() => settlePayment(services, id).then(() => result.settled++))

  // After the subscriptions, so that what a message is about is known.
  await attempt(async () => {
    for (const event of await payments.listEvents(since, new Date(+now() + hourMs)))
      if (await keepEvent(db, event, now())) result.missedEvents++
  })
  await attempt(() => processEvents(services, onError))
  for (const stuck of await listStuck()) await attempt(() => giveUp(services, stuck))
  return result

  /** Whether we created this subscription: the intent is there, and has no other. */
  async function isOurs(intentId: string, subscriptionId: string) {
    const intent = await db
      .selectFrom('checkout_intent')
      .where('intent_id', '=', intentId)
      .select('subscription_id')
      .executeTakeFirst()
    return intent !== undefined && (intent.subscription_id ?? subscriptionId) === subscriptionId
  }

  async function isKnown(subscriptionId: string) {
    const row = await db
      .selectFrom('subscription')
      .where('subscription_id', '=', subscriptionId)
      .select('subscription_id')
      .executeTakeFirst()
    if (row) ids.add(subscriptionId)
    return row !== undefined
  }

  /** Purchases begun whose end we have not seen. */
  async function listOpen() {
    const rows = await db
      .selectFrom('checkout_intent')
      .where('state', 'in', ['open', 'settling'])
      .where('subscription_id', 'is not', null)
      .select('subscription_id')
      .execute()
    return rows.map(r => r.subscription_id!)
  }

  /** Purchases being charged for days: the provider has forgotten them, or will not say. */
  function listStuck() {
    return db
      .selectFrom('checkout_intent')
      .where('state', '=', 'settling')
      .where('created_at', '<', new Date(+now() - stuckMs))
      .select(['intent_id', 'designer_id', 'subscription_id'])
      .execute()
  }

  async function listDoubtful() {
    const at = now()
    const rows = await db
      .selectFrom('subscription')
      .where('status', 'in', ['active', 'suspended', 'unwanted'])
      .$if(how === 'light', q =>
        q.where(({ eb, or, and }) =>
          or([
            eb('checked_at', '<', new Date(+at - 7 * dayMs)),
            eb('cancel_requested_at', 'is not', null),
            eb('status', '=', 'unwanted'),
            and([
              eb('next_billing_time', '<', new Date(+at + 2 * dayMs)),
              eb('checked_at', '<', new Date(+at - hourMs / 2)),
            ]),
            sql<boolean>`exists (select from membership m
              where m.subscription_id = subscription.subscription_id
                and (m.member_expire is null or m.member_expire < ${at.toISOString().slice(0, 10)}::date))`,
          ]),
        ),
      )
      .select('subscription_id')
      .execute()
    return rows.map(r => r.subscription_id)
  }
}
