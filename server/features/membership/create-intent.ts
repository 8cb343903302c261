import { createHash, randomUUID } from 'node:crypto'
import type { Order } from '../../../shared/api/membership.ts'
import { countries } from '../../../shared/rules/countries.ts'
import { countryName } from '../../../shared/rules/format.ts'
import { planOf, plans, startOfPlan } from '../../../shared/rules/plan.ts'
import { affiliateOf } from '../../../shared/rules/registration.ts'
import { hourMs } from '../../../shared/rules/time.ts'
import { HttpError, invalid, notSignedIn } from '../../http/errors.ts'
import { refuseCommonPassword } from '../../http/password-checks.ts'
import { hashPassword } from '../../lib/password.ts'
import type { Viewer } from '../../viewer.ts'
import { type StoredRegistration, takenNames } from './open-account.ts'
import { findCheckoutInfo, findMembership, findRunningSubscription, findTakenNames } from './queries.ts'
import { type PaymentContext, settlePayment } from './settle-payment.ts'

/** How long the buyer has to approve a purchase. */
const openMs = 3 * hourMs

const alreadySubscribed = () =>
  new HttpError(409, 'You already have an active subscription.', { code: 'already_subscribed' })

/** Binds a visitor's purchase to the browser that began it. */
export const visitorHash = (csrfToken: string | undefined) =>
  createHash('sha256')
    .update(`purchase:${csrfToken ?? ''}`)
    .digest()

/** A new account's registration as it is stored; throws if no one could join with it. */
export async function toStoredRegistration(
  db: PaymentContext['db'],
  order: Order,
): Promise<StoredRegistration> {
  if (!order.user) throw invalid('user', 'Please fill in the registration form.')
  const { password, notes: _, ...user } = order.user
  refuseCommonPassword('password', password)
  const problem = takenNames(await findTakenNames(db, user, null))
  if (problem) throw problem
  return { ...user, password_hash: await hashPassword(password) }
}

/**
 * The buyer: the signed-in member or a new one. Prevents a visitor from paying without an account, and a signed-in
 * member from paying for another account by mistake.
 */
export function isNewAccount(order: Pick<Order, 'isNew'>, viewer: Viewer): boolean {
  if (viewer.id && order.isNew)
    throw new HttpError(409, 'You’re logged in. Log out to join with a new account.')
  if (viewer.id) return false
  if (!order.isNew) throw notSignedIn()
  return true
}

/**
 * Begins a purchase: stores buyer, plan and price, and creates the subscription at the provider, bound to that
 * intent. The provider charges only when we activate it.
 */
export async function createIntent(
  services: PaymentContext,
  order: Order,
  viewer: Viewer,
  csrfToken: string | undefined,
) {
  const { db, payments, now } = services
  const isNew = isNewAccount(order, viewer)
  const registration = isNew ? await toStoredRegistration(db, order) : undefined
  const country = registration?.country ?? (await findCheckoutInfo(db, viewer.id)).country
  const here = countries.find(({ code }) => code === country)
  if (here && !here.provider)
    throw new HttpError(
      409,
      `PayPal doesn’t take payments from ${countryName(here.code)}. Please use a gift card.`,
    )
  if (!isNew) await endSuspended(services, viewer.id)
  const member = isNew ? undefined : await findMembership(db, viewer.id)
  const { starts_on, isLater } = startOfPlan(member?.member_expire ?? null, now())
  const plan = planOf(order.isMonthly)
  const intent_id = randomUUID()
  await db
    .insertInto('checkout_intent')
    .values({
      intent_id,
      designer_id: isNew ? null : viewer.id,
      registration: registration ? JSON.stringify(registration) : null,
      visitor_hash: isNew ? visitorHash(csrfToken) : null,
      plan,
      amount_cents: plans[plan].cents,
      affiliate: affiliateOf(order.affiliate) ?? affiliateOf(order.user?.notes) ?? '',
      starts_on: isLater ? starts_on : null,
      created_at: now(),
      expires_at: new Date(+now() + openMs),
    })
    .execute()
  const created = await payments.createSubscription({
    intentId: intent_id,
    plan,
    startsAt: isLater ? new Date(`${starts_on}T10:00:00Z`) : undefined,
  })
  await db
    .updateTable('checkout_intent')
    .set({ subscription_id: created.id })
    .where('intent_id', '=', intent_id)
    .execute()
  return { subscriptionID: created.id, clientId: payments.clientId, approveUrl: created.approveUrl }
}

/** One subscription at a time: a running one refuses the purchase, a suspended one is ended first. */
async function endSuspended(services: PaymentContext, designerId: number) {
  const { db, payments } = services
  const existing = await findRunningSubscription(db, designerId)
  if (!existing) return
  await settlePayment(services, existing.subscription_id)
  const running = await findRunningSubscription(db, designerId)
  if (running?.status === 'active') throw alreadySubscribed()
  if (!running) return
  await payments.cancel(running.subscription_id, 'Replaced by a new subscription')
  await settlePayment(services, running.subscription_id)
  if (await findRunningSubscription(db, designerId)) throw alreadySubscribed()
}
