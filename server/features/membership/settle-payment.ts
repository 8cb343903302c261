import { dayMs } from '../../../shared/rules/time.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { intentIdOf, type Payments } from '../../outside/payments.ts'
import { ProviderRefusal } from '../../outside/paypal-client.ts'
import type { ProviderSubscription, ProviderTransaction } from '../../outside/paypal-schemas.ts'
import type { Services } from '../../services.ts'
import { lockMember } from './ledger.ts'
import { registrationOf } from './open-account.ts'
import {
  findIntentOf,
  findTakenNames,
  isClosedAccount,
  isKnownSubscription,
  lockIntentOf,
  lockNames,
} from './queries.ts'
import { type MoneyState, type Refusal, refusalSentences, refuseIntent } from './refusals.ts'
import { writeChanges } from './settlement/changes.ts'
import {
  type Claimant,
  decideReservation,
  decideStep,
  type Reservation,
} from './settlement/decide-purchase.ts'
import { decideSettlement, moneyOf } from './settlement/decide-settlement.ts'
import { type Intent, readSettlement } from './settlement/facts.ts'

/** What settling a payment needs of the services. */
export type PaymentContext = Pick<Services, 'db' | 'now' | 'publicUrl'> & {
  payments: Payments
}

export type Settled =
  | { status: 'member'; designer_id: number; member_expire: string | null }
  /** Nothing is wrong; the provider, or another purchase with the same names, has to finish first. */
  | { status: 'confirming' }
  | { status: 'refused'; refusal: Refusal; money: MoneyState }
  /** The provider has no such subscription, or it is none of ours. */
  | { status: 'unknown' }

/** A purchase passes through at most three states (approved, charged, recorded); one round is spare. */
const maxRounds = 4

/**
 * Brings our ledger in line with the provider's state of a subscription: the only place where payments become
 * membership, whether the buyer's browser, a message of the provider's or reconciliation reports them, in any order
 * and any number of times. The provider is asked outside of any transaction; its answer is decided on and written
 * under a lock, and an older answer cannot undo a newer one.
 */
export async function settlePayment(context: PaymentContext, subscriptionId: string): Promise<Settled> {
  const { db, payments } = context
  for (let round = 0; round < maxRounds; round++) {
    const remote = await payments.findSubscription(subscriptionId)
    if (!remote) return { status: 'unknown' }
    const intent = await bindIntent(db, remote)
    const step = decideStep(remote, intent, await isKnownSubscription(db, subscriptionId), payments.planIds)
    switch (step.kind) {
      case 'unknown':
        return { status: 'unknown' }
      case 'confirming':
        return { status: 'confirming' }
      case 'refuse':
        return refuse(context, remote, step.intent, step.refusal)
      case 'record':
        return record(context, remote)
      case 'charge': {
        const settled = await reserveAndCharge(context, remote, step.intent)
        if (settled) return settled
      }
    }
  }
  return { status: 'confirming' }
}

const listTransactions = ({ payments, now }: PaymentContext, { id, createdAt }: ProviderSubscription) =>
  payments.listTransactions(id, new Date(+createdAt - dayMs), new Date(+now() + dayMs))

const mayCharge = ({ status }: ProviderSubscription) => status === 'ACTIVE' || status === 'SUSPENDED'

/** The intent that a subscription says it was created for; it must be the one we created for it. */
async function bindIntent(db: Db, remote: ProviderSubscription): Promise<Intent | undefined> {
  const intentId = intentIdOf(remote.customId)
  if (!intentId) return undefined
  // If the provider's answer to the creation was lost, the subscription is bound here.
  await db
    .updateTable('checkout_intent')
    .set({ subscription_id: remote.id })
    .where('intent_id', '=', intentId)
    .where('subscription_id', 'is', null)
    .execute()
  const intent = await findIntentOf(db, remote.id)
  return intent?.intent_id === intentId ? intent : undefined
}

/** Activates an approved purchase when its turn has come. Undefined if the provider has to be asked again. */
async function reserveAndCharge(
  context: PaymentContext,
  remote: ProviderSubscription,
  intent: Intent,
): Promise<Settled | undefined> {
  const reservation = await transaction(context.db, trx =>
    reserveNames(trx, context.now(), intent, remote.id),
  )
  switch (reservation.kind) {
    case 'charge':
      return activate(context, remote, intent)
    case 'wait':
      return { status: 'confirming' }
    case 'look-again':
      return undefined
    case 'refuse':
      return refuse(context, remote, intent, reservation.refusal)
    case 'cancel-first':
      await context.payments.cancel(reservation.subscriptionId, 'Replaced by a new subscription')
      await settlePayment(context, reservation.subscriptionId)
      return undefined
  }
}

