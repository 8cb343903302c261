import {
  give,
  listAffiliates as listAffiliatesCall,
  listAttention,
  listGiftCards,
  listGrants as listGrantsCall,
  listPayments,
  makeAffiliate,
  makeGiftCards,
  reconcileNow,
  setAttention,
  takeBack,
  voidGiftCard as voidGiftCardCall,
} from '../../../shared/api/admin-money.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { route } from '../../http/serve.ts'
import { actorOf, type Viewer } from '../../viewer.ts'
import { recordAct } from '../history/queries.ts'
import { createAffiliate, listAffiliates } from '../membership/affiliate.ts'
import { createGiftCards, voidGiftCard } from '../membership/gift-card.ts'
import { reconcile } from '../membership/reconcile.ts'
import { settleAttention } from './attention.ts'
import { giveTime, takeTimeBack } from './grants.ts'
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

export const adminMoneyRoutes = [
  route(listGrantsCall, async ({ db, input }) => ({
    data: await listGrants(db, input, input),
    count: await countGrants(db, input),
  })),

  route(give, ({ db, now, input, viewer }) => giveTime({ db, now }, input, giverOf(viewer))),

  route(takeBack, ({ db, now, input, viewer }) => takeTimeBack({ db, now }, input, giverOf(viewer))),

  route(listPayments, async ({ db, input }) => ({
    data: await listAllPayments(db, input, input),
    count: await countAllPayments(db, input),
  })),

  route(listAttention, async ({ db, input }) => ({
    data: await listCases(db, input, input),
    count: await countCases(db, input),
  })),

  route(setAttention, async ({ db, now, input, viewer }) => {
    await settleAttention({ db, now }, input, actorOf(viewer))
    return { attention_id: input.attention_id, is_done: input.done }
  }),

  route(reconcileNow, async ({ payments, request, viewer, ...services }) => {
    if (!payments) throw new HttpError(503, 'No payment provider is set up here.')
    const done = await reconcile({ ...services, payments }, 'light', error =>
      request.log.warn({ err: error }, 'a payment waits'),
    )
    const result = {
      settled: done.settled,
      missed_events: done.missedEvents,
      unknown_subscriptions: done.unknownSubscriptions,
      failed: done.failed,
    }
    const act = { what: 'money.reconcile', kind: 'ledger', id: 0, after: result }
    await recordAct(services.db, actorOf(viewer), act, services.now())
    return result
  }),

  route(listGiftCards, async ({ db, now, input }) => ({
    data: await listCards(db, input, input, now()),
    count: await countCards(db, input, now()),
  })),

  route(makeGiftCards, async ({ db, now, secret, input, viewer }) => {
    const { count, term_months, note = '', expires_at = null } = input
    if (expires_at && expires_at <= now()) throw invalid('expires_at', 'Choose a moment in the future.')
    const cards = await transaction(db, async trx => {
      const made = await createGiftCards(trx, secret, { count, term_months, note, expires_at, now: now() })
      const after = { count, term_months, note, expires_at }
      await recordAct(
        trx,
        actorOf(viewer),
        { what: 'gift-cards.make', kind: 'gift_card', id: 0, after },
        now(),
      )
      return made
    })
    return { codes: cards.map(card => card.code), count }
  }),

  route(voidGiftCardCall, async ({ db, now, input, viewer }) => {
    const { gift_card_id, why } = input
    await transaction(db, async trx => {
      if (!(await voidGiftCard(trx, gift_card_id, now())))
        throw new HttpError(404, 'There is no unused card with this number.')
      await recordAct(
        trx,
        actorOf(viewer),
        { what: 'gift-cards.void', kind: 'gift_card', id: gift_card_id, why },
        now(),
      )
    })
    return { gift_card_id }
  }),

  route(listAffiliatesCall, async ({ db, input }) => {
    const { q = '', sort = 'code', page, page_size } = input
    const words = q.toLowerCase()
    const found = (await listAffiliates(db)).filter(row =>
      `${row.code} ${row.username}`.toLowerCase().includes(words),
    )
    if (sort === 'code-down') found.reverse()
    if (sort === 'joined') found.sort((a, b) => b.joined - a.joined)
    if (sort === 'joined-up') found.sort((a, b) => a.joined - b.joined)
    return { data: found.slice((page - 1) * page_size, page * page_size), count: found.length }
  }),

  route(makeAffiliate, async ({ db, now, input, viewer }) => {
    await transaction(db, async trx => {
      const problem = await createAffiliate(trx, { ...input, now: now() })
      if (problem) throw invalid(problem.startsWith('There') ? 'username' : 'code', problem)
      const act = { what: 'affiliates.make', kind: 'affiliate', id: 0, after: input }
      await recordAct(trx, actorOf(viewer), act, now())
    })
    return { code: input.code }
  }),
]
