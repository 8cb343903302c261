import { addMonths, startOfPlan } from '../../../shared/rules/plan.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { audit } from '../audit/queries.ts'
import { claimGiftCard } from '../gift-cards/queries.ts'
import { findMemberExpire, lockMember } from './ledger.ts'
import { mailMember } from './mails.ts'
import { openAccount, type StoredRegistration, takenNames } from './open-account.ts'
import { findRunningSubscription, findTakenNames, lockNames } from './queries.ts'

/** The same answer to every number that buys nothing, for every reason, so that guessing tells nothing. */
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
    const card = await claimGiftCard(trx, secret, { typed, designer_id, at })
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
