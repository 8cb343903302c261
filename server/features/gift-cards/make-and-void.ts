import { dayMs } from '../../../shared/rules/time.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, type Giver, recordAct } from '../history/queries.ts'
import {
  countSupportCards,
  createGiftCards,
  lockSupportCards,
  type NewCard,
  releaseGiftCards,
  voidGiftCard,
} from './queries.ts'

type Order = {
  count: number
  term_months: 1 | 12
  note?: string | undefined
  expires_at?: Date | null | undefined
}

/** How many cards support may make in a day, all of support together. */
const supportCards = 20

/** Makes gift cards, of support a limited number. The answer is the only place that has their codes. */
export async function makeGiftCards(
  { db, now, secret }: Pick<Services, 'db' | 'now' | 'secret'>,
  { count, term_months, note = '', expires_at = null }: Order,
  giver: Giver,
): Promise<NewCard[]> {
  const at = now()
  if (expires_at && expires_at <= at) throw invalid('expires_at', 'Choose a moment in the future.')
  const after = { count, term_months, note, expires_at }
  return transaction(db, async trx => {
    if (giver.role !== 'admin') await refuseBeyond(trx, count, at)
    const cards = await createGiftCards(trx, secret, { ...after, now: at })
    await recordAct(trx, giver, { what: 'gift-cards.make', kind: 'gift_card', id: 0, after }, at)
    return cards
  })
}

/** Refuses what exceeds support's limit. Concurrent orders wait for each other, so that each counts the others. */
async function refuseBeyond(trx: Db, count: number, at: Date) {
  await lockSupportCards(trx)
  const left = Math.max(0, supportCards - (await countSupportCards(trx, new Date(at.getTime() - dayMs))))
  if (count <= left) return
  const sentence = `Support may make ${supportCards} gift cards in 24 hours; ${left} are left.`
  throw invalid('count', sentence, 403)
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

/** Lets held cards be redeemed again: one, or without an id all. Gives their ids; refuses a card that is not held. */
export async function releaseCards(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { gift_card_id, why }: { gift_card_id?: number | undefined; why: string },
  actor: Actor,
): Promise<number[]> {
  return transaction(db, async trx => {
    const ids = await releaseGiftCards(trx, gift_card_id)
    if (gift_card_id !== undefined && !ids.length)
      throw new HttpError(404, 'There is no held card with this number.')
    for (const id of ids)
      await recordAct(trx, actor, { what: 'gift-cards.release', kind: 'gift_card', id, why }, now())
    return ids
  })
}
