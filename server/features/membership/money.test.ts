import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../../shared/rules/time.ts'
import { createDesigner } from '../../../tests/factories.ts'
import { injectCrashes, rejectStep } from '../../../tests/fault-injection.ts'
import { paymentActs } from '../../../tests/payment-acts.ts'
import {
  deliveries,
  expectTimeEqualsMoney,
  forgetMoney,
  resetPayments,
  workOff,
} from '../../../tests/payments.ts'
import { memoryStore } from '../../../tests/sandbox-store.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { thorough } from '../../../tests/thorough.ts'
import { createGiftCards } from '../gift-cards/queries.ts'
import { createIntent } from './create-intent.ts'
import { processEvents } from './receive-webhook.ts'
import { reconcile, settleFresh } from './reconcile.ts'
import { redeemGiftCard } from './redeem-gift-card.ts'
import { settlePayment } from './settle-payment.ts'

// A property test: plays random sequences of what buyers, members, their banks and the provider do, with messages
// lost, doubled and reordered, and with our process crashing between any two steps; then runs reconciliation and
// compares ledger and money.

let server: TestServer
let faults: ReturnType<typeof injectCrashes<TestServer['services']>>
beforeAll(async () => {
  server = await startTestServer({}, { store: memoryStore() })
  faults = injectCrashes(server.services, server.databaseUrl, rejectStep)
})
afterEach(() => resetPayments(server))
afterAll(async () => {
  await faults.close()
  await server.close()
})

const quiet = () => {}
const viewerOf = (id: number) => ({ id, role: 'member', isActive: false }) as const

/** `takenBack`: sales that were charged back. */
type Play = { members: number[]; ids: string[]; takenBack: Set<string> }
type Move = (play: Play) => Promise<unknown>

/** Swallows the error of a crash: nothing receives it. */
const orCrash = (work: Promise<unknown>) => work.catch(quiet)
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)]

async function saleOf(id: string | undefined, n: number) {
  const sales = (id && (await server.sandbox.find(id))?.transactions) || []
  return pick(
    sales.filter(t => t.status === 'COMPLETED' || t.status === 'PARTIALLY_REFUNDED'),
    n,
  )?.id
}

async function makeCard() {
  const order = { count: 1, term_months: 1, note: '', expires_at: null, now: server.services.now() } as const
  return (await createGiftCards(server.db, server.services.secret, order))[0]!.code
}

/**
 * A nightly reconciliation runs within this many days: no process is down for the month that the provider remembers.
 */
const nightMs = 14 * dayMs
let nightAt = 0

async function letGoBy(days: number) {
  const { clock } = server
  for (const end = clock.aheadMs + days * dayMs; ; ) {
    clock.aheadMs = Math.min(end, nightAt + nightMs)
    await server.sandbox.bill()
    if (clock.aheadMs === end) return
    nightAt = clock.aheadMs
    await orCrash(reconcile(server.services, 'full', quiet))
  }
}

