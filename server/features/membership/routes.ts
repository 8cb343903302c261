import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  cancel,
  checkoutInfo,
  createIntent as createIntentCall,
  find,
  giftCard,
  paymentSettings,
  payments,
  paypalApproved,
  receipt,
  registrationUser,
  validateRegistration,
} from '../../../shared/api/membership.ts'
import { isActiveState, isMismatch, membershipState } from '../../../shared/rules/membership.ts'
import { affiliateOf } from '../../../shared/rules/registration.ts'
import { HttpError } from '../../http/errors.ts'
import { addressKey, countHit, countUnlessRight, isWithin } from '../../http/limits.ts'
import { refuseCommonPassword } from '../../http/password-checks.ts'
import { parseInput, route } from '../../http/serve.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Payments } from '../../outside/payments.ts'
import { ProviderRefusal, ProviderUnreachable } from '../../outside/paypal-client.ts'
import { audit } from '../audit/queries.ts'
import { warnOfCompany } from '../designers/queries.ts'
import { isRedeemable } from '../gift-cards/queries.ts'
import { createIntent, isNewAccount, toStoredRegistration, visitorHash } from './create-intent.ts'
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
  requestCancellation,
} from './queries.ts'
import { noSuchCard, redeemGiftCard } from './redeem-gift-card.ts'
import { refusalSentences } from './refusals.ts'
import { type PaymentContext, type Settled, settlePayment } from './settle-payment.ts'

/** Limits how many addresses a caller can check for accounts. */
const emailChecks = { name: 'email-check', most: 30, seconds: 3600 }
const validations = { name: 'validate', most: 120, seconds: 60 }
const intents = { name: 'purchase', most: 60, seconds: 3600 }
const approvals = { name: 'approval', most: 300, seconds: 3600 }
const wrongCards = { name: 'gift-card', most: 20, seconds: 3600 }

/** The provider needs a moment before it shows an approval. */
const waitsMs = [500, 1000, 2000, 4000]
/** Where provider and ledger disagree, a page asks the provider again at most this often. */
const recheckIntervalMs = 60_000

const providerIsSilent = () =>
  new HttpError(503, 'The payment provider isn’t responding. Please try again in a minute.', {
    retryAfter: 60,
  })

/**
 * The error for a refused purchase: the reason and, where money moved, what becomes of it; only `refused` means that
 * none did.
 */
function refused({ refusal, money }: Extract<Settled, { status: 'refused' }>) {
  const because = refusalSentences[refusal]
  if (money === 'untouched') return new HttpError(409, because, { code: 'refused' })
  const sentence = because.replace(/[^.]$/, '$&.')
  return money === 'taken'
    ? new HttpError(409, `${sentence} You’ve been charged; support will refund you.`, { code: 'charged' })
    : new HttpError(409, `${sentence} Your payment has been returned to you.`, { code: 'refunded' })
}

/** The error for a provider that does not answer, or refuses. */
async function asking<T>(log: FastifyBaseLogger, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderUnreachable) {
      log.warn({ err: error }, 'the payment provider is silent')
      throw providerIsSilent()
    }
    if (!(error instanceof ProviderRefusal)) throw error
    // Wrong credentials or another price than ours: nothing that a buyer could fix.
    log.error({ err: error }, 'the payment provider refuses')
    throw new HttpError(503, 'Payments aren’t working at the moment. Please use a gift card, or contact us.')
  }
}

