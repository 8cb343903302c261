import { sql } from 'kysely'
import type { giftCardStates, paymentStatuses } from '../../../../shared/api/desk/money.ts'
import type { Db } from '../../../db/connect.ts'
import { offset } from '../../../db/fragments.ts'
import { containing } from '../../../lib/like.ts'

type Paged = { page: number; page_size: number; sort?: 'newest' | 'oldest' | undefined }
type Words = { q?: string | undefined }
type Source = 'payment' | 'gift_card' | 'admin'

const directionOf = ({ sort }: Paged) => (sort === 'oldest' ? 'asc' : 'desc')
const counted = sql<number>`count(*)::int`

function selectGrants(db: Db, { q, source }: Words & { source?: Source | undefined }) {
  return db
    .selectFrom('membership_grant')
    .innerJoin('designer', 'designer.designer_id', 'membership_grant.designer_id')
    .leftJoin('staff_grant', 'staff_grant.grant_id', 'membership_grant.grant_id')
    .leftJoin('designer as giver', 'giver.designer_id', 'staff_grant.given_by')
    .$if(source !== undefined, query => query.where('source', '=', source!))
    .$if(!!q, query =>
      query.where(
        sql<boolean>`concat_ws(' ', designer.username, designer.company, giver.username, staff_grant.why) ilike ${containing(q ?? '')}`,
      ),
    )
}

/** Time that was paid for or given, the newest first unless the oldest is asked for. */
export function listGrants(db: Db, filters: Parameters<typeof selectGrants>[1], paged: Paged) {
  return selectGrants(db, filters)
    .select([
      'membership_grant.grant_id',
      'designer.designer_id',
      'designer.username',
      'source',
      'starts_on',
      'ends_on',
      'membership_grant.created_at',
      'reversed_at',
      'giver.username as given_by',
      'staff_grant.why',
    ])
    .orderBy('membership_grant.grant_id', directionOf(paged))
    .limit(paged.page_size)
    .offset(offset(paged))
    .execute()
}

export async function countGrants(db: Db, filters: Parameters<typeof selectGrants>[1]): Promise<number> {
  return (await selectGrants(db, filters).select(counted.as('count')).executeTakeFirstOrThrow()).count
}

/** A grant of this many days that the shell has given to a member since then, if it was not reversed. */
export const findShellGrant = (
  db: Db,
  { designer_id, days, since }: { designer_id: number; days: number; since: Date },
) =>
  db
    .selectFrom('staff_act')
    .innerJoin('membership_grant', join =>
      join.on(sql<boolean>`membership_grant.grant_id = (staff_act.after ->> 'grant_id')::int`),
    )
    .where('what', '=', 'grants.give')
    .where('origin', '=', 'shell')
    .where('kind', '=', 'designer')
    .where('subject_id', '=', designer_id)
    .where('at', '>', since)
    .where(sql<boolean>`(staff_act.after ->> 'days')::int = ${days}`)
    .where('reversed_at', 'is', null)
    .select('ends_on')
    .limit(1)
    .executeTakeFirst()

/** The days of grants by support since then that were not reversed, and the number of their members. */
export function sumSupportGrants(db: Db, since: Date) {
  return db
    .selectFrom('staff_grant')
    .innerJoin('membership_grant', 'membership_grant.grant_id', 'staff_grant.grant_id')
    .where('given_role', '=', 'support')
    .where('reversed_at', 'is', null)
    .where('created_at', '>', since)
    .select([
      sql<number>`coalesce(sum(days), 0)::int`.as('days'),
      sql<number>`count(distinct designer_id)::int`.as('members'),
    ])
    .executeTakeFirstOrThrow()
}

type PaymentFilters = Words & { status?: (typeof paymentStatuses)[number] | undefined }

function selectPayments(db: Db, { q, status }: PaymentFilters) {
  return db
    .selectFrom('payment')
    .innerJoin('designer', 'designer.designer_id', 'payment.designer_id')
    .innerJoin('subscription', 'subscription.subscription_id', 'payment.subscription_id')
    .$if(status !== undefined, query => query.where('payment.status', '=', status!))
    .$if(!!q, query =>
      query.where(
        sql<boolean>`concat_ws(' ', designer.username, designer.company, payment_id, payment.subscription_id, receipt_id) ilike ${containing(q ?? '')}`,
      ),
    )
}

