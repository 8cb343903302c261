import { createHmac, randomInt } from 'node:crypto'
import { addMonths, startOfPlan } from '../../../shared/rules/plan.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { audit, findMemberExpire, lockMember } from './ledger.ts'
import { mailMember } from './mails.ts'
import { openAccount, type StoredRegistration, takenNames } from './open-account.ts'
import { findRunningSubscription, findTakenNames, lockNames } from './queries.ts'

/** Crockford's base 32: no I, L, O or U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 16

/**
 * Normalises a typed code: blanks, hyphens and look-alike characters do not matter. Undefined if it cannot be a code.
 */
function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === codeLength && [...code].every(c => alphabet.includes(c)) ? code : undefined
}

/** 80 random bits, in four groups. */
function makeCode(): string {
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return code.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** The keyed hash of a code: the only form in which it is stored. */
const hashCode = (secret: string, code: string) =>
  createHmac('sha256', secret).update(`gift card:${code}`).digest()

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

/** The same answer to every number that buys nothing, whatever the reason, so that guessing tells nothing. */
export const noSuchCard = () =>
  new HttpError(400, 'This gift card number isn’t valid or has been used.', {
    errors: { gift_card_code: 'This gift card number isn’t valid or has been used.' },
  })

/** Who redeems: a member, or a new member with the account's registration. */
export type Redeemer = { designer_id: number } | { registration: StoredRegistration; affiliate: string }

/**
 * Redeems a gift card: the account (if it is new), the time and the card's end are one transaction, so that a card is
 * redeemed once, however many try at the same time. Throws `noSuchCard` if the number buys nothing. Long: the checks and
 * writes of that transaction are read in their order.
 */
export async function redeemGiftCard(
  services: Pick<Services, 'db' | 'now' | 'secret' | 'publicUrl'>,
  typed: string,
  redeemer: Redeemer,
): Promise<{ designer_id: number; member_expire: string }> {
  const { db, now, secret } = services
  const code = readCode(typed)
  if (!code) throw noSuchCard()
  return transaction(db, async trx => {
    const at = now()
    const isNew = 'registration' in redeemer
    const designer_id = isNew ? await open(trx, redeemer, at) : redeemer.designer_id
    await lockMember(trx, designer_id)
    // Automatic payments would continue, so the card would buy nothing.
    if ((await findRunningSubscription(trx, designer_id))?.status === 'active')
      throw new HttpError(
        409,
        'You already have an active subscription. Cancel it first, then redeem the card.',
      )
    // A purchase in progress for today would begin after the card's year.
    const purchase = await trx
      .selectFrom('checkout_intent')
      .where('designer_id', '=', designer_id)
      .where('state', '=', 'settling')
      .select('intent_id')
      .executeTakeFirst()
    if (purchase)
      throw new HttpError(409, 'Your payment is being confirmed. Wait for it, then redeem the card.')
    const card = await trx
      .updateTable('gift_card')
      .set({ redeemed_by: designer_id, redeemed_at: at })
      .where('code_hmac', '=', hashCode(secret, code))
      .where('redeemed_at', 'is', null)
      .where('voided_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
      .returning(['gift_card_id', 'term_months'])
      .executeTakeFirst()
    if (!card) throw noSuchCard()
    const { starts_on } = startOfPlan(await findMemberExpire(trx, designer_id), at)
    const ends_on = addMonths(starts_on, card.term_months)
    await trx
      .insertInto('membership_grant')
      .values({
        designer_id,
        source: 'gift_card',
        source_reference: String(card.gift_card_id),
        starts_on,
        ends_on,
        created_at: at,
      })
      .execute()
    await audit(trx, {
      at,
      designer_id,
      subscription_id: null,
      what: 'gift card redeemed',
      detail: { gift_card_id: card.gift_card_id },
    })
    if (isNew)
      await mailMember(trx, services, designer_id, {
        kind: 'welcome',
        username: redeemer.registration.username,
        member_expire: ends_on,
      })
    else
      await mailMember(trx, services, designer_id, {
        kind: 'gift-card-redeemed',
        gift_card_id: card.gift_card_id,
        member_expire: ends_on,
      })
    return { designer_id, member_expire: ends_on }
  })
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
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))
    .select('gift_card_id')
    .executeTakeFirst()
  return card !== undefined
}

async function open(
  trx: Db,
  { registration, affiliate }: { registration: StoredRegistration; affiliate: string },
  at: Date,
): Promise<number> {
  await lockNames(trx)
  const problem = takenNames(await findTakenNames(trx, registration, null))
  if (problem) throw problem
  return openAccount(trx, registration, affiliate, at)
}