const n = fc.nat(20)
/** A member begins one or several purchases; most are approved. */
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
  fc.constantFrom(1, 5, 16, 33, 200).map(days => [`${days} days go by`, () => letGoBy(days)]),
  fc.tuple(n, fc.constantFrom(5, 16, 33, 33, 50), fc.boolean()).map(([i, days, isOver]) => [
    `the wallet of ${i} does not pay for ${days} days${isOver ? '' : ' and longer'}`,
    async ({ ids }) => {
      if (ids.length) await server.sandbox.setWallet(pick(ids, i)!, false)
      await letGoBy(days)
      if (ids.length && isOver) await server.sandbox.setWallet(pick(ids, i)!, true)
    },
  ]),
  fc.tuple(n, n, fc.constantFrom(undefined, 1, 300)).map(([i, k, cents]) => [
    `${cents ? `${cents} cents of ` : ''}payment ${k} of ${i} are refunded`,
    async ({ ids }) => {
      const sale = await saleOf(pick(ids, i), k)
      if (sale) await server.sandbox.refund(sale, cents)
    },
  ]),
  fc
    .record({
      i: n,
      k: n,
      isTaken: fc.constantFrom(true, true, true, false),
      isHeard: fc.boolean(),
      days: fc.constantFrom(0, 5, 40),
      end: fc.constantFrom(
        'won' as const,
        'withdrawn' as const,
        'lost' as const,
        'paid_out' as const,
        'open' as const,
      ),
    })
    .map(({ i, k, isTaken, isHeard, days, end }) => [
      `payment ${k} of ${i} is disputed${isTaken ? ', taken back' : ''}${isHeard ? ', we hear of it' : ''}, and ${days} days later ${end}`,
      async ({ ids, takenBack }) => {
        const sale = await saleOf(pick(ids, i), k)
        if (!sale) return
        await server.sandbox.dispute(sale, 'created')
        if (isTaken) await server.sandbox.reverse(sale)
        if (isHeard) {
          await server.sandbox.flush()
          await processEvents(server.services, quiet)
        }
        await letGoBy(days)
        if (end !== 'open') await server.sandbox.dispute(sale, end)
        if (isTaken && end !== 'won' && end !== 'withdrawn') takenBack.add(sale)
      },
    ]),
  n.map(i => [
    `dispute ${i} about what was taken back is won`,
    async ({ takenBack }) => {
      const sale = pick([...takenBack], i)
      if (!sale) return
      await server.sandbox.dispute(sale, 'won')
      takenBack.delete(sale)
    },
  ]),
  n.map(i => [
    `member cancels ${i} at the provider`,
    async ({ ids }) => ids.length && orCrash(server.services.payments.cancel(pick(ids, i)!, 'no more')),
  ]),
  n.map(m => [
    `member ${m} redeems a card`,
    async ({ members }) => {
      const designer_id = pick(members, m)!
      await redeemGiftCard(server.services, await makeCard(), { designer_id }).catch(quiet)
    },
  ]),
  fc
    .tuple(fc.constantFrom(...(Object.keys(paymentActs) as (keyof typeof paymentActs)[])), n, fc.nat(50))
    .map(([act, i, maxSteps]) => [
      `our process dies ${maxSteps} steps after it began to ${act} ${i}`,
      async ({ ids, members }) => {
        const designer_id = pick(members, i)!
        const inputs: Record<keyof typeof paymentActs, unknown> = {
          begin: designer_id,
          approve: pick(ids, i) ?? 'I-NONE',
          redeem: { code: await makeCard(), redeemer: { designer_id } },
          reconcile: undefined,
          hear: undefined,
        }
        const work = () =>
          paymentActs[act](faults.services, inputs[act] as never, server.sandbox) as Promise<unknown>
        await orCrash(faults.crashAfterSteps(work, maxSteps))
      },
    ]),
  fc.constantFrom('sent' as const, 'reversed' as const).map(order => [
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

const plays = fc
  .tuple(
    purchases,
    fc.array(fc.oneof({ arbitrary: purchases, weight: 4 }, ...moves), { minLength: 4, maxLength: 30 }),
  )
  .map(([first, rest]) =>
    // A failing sequence is printed as the list of its moves.
    [first, ...rest].map(([name, move]) => ({ move, [fc.toStringMethod]: () => name })),
  )

/** Totals of all sequences: money, purchases and subscriptions. */
const outcomes = new Set<string>()

const endsWithTimeForMoney = fc.asyncProperty(
  plays,
  fc.constantFrom(...Object.keys(deliveries)) as fc.Arbitrary<keyof typeof deliveries>,
  async (played, delivery) => {
    const { sandbox, db } = server
    sandbox.faults.length = 0
    await forgetMoney(server)
    nightAt = 0
    const play: Play = { members: [], ids: [], takenBack: new Set() }
    for (let i = 0; i < 2; i++)
      play.members.push((await createDesigner(db, { membership: 'none' })).designer_id)
    for (const { move } of played) await move(play)

    // The provider works again, and no more moves follow.
    sandbox.faults.length = 0
    await deliveries[delivery](server)
    for (let i = 0; i < 2; i++) {
      const { failed } = await reconcile(server.services, 'full', quiet)
      expect(failed).toBe(0)
    }
    await workOff(server)
    await expectTimeEqualsMoney(server)
    const charged = (await sandbox.list()).filter(s => s.status === 'ACTIVE')
    const recorded = await db
      .selectFrom('subscription')
      .where('status', '=', 'active')
      .select('subscription_id')
      .execute()
    expect(recorded.map(r => r.subscription_id).toSorted()).toEqual(charged.map(s => s.id).toSorted())
    const { rows } = await sql<{ outcome: string }>`
      select distinct status as outcome from payment
      union select distinct state from checkout_intent
      union select distinct status from subscription
      union select distinct what from ledger_audit where what in ('a payment taken back has returned', 'paid time moved')
    `.execute(db)
    for (const { outcome } of rows) outcomes.add(outcome)
  },
)

// The same sequences in each run, so that the totals below are certain to occur; `npm run bench:money` plays as many
// new ones as it is told.
const games = thorough
  ? [{ seed: thorough.seed, numRuns: thorough.runs }]
  : [1, 2, 3].map(seed => ({ seed, numRuns: 12 }))

test.each(games)(
  'after any sequence of events every member has exactly the time that was paid for (seed $seed)',
  async game => {
    await fc.assert(endsWithTimeForMoney, game)
  },
  dayMs,
)

test('the sequences covered refunds, chargebacks and refused purchases', () => {
  const expected = [
    'completed',
    'partially_refunded',
    'refunded',
    'reversed',
    'declined',
    'settled',
    'refused',
  ]
  for (const outcome of [...expected, 'cancelled', 'a payment taken back has returned'])
    expect([outcome, outcomes.has(outcome)]).toEqual([outcome, true])
})
