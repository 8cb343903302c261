import {
  give,
  listAffiliates as listAffiliatesCall,
  listAttention,
  listGiftCards,
  listGrants as listGrantsCall,
  listPayments,
  makeAffiliate as makeAffiliateCall,
  makeGiftCards as makeGiftCardsCall,
  reconcileNow as reconcileNowCall,
  releaseGiftCard,
  revokeGrant,
  setAttention,
  voidGiftCard,
} from '../../../../shared/api/desk/money.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { route } from '../../../http/serve.ts'
import { pageOf, pageOfRows } from '../../../lib/page-of-rows.ts'
import { actorOf, type Viewer } from '../../../viewer.ts'
import { makeAffiliate } from '../../affiliates/make-affiliate.ts'
import { listAffiliates } from '../../affiliates/queries.ts'
import { settleAttention } from '../../audit/settle-attention.ts'
import { makeGiftCards, releaseCards, voidCard } from '../../gift-cards/make-and-void.ts'
import { giveTime, takeTimeBack } from '../../membership/give-time.ts'
import { reconcileNow } from '../../membership/reconcile-now.ts'
import {
  countAllPayments,
  countCards,
  countCases,
  countGrants,
  listAllPayments,
  listCards,
  listCases,
  listGrants,
} from './queries.ts'

const giverOf = (viewer: Viewer) => ({
  ...actorOf(viewer),
  role: viewer.role === 'visitor' ? ('member' as const) : viewer.role,
})

type Affiliate = Awaited<ReturnType<typeof listAffiliates>>[number]

/** By code, unless another order is asked for. */
const affiliateOrders: Record<
  NonNullable<InputOf<typeof listAffiliatesCall>['sort']>,
  ((a: Affiliate, b: Affiliate) => number) | undefined
> = {
  code: undefined,
  'code-down': (a, b) => (a.code < b.code ? 1 : -1),
  joined: (a, b) => b.joined - a.joined,
  'joined-up': (a, b) => a.joined - b.joined,
}

export const deskMoneyRoutes = [
  route(listGrantsCall, ({ db, input, isCounted }) =>
    pageOf(
      { isCounted },
      () => listGrants(db, input, input),
      () => countGrants(db, input),
    ),
  ),

  route(give, ({ db, now, input, viewer }) => giveTime({ db, now }, input, giverOf(viewer))),

  route(revokeGrant, ({ db, now, input, viewer }) => takeTimeBack({ db, now }, input, giverOf(viewer))),

  route(listPayments, ({ db, input, isCounted }) =>
    pageOf(
      { isCounted },
      () => listAllPayments(db, input, input),
      () => countAllPayments(db, input),
    ),
  ),

  route(listAttention, ({ db, input, isCounted }) =>
    pageOf(
      { isCounted },
      () => listCases(db, input, input),
      () => countCases(db, input),
    ),
  ),

  route(setAttention, async ({ db, now, input, viewer }) => {
    await settleAttention({ db, now }, input, actorOf(viewer))
    return { attention_id: input.attention_id, is_done: input.done }
  }),

  route(reconcileNowCall, ({ request, viewer, ...services }) =>
    reconcileNow(services, actorOf(viewer), error => request.log.warn({ err: error }, 'a payment waits')),
  ),

  route(listGiftCards, ({ db, now, input, isCounted }) =>
    pageOf(
      { isCounted },
      () => listCards(db, input, input, now()),
      () => countCards(db, input, now()),
    ),
  ),

  route(makeGiftCardsCall, async ({ db, now, secret, input, viewer }) => {
    const cards = await makeGiftCards({ db, now, secret }, input, giverOf(viewer))
    return { codes: cards.map(card => card.code), count: input.count }
  }),

  route(releaseGiftCard, async ({ db, now, input, viewer }) => {
    await releaseCards({ db, now }, input, actorOf(viewer))
    return { gift_card_id: input.gift_card_id }
  }),

  route(voidGiftCard, async ({ db, now, input, viewer }) => {
    await voidCard({ db, now }, input, actorOf(viewer))
    return { gift_card_id: input.gift_card_id }
  }),

  route(listAffiliatesCall, async ({ db, input }) =>
    pageOfRows(
      await listAffiliates(db),
      input,
      row => `${row.code} ${row.username}`,
      affiliateOrders[input.sort ?? 'code'],
    ),
  ),

  route(makeAffiliateCall, async ({ db, now, input, viewer }) => {
    await makeAffiliate({ db, now }, input, actorOf(viewer))
    return { code: input.code }
  }),
]
