import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { cancel, checkoutInfo, find, payments, receipt } from '../../../shared/api/membership.ts'
import { createIntent as intentEndpoint, settings } from '../../../shared/api/payments.ts'
import { giftCard, paypalApproved, validate } from '../../../shared/api/registration.ts'
import { isActiveState, isMismatch, membershipState } from '../../../shared/rules/membership.ts'
import { affiliateOf } from '../../../shared/rules/registration.ts'
import { HttpError } from '../../http/errors.ts'
import { addressKey, countHit, countUnlessRight } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'
import { ProviderRefusal, ProviderUnreachable } from '../../outside/payments.ts'
import { createIntent, isNewAccount, storable, visitorHash } from './create-intent.ts'
import { isRedeemable, noSuchCard, redeemGiftCard } from './gift-card.ts'
import { audit } from './ledger.ts'
import { mailMismatch } from './mails.ts'
import { takenNames } from './open-account.ts'
import {
  findCheckoutInfo,
  findIntentOf,
  findMembership,
  findReceipt,
  findRunningSubscription,
  findTakenNames,
  listPayments,
} from './queries.ts'
import { type Settled, type Settling, settlePayment } from './settle-payment.ts'

const validations = { name: 'validate', most: 120, seconds: 60 }
const intents = { name: 'purchase', most: 60, seconds: 3600 }
const approvals = { name: 'approval', most: 300, seconds: 3600 }
const wrongCards = { name: 'gift-card', most: 20, seconds: 3600 }

/** The provider needs a moment before it shows what the buyer has just done. */
const waitsMs = [500, 1000, 2000, 4000]
/** Where the provider and we disagree, a page asks it again at most this often. */
const askAgainMs = 60_000

const providerIsSilent = () =>
  new HttpError(503, 'The payment provider does not answer. Please try again in a minute.', {
    retryAfter: 60,
  })

/** Says why a purchase came to nothing and, where money moved, what becomes of it: only `refused` means that none did. */
function refused({ because, money }: Extract<Settled, { status: 'refused' }>) {
  if (money === 'untouched') return new HttpError(409, because, { code: 'refused' })
  const sentence = because.replace(/[^.]$/, '$&.')
  return money === 'taken'
    ? new HttpError(409, `${sentence} You have been charged: support will refund it.`, { code: 'charged' })
    : new HttpError(409, `${sentence} What you paid has been returned to you.`, { code: 'refunded' })
}

/** What a silent provider, or one that refuses, means to the caller. */
async function asking<T>(log: FastifyBaseLogger, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderUnreachable) {
      log.warn({ err: error }, 'the payment provider is silent')
      throw providerIsSilent()
    }
    if (!(error instanceof ProviderRefusal)) throw error
    // Wrong credentials, another price than ours: nothing that a buyer could put right.
    log.error({ err: error }, 'the payment provider refuses')
    throw new HttpError(503, 'Payments do not work at the moment. Please use a gift card, or write to us.')
  }
}

