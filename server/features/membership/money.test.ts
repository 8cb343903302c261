import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesigner } from '../../../tests/factories.ts'
import { deliveries, expectTimeEqualsMoney, workOff } from '../../../tests/payments.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { createIntent } from './create-intent.ts'
import { createGiftCards, redeemGiftCard } from './gift-card.ts'
import { processEvents } from './receive-webhook.ts'
import { reconcile, settleFresh } from './reconcile.ts'
import { settlePayment } from './settle-payment.ts'

// Plays what buyers, members, their banks and the provider may do, in any order, with messages lost, doubled and
// reordered, and with our process dying between any two steps; then lets reconciliation run, and counts the money.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const dayMs = 86_400_000
const quiet = () => {}
const viewerOf = (id: number) => ({ id, role: 'member', isActive: false }) as const

type Play = { members: number[]; ids: string[] }
type Move = (play: Play) => Promise<unknown>

/** What a crash leaves undone, nobody hears of. */
const orCrash = (work: Promise<unknown>) => work.catch(quiet)
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)]

async function saleOf(id: string | undefined, n: number) {
  const sales = (id && (await server.sandbox.find(id))?.transactions) || []
  return pick(
    sales.filter(t => t.status === 'COMPLETED'),
    n,
  )?.id
}

const n = fc.nat(20)
/** A member begins a purchase, or several at once; most are approved. */
const purchases: fc.Arbitrary<[string, Move]> = fc
  .record({
    m: n,
    times: fc.constantFrom(1, 1, 1, 2),
    isMonthly: fc.boolean(),
    paysAtOnce: fc.boolean(),
    ends: fc.constantFrom('begun' as const, 'approved' as const, 'told' as const, 'told' as const),
  })
  .map(({ m, times, isMonthly, paysAtOnce, ends }) => [
    `member ${m} buys ${isMonthly ? 'monthly' : 'yearly'} ${times} times${paysAtOnce ? ', charged at once' : ''}: ${ends}`,
    async play => {
      const member = pick(play.members, m)!
      const made: string[] = []
      for (let i = 0; i < times; i++) {
        const order = { isMonthly, isNew: false }
        const intent = createIntent(server.services, order, viewerOf(member), undefined)
        made.push(...(await intent.then(i => [i.subscriptionID]).catch(() => [])))
      }
      play.ids.push(...made)
      if (paysAtOnce) for (const id of made) await server.sandbox.tamper(id, { user_action: 'SUBSCRIBE_NOW' })
      if (ends === 'begun') return
      for (const id of made) await server.sandbox.approve(id)
      if (ends === 'told') await Promise.all(made.map(id => orCrash(settlePayment(server.services, id))))
    },
  ])

