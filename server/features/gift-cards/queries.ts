import { sql } from 'kysely'
import { type Db, transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { audit } from '../audit/queries.ts'
import { hashCode, makeCode, readCode } from './codes.ts'

/** `code_hmac` identifies the card without its code. */
export type NewCard = { code: string; code_hmac: Buffer; term_months: number }

/** Makes gift cards. The answer is the only place that has their codes. */
export async function createGiftCards(
  db: Db,
  secret: string,
  order: { count: number; term_months: 1 | 12; note: string; expires_at: Date | null; now: Date },
): Promise<NewCard[]> {
  const cards = Array.from({ length: order.count }, () => {
    const code = makeCode()
    return { code, code_hmac: hashCode(secret, code.replaceAll('-', '')), term_months: order.term_months }
  })
  await transaction(db, async trx => {
    for (let i = 0; i < cards.length; i += 1000)
      await trx
        .insertInto('gift_card')
        .values(
          cards.slice(i, i + 1000).map(({ code, code_hmac, term_months }) => ({
            code_hmac,
            last4: code.slice(-4),
            term_months,
            note: order.note,
            created_at: order.now,
            expires_at: order.expires_at,
          })),
        )
        .execute()
    await audit(trx, {
      at: order.now,
      designer_id: null,
      subscription_id: null,
      what: 'gift cards issued',
      detail: {
        count: order.count,
        term_months: order.term_months,
        note: order.note,
        at: order.now.toISOString(),
      },
    })
  })
  return cards
}

/** Voids a card that was not redeemed; returns its last four characters, or undefined if there is none. */
export async function voidGiftCard(db: Db, gift_card_id: number, now: Date): Promise<string | undefined> {
  return transaction(db, async trx => {
    const card = await trx
      .updateTable('gift_card')
      .set({ voided_at: now })
      .where('gift_card_id', '=', gift_card_id)
      .where('redeemed_at', 'is', null)
      .where('voided_at', 'is', null)
      .returning('last4')
      .executeTakeFirst()
    if (card)
      await audit(trx, {
        at: now,
        designer_id: null,
        subscription_id: null,
        what: 'gift card voided',
        detail: { gift_card_id },
      })
    return card?.last4
  })
}

/** Ends the hold of one card, or of all without an id; gives the ids of those that were held. */
export async function releaseGiftCards(db: Db, gift_card_id?: number): Promise<number[]> {
  const released = await db
    .updateTable('gift_card')
    .set({ held_at: null })
    .where('held_at', 'is not', null)
    .$if(gift_card_id !== undefined, query => query.where('gift_card_id', '=', gift_card_id!))
    .returning('gift_card_id')
    .execute()
  return released.map(card => card.gift_card_id)
}

/** Whether a number is redeemable: checked before the work of opening an account. */
export async function isRedeemable(
  { db, now, secret }: Pick<Services, 'db' | 'now' | 'secret'>,
  typed: string,
): Promise<boolean> {
  const code = readCode(typed)
  if (!code) return false
  const card = await db
    .selectFrom('gift_card')
    .where('code_hmac', '=', hashCode(secret, code))
    .where('redeemed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('held_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))
    .select('gift_card_id')
    .executeTakeFirst()
  return card !== undefined
}

/** Marks the card of a typed number as redeemed by a member, once; undefined where the number buys nothing. */
export async function claimGiftCard(
  trx: Db,
  secret: string,
  { typed, designer_id, at }: { typed: string; designer_id: number; at: Date },
) {
  const code = readCode(typed)
  if (!code) return undefined
  return trx
    .updateTable('gift_card')
    .set({ redeemed_by: designer_id, redeemed_at: at })
    .where('code_hmac', '=', hashCode(secret, code))
    .where('redeemed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('held_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .returning(['gift_card_id', 'term_months'])
    .executeTakeFirst()
}

/** Every card, without its code. */
export function listGiftCards(db: Db) {
  return db
    .selectFrom('gift_card')
    .leftJoin('designer', 'designer.designer_id', 'gift_card.redeemed_by')
    .orderBy('gift_card_id')
    .select([
      'gift_card_id',
      'last4',
      'term_months',
      'note',
      'expires_at',
      'voided_at',
      'held_at',
      'redeemed_at',
      'designer.username',
    ])
    .execute()
}

/** The last four characters of a card that is void. */
export async function findVoidCard(db: Db, gift_card_id: number): Promise<string | undefined> {
  const card = await db
    .selectFrom('gift_card')
    .where('gift_card_id', '=', gift_card_id)
    .where('voided_at', 'is not', null)
    .select('last4')
    .executeTakeFirst()
  return card?.last4
}

/** Orders of gift cards by support follow one another until the transaction ends. */
export const lockSupportCards = (trx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('gift cards of support', 0))`.execute(trx)

/** How many gift cards accounts of support have made since then. */
export async function countSupportCards(db: Db, since: Date): Promise<number> {
  const { cards } = await db
    .selectFrom('staff_act')
    .innerJoin('designer', 'designer.designer_id', 'staff_act.designer_id')
    .where('what', '=', 'gift-cards.make')
    .where('role', '=', 'support')
    .where('at', '>', since)
    .select(sql<number>`coalesce(sum((after ->> 'count')::int), 0)::int`.as('cards'))
    .executeTakeFirstOrThrow()
  return cards
}