/** Reserves the buyer's names and turn before anything is charged, under the locks of both. */
async function reserveNames(
  trx: Db,
  now: Date,
  before: Intent,
  subscriptionId: string,
): Promise<Reservation> {
  await lockNames(trx)
  // Lock order: before the intent, as when closing an account.
  if (before.designer_id !== null) await lockMember(trx, before.designer_id)
  const intent = await lockIntentOf(trx, subscriptionId)
  const reservation = decideReservation(intent, await readClaimant(trx, intent), now)
  if (reservation.kind === 'charge' && !reservation.isHeld)
    await trx
      .updateTable('checkout_intent')
      .set({ state: 'settling' })
      .where('intent_id', '=', intent.intent_id)
      .execute()
  return reservation
}

async function readClaimant(trx: Db, intent: Intent): Promise<Claimant> {
  const { designer_id, intent_id } = intent
  if (designer_id === null) {
    const registration = registrationOf(intent)
    // A finished purchase has no registration left; its state decides.
    if (!registration) return { kind: 'registration', username: undefined, email: undefined }
    return { kind: 'registration', ...(await findTakenNames(trx, registration, intent_id)) }
  }
  const running = await trx
    .selectFrom('subscription')
    .where('designer_id', '=', designer_id)
    .where('status', 'in', ['active', 'suspended'])
    .select(['subscription_id', 'status'])
    .executeTakeFirst()
  const other = await trx
    .selectFrom('checkout_intent')
    .where('designer_id', '=', designer_id)
    .where('state', '=', 'settling')
    .where('intent_id', '<>', intent_id)
    .select('intent_id')
    .executeTakeFirst()
  return {
    kind: 'member',
    isClosed: await isClosedAccount(trx, designer_id),
    running,
    hasOtherCharge: other !== undefined,
  }
}

/** Activates an approved subscription, which charges it. Returns a result only if that ends the purchase. */
async function activate(
  context: PaymentContext,
  remote: ProviderSubscription,
  intent: Intent,
): Promise<Settled | undefined> {
  try {
    await context.payments.activate(remote.id)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    // It may be active already with a stale answer: the next request tells.
    if (error.issue === 'SUBSCRIPTION_STATUS_INVALID' || error.status === 401 || error.status === 403)
      return { status: 'confirming' }
    return refuse(context, remote, intent, 'provider')
  }
}

/** Refusals of paid or running purchases, which an administrator has to check. */
const needsAttention = (refusal: Refusal, isStarted: boolean) =>
  refusal === 'account_closed' || (refusal === 'mismatch' && isStarted)

/** Nothing is sold, so nothing may ever be charged for it. */
async function refuse(
  context: PaymentContext,
  remote: ProviderSubscription,
  intent: Intent,
  refusal: Refusal,
): Promise<Settled> {
  const { db, now, payments } = context
  const isStarted = remote.status !== 'APPROVAL_PENDING' && remote.status !== 'APPROVED'
  const transactions: ProviderTransaction[] = isStarted ? await listTransactions(context, remote) : []
  const because = refusalSentences[refusal]
  await transaction(db, trx =>
    refuseIntent(trx, { ...intent, subscription_id: remote.id }, refusal, {
      at: now(),
      detail: { because },
      needs_attention: needsAttention(refusal, isStarted),
    }),
  )
  if (remote.status === 'APPROVED' || mayCharge(remote))
    await payments.cancel(remote.id, because).catch(error => {
      // A subscription that was never activated is never charged, and the provider does not cancel it.
      if (!(error instanceof ProviderRefusal) || remote.status !== 'APPROVED') throw error
    })
  return { status: 'refused', refusal, money: moneyOf(transactions) }
}

/** Reads, decides and writes in one transaction; then ends subscriptions at the provider that must not continue. */
async function record(context: PaymentContext, remote: ProviderSubscription): Promise<Settled> {
  const transactions = await listTransactions(context, remote)
  const { settled, cancelBecause } = await transaction(
    context.db,
    async (trx): Promise<{ settled: Settled; cancelBecause?: string | undefined }> => {
      const facts = await readSettlement(trx, remote, transactions, context.now())
      if (!facts) return { settled: { status: 'unknown' } }
      const decision = decideSettlement(facts)
      const designer_id = await writeChanges(trx, context, facts, decision.changes)
      if (decision.kind === 'refused') {
        const { refusal, money } = decision
        return { settled: { status: 'refused', refusal, money }, cancelBecause: refusalSentences[refusal] }
      }
      if (designer_id === null) throw new TypeError('A settled payment has no account')
      const { member_expire, cancelBecause } = decision
      return { settled: { status: 'member', designer_id, member_expire }, cancelBecause }
    },
  )
  if (cancelBecause && mayCharge(remote)) await context.payments.cancel(remote.id, cancelBecause)
  return settled
}
