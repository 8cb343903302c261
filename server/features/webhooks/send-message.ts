import { transaction } from '../../db/connect.ts'
import { allowsLoopback, postTo, type Sent } from '../../outside/webhook-sender.ts'
import type { Services } from '../../services.ts'
import { enqueueMail } from '../mail/queries.ts'
import { describeEvent, isServed } from './describe-event.ts'
import { webhookPaused } from './messages.ts'
import {
  type ClaimedWebhook,
  claimWebhook,
  type DueDelivery,
  deleteDelivery,
  findNextDelivery,
  findOwner,
  recordAttempt,
  settleWebhook,
} from './queries.ts'
import { signMessage } from './sign.ts'

type Needed = Pick<Services, 'db' | 'now' | 'secret' | 'publicUrl'>

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** Backoff after the first, second, … failure in a row; after one more the webhook is paused. */
const backoffs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
  10 * hour,
  10 * hour,
]
/** The lease of a claim, far longer than an attempt may last: a process that has not settled by then counts as dead. */
const leaseMs = minute

/**
 * Sends the oldest message of one webhook that has some due; false if none has. Messages of a webhook are sent one after
 * another: while it fails, the first one is repeated, with the same id, and the others wait.
 */
export async function sendNextMessage(services: Needed): Promise<boolean> {
  const { db, now } = services
  const claimed = await claimWebhook(db, now(), new Date(now().getTime() + leaseMs))
  if (!claimed) return false
  const delivery = await findNextDelivery(db, claimed.webhook_id)
  if (!delivery) {
    await settleWebhook(db, claimed, { next_attempt_at: now() })
    return true
  }
  const owner = await findOwner(db, claimed.designer_id)
  const data = isServed(owner, now())
    ? await describeEvent(db, claimed.designer_id, delivery, services.publicUrl)
    : undefined
  if (!data) {
    await deleteDelivery(db, delivery.delivery_id)
    await settleWebhook(db, claimed, { next_attempt_at: now() })
    return true
  }
  await settle(services, claimed, delivery, await attempt(services, claimed, delivery, data))
  return true
}

async function attempt(
  { now, secret, publicUrl }: Needed,
  { url, designer_id, secret: sealed }: ClaimedWebhook,
  delivery: DueDelivery,
  data: object,
): Promise<Sent> {
  const timestamp = (delivery.activity_at ?? delivery.created_at).toISOString()
  const body = JSON.stringify({ type: delivery.event, timestamp, data })
  const headers =
    sealed &&
    signMessage({ secret, designerId: designer_id, sealed }, { id: delivery.message_id, at: now(), body })
  if (!headers) return { status: null, problem: 'Its secret can’t be read any more: make a new one' }
  return postTo(new URL(url), { headers, body }, { allowsLoopback: allowsLoopback(publicUrl) })
}

/** Records an attempt; after ten failures in a row, pauses the webhook and tells its owner. */
async function settle(
  { db, now, publicUrl }: Needed,
  claimed: ClaimedWebhook,
  { delivery_id }: DueDelivery,
  { status, problem }: Sent,
) {
  const at = now()
  const state = problem ? ('queued' as const) : ('delivered' as const)
  const failure_ct = problem ? claimed.failure_ct + 1 : 0
  const wait = problem ? backoffs[failure_ct - 1] : 0
  await transaction(db, async trx => {
    await recordAttempt(trx, delivery_id, { state, status, problem, at })
    const isOurs = await settleWebhook(trx, claimed, {
      failure_ct,
      next_attempt_at: new Date(at.getTime() + (wait ?? 0)),
      ...(wait === undefined && { is_paused: true }),
    })
    const owner = wait === undefined && isOurs && (await findOwner(trx, claimed.designer_id))
    if (owner) await enqueueMail(trx, webhookPaused(owner, { ...claimed, problem, at }, publicUrl))
  })
}