export function listAllPayments(db: Db, filters: PaymentFilters, paged: Paged) {
  return selectPayments(db, filters)
    .select([
      'payment.receipt_id',
      'payment.payment_id',
      'designer.designer_id',
      'designer.username',
      'payment.paid_at',
      'subscription.plan',
      'payment.amount_cents',
      'payment.currency',
      'payment.status',
      'payment.subscription_id',
    ])
    .orderBy('payment.paid_at', directionOf(paged))
    .orderBy('payment.receipt_id', directionOf(paged))
    .limit(paged.page_size)
    .offset(offset(paged))
    .execute()
}

export async function countAllPayments(db: Db, filters: PaymentFilters): Promise<number> {
  return (await selectPayments(db, filters).select(counted.as('count')).executeTakeFirstOrThrow()).count
}

type AttentionFilters = Words & { state?: 'open' | 'done' | undefined }

function selectCases(db: Db, { q, state }: AttentionFilters) {
  return db
    .selectFrom('ledger_audit')
    .leftJoin('attention_done', 'attention_done.audit_id', 'ledger_audit.audit_id')
    .leftJoin('designer', 'designer.designer_id', 'ledger_audit.designer_id')
    .leftJoin('designer as closer', 'closer.designer_id', 'attention_done.designer_id')
    .where('needs_attention', '=', true)
    .$if(state === 'open', query => query.where('attention_done.audit_id', 'is', null))
    .$if(state === 'done', query => query.where('attention_done.audit_id', 'is not', null))
    .$if(!!q, query =>
      query.where(
        sql<boolean>`concat_ws(' ', what, designer.username, subscription_id, detail) ilike ${containing(q ?? '')}`,
      ),
    )
}

/** Cases of the ledger that need a decision, or had one. */
export function listCases(db: Db, filters: AttentionFilters, paged: Paged) {
  return selectCases(db, filters)
    .select([
      sql<number>`ledger_audit.audit_id::int`.as('attention_id'),
      'ledger_audit.at',
      'ledger_audit.what',
      'ledger_audit.designer_id',
      'designer.username',
      'ledger_audit.subscription_id',
      'ledger_audit.detail',
      sql<0 | 1>`(attention_done.audit_id is not null)::int`.as('is_done'),
      'attention_done.at as done_at',
      'closer.username as done_by',
      'attention_done.why',
    ])
    .orderBy('ledger_audit.audit_id', directionOf(paged))
    .limit(paged.page_size)
    .offset(offset(paged))
    .execute()
}

export async function countCases(db: Db, filters: AttentionFilters): Promise<number> {
  return (await selectCases(db, filters).select(counted.as('count')).executeTakeFirstOrThrow()).count
}

type CardFilters = Words & { state?: (typeof giftCardStates)[number] | undefined }

const cardStateAt = (now: Date) => sql<(typeof giftCardStates)[number]>`case
  when redeemed_at is not null then 'redeemed' when voided_at is not null then 'void'
  when held_at is not null then 'held'
  when expires_at <= ${now}::timestamptz then 'expired' else 'unused' end`

function selectCards(db: Db, { q, state }: CardFilters, now: Date) {
  return db
    .selectFrom('gift_card')
    .leftJoin('designer', 'designer.designer_id', 'gift_card.redeemed_by')
    .$if(state !== undefined, query => query.where(sql<boolean>`${cardStateAt(now)} = ${state}`))
    .$if(!!q, query =>
      query.where(sql<boolean>`concat_ws(' ', last4, note, username) ilike ${containing(q ?? '')}`),
    )
}

export function listCards(db: Db, filters: CardFilters, paged: Paged, now: Date) {
  return selectCards(db, filters, now)
    .select([
      'gift_card_id',
      'last4',
      sql<1 | 12>`term_months`.as('term_months'),
      'note',
      cardStateAt(now).as('state'),
      'gift_card.created_at',
      'expires_at',
      'redeemed_at',
      'redeemed_by',
      'designer.username',
    ])
    .orderBy('gift_card_id', directionOf(paged))
    .limit(paged.page_size)
    .offset(offset(paged))
    .execute()
}

export async function countCards(db: Db, filters: CardFilters, now: Date): Promise<number> {
  return (await selectCards(db, filters, now).select(counted.as('count')).executeTakeFirstOrThrow()).count
}
