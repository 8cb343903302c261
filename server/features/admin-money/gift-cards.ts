import { transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { createGiftCards, type NewCard, voidGiftCard } from '../gift-cards/queries.ts'
import { type Actor, recordAct } from '../history/queries.ts'

type Order = {
  count: number
  term_months: 1 | 12
  note?: string | undefined
  expires_at?: Date | null | undefined
}

/** Makes gift cards. The answer is the only place that has their codes. */
export async function makeGiftCards(
  { db, now, secret }: Pick<Services, 'db' | 'now' | 'secret'>,
  { count, term_months, note = '', expires_at = null }: Order,
  actor: Actor,
): Promise<NewCard[]> {
  const at = now()
  if (expires_at && expires_at <= at) throw invalid('expires_at', 'Choose a moment in the future.')
  const after = { count, term_months, note, expires_at }
  return transaction(db, async trx => {
    const cards = await createGiftCards(trx, secret, { ...after, now: at })
    await recordAct(trx, actor, { what: 'gift-cards.make', kind: 'gift_card', id: 0, after }, at)
    return cards
  })
}

/** Voids a card that was not redeemed, and returns its last four characters. Refuses one that is void already. */
export async function voidCard(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { gift_card_id, why }: { gift_card_id: number; why: string },
  actor: Actor,
): Promise<string> {
  return transaction(db, async trx => {
    const last4 = await voidGiftCard(trx, gift_card_id, now())
    if (!last4) throw new HttpError(404, 'There is no unused card with this number.')
    const act = { what: 'gift-cards.void', kind: 'gift_card', id: gift_card_id, why } as const
    await recordAct(trx, actor, act, now())
    return last4
  })
}
