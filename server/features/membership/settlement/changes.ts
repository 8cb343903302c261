import type { Grant, GrantMove } from '../../../../shared/rules/grants.ts'
import type { Db } from '../../../db/connect.ts'
import type { ProviderTransaction } from '../../../outside/paypal-schemas.ts'
import type { Services } from '../../../services.ts'
import { audit } from '../../audit/queries.ts'
import { addGrant, markReversed, moveGrants, type PaymentStatus } from '../ledger.ts'
import { type MembershipMail, mailMember } from '../mails.ts'
import { openAccount, type StoredRegistration } from '../open-account.ts'
import { type Refusal, refuseIntent } from '../refusals.ts'
import type { SettlementFacts, SubscriptionState } from './facts.ts'

/** One write that a settlement decided on. They are written in order, in the transaction that read the facts. */
export type Change =
  | { kind: 'open-account'; registration: StoredRegistration; affiliate: string }
  | { kind: 'settle-intent'; intent_id: string }
  | {
      kind: 'refuse-intent'
      refusal: Refusal
      what?: string
      detail?: Record<string, unknown>
      needs_attention: boolean
    }
  | {
      kind: 'insert-subscription'
      subscription: SubscriptionState
      intent_id: string
      started_at: Date
      payer_id: string
    }
  | { kind: 'update-subscription'; subscription: SubscriptionState }
  | { kind: 'insert-payment'; payment: ProviderTransaction; status: PaymentStatus }
  | { kind: 'update-payment'; payment_id: string; status: PaymentStatus }
  /** Its dispute was won: the payment and its grant count again. */
  | { kind: 'restore-payment'; payment_id: string; status: PaymentStatus }
  | {
      kind: 'add-grant'
      grant: Grant & { subscription_id: string }
      anchor: string
      provisional_until: Date | null
    }
  | { kind: 'reverse-grant'; payment_id: string }
  | { kind: 'move-grants'; moves: GrantMove[] }
  | { kind: 'audit'; what: string; detail?: Record<string, unknown>; needs_attention?: boolean }
  | { kind: 'mail'; mail: MembershipMail }

/** Writes the changes of a settlement; the account they are about, or null where a purchase without one was refused. */
export async function writeChanges(
  trx: Db,
  services: Pick<Services, 'publicUrl'>,
  facts: SettlementFacts,
  changes: readonly Change[],
): Promise<number | null> {
  const target: Target = { trx, services, facts, designerId: buyerOf(facts) }
  for (const change of changes) await write(target, change)
  return target.designerId
}

type Target = {
  trx: Db
  services: Pick<Services, 'publicUrl'>
  facts: SettlementFacts
  /** Null until the account of a new member is opened. */
  designerId: number | null
}

const buyerOf = ({ subject }: SettlementFacts) =>
  subject.kind === 'known' ? subject.member.designer_id : subject.intent.designer_id

/** Longer than 60 lines: one case for each kind of change, each a single call or statement. */
async function write(target: Target, change: Change): Promise<void> {
  const { trx, facts } = target
  const { now, remote } = facts
  switch (change.kind) {
    case 'open-account':
      target.designerId = await openAccount(trx, change.registration, change.affiliate, now)
      return
    case 'settle-intent':
      await trx
        .updateTable('checkout_intent')
        .set({ state: 'settled', registration: null, designer_id: member(target) })
        .where('intent_id', '=', change.intent_id)
        .execute()
      return
    case 'refuse-intent': {
      const { kind: _, refusal, ...record } = change
      if (facts.subject.kind === 'new')
        await refuseIntent(trx, { ...facts.subject.intent, subscription_id: remote.id }, refusal, {
          at: now,
          ...record,
        })
      return
    }
    case 'insert-subscription':
      return insertSubscription(target, change)
    case 'update-subscription':
      return updateSubscription(target, change.subscription)
    case 'insert-payment':
      return insertPayment(target, change)
    case 'update-payment':
      await trx
        .updateTable('payment')
        .set({ status: change.status })
        .where('payment_id', '=', change.payment_id)
        .execute()
      return
    case 'restore-payment':
      await trx
        .updateTable('payment')
        .set({ status: change.status, reversed_at: null })
        .where('payment_id', '=', change.payment_id)
        .execute()
      return markReversed(trx, change.payment_id, null)
    case 'add-grant':
      return addGrant(trx, member(target), change, now)
    case 'reverse-grant':
      return markReversed(trx, change.payment_id, now)
    case 'move-grants':
      return moveGrants(trx, member(target), change.moves, now)
    case 'audit': {
      const { kind: _, detail, ...entry } = change
      return audit(trx, {
        at: now,
        designer_id: target.designerId,
        subscription_id: remote.id,
        ...entry,
        ...(detail && { detail }),
      })
    }
    case 'mail':
      return mailMember(trx, target.services, member(target), change.mail)
  }
}

/** The account that the changes are about; it exists by the time any change needs it. */
function member({ designerId }: Target): number {
  if (designerId === null) throw new TypeError('A change names a member before the account is opened')
  return designerId
}

async function insertSubscription(
  target: Target,
  { subscription, intent_id, started_at, payer_id }: Extract<Change, { kind: 'insert-subscription' }>,
) {
  await target.trx
    .insertInto('subscription')
    .values({
      ...subscription,
      designer_id: member(target),
      intent_id,
      started_at,
      payer_id,
      checked_at: target.facts.now,
    })
    .execute()
}

async function updateSubscription(
  { trx, facts }: Target,
  { subscription_id, status, updated_at, next_billing_time, provisional_until }: SubscriptionState,
) {
  await trx
    .updateTable('subscription')
    .set({ status, updated_at, next_billing_time, provisional_until, checked_at: facts.now })
    .where('subscription_id', '=', subscription_id)
    .execute()
}

async function insertPayment(
  target: Target,
  { payment, status }: Extract<Change, { kind: 'insert-payment' }>,
) {
  await target.trx
    .insertInto('payment')
    .values({
      payment_id: payment.id,
      subscription_id: target.facts.remote.id,
      designer_id: member(target),
      amount_cents: payment.cents,
      currency: payment.currency,
      status,
      paid_at: payment.time,
      created_at: target.facts.now,
    })
    .execute()
}