export const membershipRoutes = [
  route(validate, async ({ db, input, request, now }) => {
    await countHit(db, validations, addressKey(request.ip), now())
    const problem = takenNames(await findTakenNames(db, input.user, null))
    if (problem) throw problem
    return { success: true as const }
  }),

  route(settings, async ({ payments }) => {
    if (!payments.button) throw new HttpError(503, 'Payments are not set up here. Please use a gift card.')
    return { ...payments.button, clientId: payments.clientId }
  }),

  route(intentEndpoint, async context => {
    const { db, input, request, viewer, now } = context
    await countHit(db, intents, addressKey(request.ip), now())
    return asking(request.log, () => createIntent(context, input, viewer, request.cookies.csrftoken))
  }),

  route(paypalApproved, async context => {
    const { db, input, request, reply, viewer, now } = context
    await countHit(db, approvals, addressKey(request.ip), now())
    const intent = await findIntentOf(db, input.subscriptionID)
    if (!intent) throw new HttpError(404, 'There is no such payment.')
    const isTheirs = intent.visitor_hash
      ? intent.visitor_hash.equals(visitorHash(request.cookies.csrftoken))
      : intent.designer_id === viewer.id
    if (!isTheirs) throw new HttpError(409, 'This payment was begun elsewhere. Please go on there.')
    const isMember = async (designerId: number) =>
      isActiveState(membershipState(await findMembership(db, designerId), now()))
    for (const wait of [...waitsMs, undefined]) {
      const settled = await settlePayment(context, input.subscriptionID).catch(error => {
        // It was approved, so it will be settled: by a message of the provider's, or by the next reconciliation.
        if (error instanceof ProviderUnreachable) return { status: 'unreachable' } as const
        throw error
      })
      // Without time on trust, one is a member once the payment is seen.
      if (settled.status === 'member' && (await isMember(settled.designer_id)))
        return { status: 'member' as const, member_expire: settled.member_expire }
      if (settled.status === 'refused') throw refused(settled)
      if (settled.status === 'unknown') throw new HttpError(404, 'There is no such payment.')
      if (settled.status === 'unreachable') break
      if (wait) await sleep(wait)
    }
    reply.code(202)
    return { status: 'confirming' as const, member_expire: null }
  }),

  route(giftCard, async context => {
    const { db, input, request, viewer, now } = context
    const isNew = isNewAccount(input, viewer)
    let redeemed: { member_expire: string } | undefined
    const isRight = await countUnlessRight(db, [[wrongCards, addressKey(request.ip)]], now(), async () => {
      if (!(await isRedeemable(context, input.gift_card_code))) return false
      const redeemer = isNew
        ? { registration: await storable(db, input), affiliate: affiliateOf(input.affiliate) ?? '' }
        : { designer_id: viewer.id }
      redeemed = await redeemGiftCard(context, input.gift_card_code, redeemer)
      return true
    })
    if (!isRight || !redeemed) throw noSuchCard()
    return { success: true as const, member_expire: redeemed.member_expire }
  }),

  route(find, async context => {
    const { db, viewer, now } = context
    const before = await findMembership(db, viewer.id)
    if (isMismatch(before, now())) await lookAgain(context, viewer.id, before)
    const { subscription_id, next_billing_time, ...found } = await findMembership(db, viewer.id)
    const running = await findRunningSubscription(db, viewer.id)
    return {
      member_expire: found.member_expire,
      state: membershipState({ ...found, subscription_id }, now()),
      plan: found.plan,
      source: found.source,
      subscriptionActive: subscription_id !== null,
      cancel_requested: !!running?.cancel_requested_at,
      is_suspended: running?.status === 'suspended',
      subscriptionId: subscription_id,
      nextBillingTime: next_billing_time && next_billing_time > now() ? next_billing_time : null,
    }
  }),

  route(checkoutInfo, ({ db, viewer }) => findCheckoutInfo(db, viewer.id)),

  route(cancel, async context => {
    const { db, input, viewer, now, payments } = context
    const running = await findRunningSubscription(db, viewer.id)
    if (running?.subscription_id !== input.subscriptionId)
      throw new HttpError(404, 'You have no such subscription.')
    await db
      .updateTable('subscription')
      .set({ cancel_requested_at: now() })
      .where('subscription_id', '=', running.subscription_id)
      .where('cancel_requested_at', 'is', null)
      .execute()
    await audit(db, {
      at: now(),
      designer_id: viewer.id,
      subscription_id: running.subscription_id,
      what: 'cancellation asked for',
    })
    let status: 'cancelled' | 'cancelling' = 'cancelling'
    try {
      await payments.cancel(running.subscription_id, 'Cancelled by the member')
      await settlePayment(context, running.subscription_id)
      const still = await findRunningSubscription(db, viewer.id)
      if (still?.subscription_id !== running.subscription_id) status = 'cancelled'
    } catch (error) {
      // It is on record: reconciliation asks until the provider has done it.
      if (!(error instanceof ProviderUnreachable)) throw error
    }
    const { member_expire } = await findMembership(db, viewer.id)
    return { subscriptionId: running.subscription_id, status, member_expire }
  }),

  route(payments, async ({ db, viewer }) => {
    const data = await listPayments(db, viewer.id)
    return { data, count: data.length }
  }),

  route(receipt, async ({ db, viewer, input, seller, supportEmail }) => {
    const found = await findReceipt(db, viewer.id, input.receipt_id)
    if (!found) throw new HttpError(404, 'There is no such receipt.')
    const { starts_on, ends_on, ...rest } = found
    return {
      ...rest,
      period: starts_on && ends_on ? { starts_on, ends_on } : null,
      seller,
      contact: supportEmail,
    }
  }),
]

/** Most mismatches are a message that was lost: the provider is asked, and only what remains is told to support. */
async function lookAgain(
  services: Settling,
  designerId: number,
  before: { member_expire: string | null; subscription_id: string | null },
) {
  const running = await findRunningSubscription(services.db, designerId)
  if (!running || +services.now() - +running.checked_at < askAgainMs) return
  try {
    await settlePayment(services, running.subscription_id)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return
    throw error
  }
  const after = await findMembership(services.db, designerId)
  if (isMismatch(after, services.now()))
    await mailMismatch(services.db, services, {
      designer_id: designerId,
      subscription_id: running.subscription_id,
      member_expire: before.member_expire!,
    })
}