export const membershipRoutes = [
  route(validateRegistration, async ({ db, input, request, now }) => {
    await countHit(db, validations, addressKey(request.ip), now())
    refuseCommonPassword('password', input.user.password)
    const taken = await findTakenNames(db, input.user, null)
    // Beyond the limit the address is not checked here; the purchase refuses it before anything is charged.
    const mayTell = await isWithin(db, emailChecks, addressKey(request.ip), now())
    const problem = takenNames(mayTell ? taken : { username: taken.username })
    if (problem) throw problem
    return { success: true as const, ...(await warnOfCompany(db, input.user.company, undefined)) }
  }),

  route(paymentSettings, async services => {
    const { payments } = withPayments(services)
    return { ...payments.button, clientId: payments.clientId }
  }),

  route(createIntentCall, async context => {
    const { db, input, request, viewer, cookies, now } = context
    await countHit(db, intents, addressKey(request.ip), now())
    return asking(request.log, () =>
      createIntent(withPayments(context), input, viewer, cookies.csrfToken(request)),
    )
  }),

  route(paypalApproved, async context => {
    const { db, input, request, reply, viewer, cookies, now } = context
    await countHit(db, approvals, addressKey(request.ip), now())
    const intent = await findIntentOf(db, input.subscriptionID)
    if (!intent) throw new HttpError(404, 'We couldn’t find this payment.')
    const isTheirs = intent.visitor_hash
      ? intent.visitor_hash.equals(visitorHash(cookies.csrfToken(request)))
      : intent.designer_id === viewer.id
    if (!isTheirs)
      throw new HttpError(409, 'This payment was started in another browser. Please continue there.')
    const isMember = async (designerId: number) =>
      isActiveState(membershipState(await findMembership(db, designerId), now()))
    for (const wait of [...waitsMs, undefined]) {
      const settled = await settlePayment(withPayments(context), input.subscriptionID).catch(error => {
        // It was approved, so it will be settled: by a message of the provider's, or by the next reconciliation.
        if (error instanceof ProviderUnreachable) return { status: 'unreachable' } as const
        throw error
      })
      // Without provisional membership, one is a member once the payment is seen.
      if (settled.status === 'member' && (await isMember(settled.designer_id)))
        return { status: 'member' as const, member_expire: settled.member_expire }
      if (settled.status === 'refused') throw refused(settled)
      if (settled.status === 'unknown') throw new HttpError(404, 'We couldn’t find this payment.')
      if (settled.status === 'unreachable') break
      if (wait) await sleep(wait)
    }
    reply.code(202)
    return { status: 'confirming' as const, member_expire: null }
  }),

  route(giftCard, async context => {
    const { db, input, request, viewer, now } = context
    const user = isNewAccount(input, viewer) ? parseInput(registrationUser, input.user ?? {}) : undefined
    let redeemed: { member_expire: string } | undefined
    const isRight = await countUnlessRight(db, [[wrongCards, addressKey(request.ip)]], now(), async () => {
      if (!(await isRedeemable(context, input.gift_card_code))) return false
      const redeemer = user
        ? {
            registration: await toStoredRegistration(db, { ...input, user }),
            affiliate: affiliateOf(input.affiliate) ?? '',
          }
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
    if (context.payments && isMismatch(before, now()))
      await recheckMismatch(withPayments(context), viewer.id, before)
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
    const { db, input, viewer, now } = context
    const running = await findRunningSubscription(db, viewer.id)
    if (running?.subscription_id !== input.subscriptionId)
      throw new HttpError(404, 'You have no subscription with this ID.')
    await requestCancellation(db, running.subscription_id, now())
    await audit(db, {
      at: now(),
      designer_id: viewer.id,
      subscription_id: running.subscription_id,
      what: 'cancellation asked for',
    })
    const status = await cancelNow(context, viewer.id, running.subscription_id)
    const { member_expire } = await findMembership(db, viewer.id)
    return { subscriptionId: running.subscription_id, status, member_expire }
  }),

  route(payments, async ({ db, viewer }) => {
    const data = await listPayments(db, viewer.id)
    return { data, count: data.length }
  }),

  route(receipt, async ({ db, viewer, input }) => {
    const found = await findReceipt(db, viewer.id, input.receipt_id)
    if (!found) throw new HttpError(404, 'Receipt not found.')
    const { starts_on, ends_on, ...rest } = found
    return {
      ...rest,
      period: starts_on && ends_on ? { starts_on, ends_on } : null,
      seller: siteWords().seller.split('\n'),
      contact: siteWords().support_email,
    }
  }),
]

/** The services with their payment provider; throws if there is none. */
function withPayments<T extends { payments?: Payments | undefined }>(
  services: T,
): T & { payments: Payments } {
  const { payments } = services
  if (!payments) throw new HttpError(503, 'Payments aren’t set up here. Please use a gift card.')
  return { ...services, payments }
}

/** Cancels at the provider. `cancelling`: it can't be reached, and reconciliation retries. */
async function cancelNow(
  services: Omit<PaymentContext, 'payments'> & { payments?: Payments | undefined },
  designerId: number,
  subscriptionId: string,
): Promise<'cancelled' | 'cancelling'> {
  const { db, payments } = services
  if (!payments) return 'cancelling'
  try {
    await payments.cancel(subscriptionId, 'Cancelled by the member')
    await settlePayment({ ...services, payments }, subscriptionId)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return 'cancelling'
    throw error
  }
  const running = await findRunningSubscription(db, designerId)
  return running?.subscription_id === subscriptionId ? 'cancelling' : 'cancelled'
}

/** Most mismatches are a lost message: the provider is asked, and only what remains is reported to support. */
async function recheckMismatch(
  services: PaymentContext,
  designerId: number,
  before: { member_expire: string },
) {
  const running = await findRunningSubscription(services.db, designerId)
  if (!running || +services.now() - +running.checked_at < recheckIntervalMs) return
  try {
    await settlePayment(services, running.subscription_id)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return
    throw error
  }
  const after = await findMembership(services.db, designerId)
  if (isMismatch(after, services.now()))
    await mailMismatch(services.db, {
      designer_id: designerId,
      subscription_id: running.subscription_id,
      member_expire: before.member_expire,
    })
}