const moves: fc.Arbitrary<[string, Move]>[] = [
  purchases,
  n.map(i => [
    `the buyer of ${i} approves`,
    async ({ ids }) => ids.length && server.sandbox.approve(pick(ids, i)!),
  ]),
  n.map(i => [
    `the browser tells of ${i}`,
    async ({ ids }) => ids.length && orCrash(settlePayment(server.services, pick(ids, i)!)),
  ]),
  n.map(i => [
    `the browser tells of ${i} five times at once`,
    async ({ ids }) =>
      ids.length &&
      Promise.all(Array.from({ length: 5 }, () => orCrash(settlePayment(server.services, pick(ids, i)!)))),
  ]),
  fc.constantFrom(1, 5, 16, 33, 200).map(days => [
    `${days} days go by`,
    async () => {
      server.clock.aheadMs += days * dayMs
      await server.sandbox.bill()
    },
  ]),
  fc
    .tuple(n, fc.boolean())
    .map(([i, pays]) => [
      `the wallet of ${i} ${pays ? 'pays' : 'does not pay'}`,
      async ({ ids }) => ids.length && server.sandbox.setWallet(pick(ids, i)!, pays),
    ]),
  fc.tuple(n, n).map(([i, k]) => [
    `payment ${k} of ${i} is refunded`,
    async ({ ids }) => {
      const sale = await saleOf(pick(ids, i), k)
      if (sale) await server.sandbox.refund(sale)
    },
  ]),
  fc.tuple(n, n).map(([i, k]) => [
    `payment ${k} of ${i} is taken back`,
    async ({ ids }) => {
      const sale = await saleOf(pick(ids, i), k)
      if (sale) await server.sandbox.reverse(sale)
    },
  ]),
  n.map(i => [
    `member cancels ${i} at the provider`,
    async ({ ids }) => ids.length && orCrash(server.services.payments.cancel(pick(ids, i)!, 'no more')),
  ]),
  n.map(m => [
    `member ${m} redeems a card`,
    async ({ members }) => {
      const { services } = server
      const [card] = await createGiftCards(server.db, services.secret, {
        count: 1,
        term_months: 1,
        note: '',
        expires_at: null,
        now: services.now(),
      })
      await redeemGiftCard(services, card!.code, { designer_id: pick(members, m)! }).catch(quiet)
    },
  ]),
  fc.constantFrom('given' as const, 'reversed' as const).map(order => [
    `messages arrive, ${order}`,
    async () => {
      await server.sandbox.flush({ order, copies: 2 })
      await processEvents(server.services, quiet)
    },
  ]),
  fc.constant(['messages are lost', () => server.sandbox.dropWaiting()] as [string, Move]),
  fc.constant(['the minute is over', () => orCrash(settleFresh(server.services, quiet))] as [string, Move]),
  fc.constant(['the hour is over', () => orCrash(reconcile(server.services, 'light', quiet))] as [
    string,
    Move,
  ]),
  fc
    .tuple(
      fc.constantFrom('reset' as const, 'lost_answer' as const, 'stale' as const, 'status:500' as const),
      fc.constantFrom(
        'GET *',
        'POST */activate',
        'POST */cancel',
        'GET */transactions*',
        'POST */subscriptions',
      ),
      fc.integer({ min: 1, max: 4 }),
    )
    .map(([effect, match, times]) => [
      `${match} goes wrong ${times} times: ${effect}`,
      async () => server.sandbox.faults.push({ match, times, effect }),
    ]),
]

test('whatever happens, in the end everybody has the time that was paid for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .tuple(
          purchases,
          fc.array(fc.oneof({ arbitrary: purchases, weight: 4 }, ...moves), { minLength: 4, maxLength: 30 }),
        )
        .map(([first, rest]) => [first, ...rest]),
      fc.constantFrom(...Object.keys(deliveries)) as fc.Arbitrary<keyof typeof deliveries>,
      async (played, delivery) => {
        const { sandbox, db } = server
        await db.deleteFrom('limit_count').execute()
        const play: Play = { members: [], ids: [] }
        for (let i = 0; i < 2; i++)
          play.members.push((await createDesigner(db, { membership: 'none' })).designer_id)
        for (const [, move] of played) await move(play)

        // The provider is well again; nobody touches anything any more.
        sandbox.faults.length = 0
        await deliveries[delivery](server)
        for (let i = 0; i < 2; i++) {
          const { failed } = await reconcile(server.services, 'full', quiet)
          expect(failed).toBe(0)
        }
        await workOff(server)
        await expectTimeEqualsMoney(server)
        const charged = (await sandbox.list()).filter(s => s.status === 'ACTIVE')
        const known = await db
          .selectFrom('subscription')
          .where('status', '=', 'active')
          .select('subscription_id')
          .execute()
        expect(known.map(r => r.subscription_id).toSorted()).toEqual(charged.map(s => s.id).toSorted())
      },
    ),
    // The same plays each time, so that what has to occur in them does.
    { numRuns: 30, seed: 2 },
  )
  // It was played in earnest: money went both ways, and purchases were refused.
  const { rows } = await sql<{ status: string }>`select distinct status from payment
    union select distinct state from checkout_intent union select distinct status from subscription`.execute(
    server.db,
  )
  const seen = rows.map(row => row.status)
  for (const status of ['completed', 'refunded', 'reversed', 'declined', 'settled', 'refused', 'cancelled'])
    expect([status, seen.includes(status)]).toEqual([status, true])
}, 240_000)
