import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { processEvents } from '../server/features/membership/receive-webhook.ts'
import { reconcile } from '../server/features/membership/reconcile.ts'
import type { SandboxEvent } from '../server/outside/paypal-sandbox/memory.ts'
import type { Subscription } from '../server/outside/paypal-sandbox/subscription.ts'
import type { RegistrationUser } from '../shared/api/membership.ts'
import * as api from '../shared/api.ts'
import { monthsBetween, plans, utcDay } from '../shared/rules/plan.ts'
import type { Client, TestServer } from './server.ts'

// Purchases in tests: what a form sends, what a buyer does, and the final check of money.

export const newPassword = 'Correct-Horse-1!'

/** After a test: the next one begins today, with a provider that works and without undelivered messages. */
export async function resetPayments(server: TestServer) {
  server.clock.aheadMs = 0
  server.sandbox.faults.length = 0
  await server.sandbox.dropWaiting()
  await server.db.deleteFrom('limit_count').execute()
}

/** A new person's registration. */
export function makeUser(overrides: Partial<RegistrationUser> = {}): RegistrationUser {
  const name = `n${randomBytes(5).toString('hex')}`
  return {
    username: name,
    password: newPassword,
    first_name: 'Noa',
    last_name: 'Lindt',
    company: `Lindt ${name}`,
    email: `${name}@example.com`,
    phone: '+1 316 555 0100',
    address1: '1 Main Street',
    address2: '',
    city: 'Wichita',
    state: 'KS',
    zip: '67202',
    country: 'US',
    ...overrides,
  }
}

/** Begins a purchase in this browser; returns the provider's id of it. */
export async function begin(
  client: Client,
  order: { user?: RegistrationUser; isMonthly?: boolean; affiliate?: string } = {},
): Promise<string> {
  const { subscriptionID } = await client.call(api.membership.createIntent, {
    isNew: order.user !== undefined,
    ...order,
  })
  return subscriptionID
}

/** The browser reports that the buyer approved. */
export const confirm = (client: Client, subscriptionID: string) =>
  client.call(api.membership.paypalApproved, { subscriptionID })

/** A new member who has paid: the whole flow. */
export async function join(server: TestServer, order: { isMonthly?: boolean } = {}) {
  const user = makeUser()
  const client = server.visit()
  const subscriptionID = await begin(client, { user, ...order })
  await server.sandbox.approve(subscriptionID)
  await confirm(client, subscriptionID)
  const { designer_id } = await server.db
    .selectFrom('designer')
    .where('username', '=', user.username)
    .select('designer_id')
    .executeTakeFirstOrThrow()
  return { user, client, subscriptionID, designer_id }
}

/** The ends of a member's grants that count. */
export async function grantsOf(server: TestServer, designerId: number) {
  const rows = await server.db
    .selectFrom('membership_grant')
    .where('designer_id', '=', designerId)
    .orderBy('ends_on')
    .select(['source', 'source_reference', 'starts_on', 'ends_on', 'reversed_at'])
    .execute()
  return rows
}

const quiet = () => {}

/** Processes every message that has arrived, including those that wait for a retry. */
export async function workOff(server: TestServer) {
  for (let round = 0; round < 16; round++) {
    await processEvents(server.services, quiet)
    await server.app.drained()
    const { waiting } = await server.db
      .selectFrom('webhook_event')
      .where('processed_at', 'is', null)
      .select(e => e.fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow()
    if (!waiting) return
    server.clock.aheadMs += 10 * 60_000
  }
}

/** The ways in which the provider's messages arrive, or do not. Afterwards all of them are processed. */
export const deliveries = {
  'each message once': async (server: TestServer) => {
    await server.sandbox.flush()
    await workOff(server)
  },
  'each message three times': async (server: TestServer) => {
    await server.sandbox.flush({ copies: 3 })
    await workOff(server)
  },
  'the last message first': async (server: TestServer) => {
    await server.sandbox.flush({ order: 'reversed' })
    await workOff(server)
  },
  'no message at all': async (server: TestServer) => {
    await server.sandbox.dropWaiting()
    await reconcile(server.services, 'full', quiet)
    await workOff(server)
  },
}

/**
 * Checks that every payment that the provider has and did not refund bought exactly one period, and that nothing else
 * did except gift cards; that no time is paid twice and no future gap exists; that no member has two chargeable
 * subscriptions. `only`: checks one subscription.
 */
export async function expectTimeEqualsMoney(server: TestServer, only?: string) {
  const grants = await server.db
    .selectFrom('membership_grant')
    .leftJoin('payment', e =>
      e.on('source', '=', 'payment').onRef('payment.payment_id', '=', 'source_reference'),
    )
    .leftJoin('subscription', 'subscription.subscription_id', 'payment.subscription_id')
    .leftJoin('gift_card', e =>
      e.on('source', '=', 'gift_card').on(sql`gift_card_id::text`, '=', sql.ref('source_reference')),
    )
    .where('membership_grant.reversed_at', 'is', null)
    .orderBy('starts_on')
    .select([
      'membership_grant.designer_id',
      'source',
      'source_reference',
      'starts_on',
      'ends_on',
      'payment.subscription_id',
      'subscription.plan',
      'gift_card.term_months',
      'gift_card.redeemed_by',
    ])
    .execute()
  const flagged = await leftToSomebody(server)
  const all = (await server.sandbox.list()).filter(s => only === undefined || s.id === only)
  const paid = all.flatMap(s =>
    s.transactions
      .filter(t => (t.status === 'COMPLETED' || t.status === 'PARTIALLY_REFUNDED') && !flagged.has(t.id))
      .map(t => t.id),
  )
  const granted = grants
    .filter(g => g.source === 'payment' && (only === undefined || g.subscription_id === only))
    .map(g => g.source_reference)
    .filter(id => !flagged.has(id))
  expect(granted.toSorted()).toEqual(paid.toSorted())

  const cards = await server.db
    .selectFrom('gift_card')
    .where('redeemed_by', 'is not', null)
    .select('redeemed_by')
    .execute()
  const redeemers = (list: { redeemed_by: number | null }[]) => list.map(c => c.redeemed_by).toSorted()
  const byCard = grants.filter(g => g.source === 'gift_card')
  expect(byCard.map(g => g.designer_id).toSorted()).toEqual(redeemers(byCard))
  expect(redeemers(byCard)).toEqual(redeemers(cards))

  const today = utcDay(server.services.now())
  for (const [, own] of Map.groupBy(grants, grant => grant.designer_id)) {
    // Others may have been made at another time.
    if (only !== undefined && !own.some(grant => grant.subscription_id === only)) continue
    for (const [i, grant] of own.entries()) {
      const before = own[i - 1]?.ends_on
      const months = grant.plan ? plans[grant.plan].months : grant.term_months
      if (months !== null)
        expect([grant, monthsBetween(grant.starts_on, grant.ends_on)]).toEqual([grant, months])
      // A chargeback may leave a gap in the past.
      if (before && grant.starts_on > today) expect([grant, before]).toEqual([grant, grant.starts_on])
      if (before) expect(grant.starts_on >= before).toBe(true)
    }
  }
  const { rows } = await sql`select designer_id from subscription where status in ('active', 'suspended')
    group by designer_id having count(*) > 1`.execute(server.db)
  expect(rows).toEqual([])
}

/** Payments whose time an administrator decides on: either result is right. */
async function leftToSomebody(server: TestServer): Promise<Set<string>> {
  const rows = await server.db
    .selectFrom('ledger_audit')
    .where('what', '=', 'a payment was refunded, but later ones were not')
    .select(sql<string>`detail ->> 'payment_id'`.as('payment_id'))
    .execute()
  return new Set(rows.map(row => row.payment_id))
}

/** Resets everything between sequences: purchases, messages, time, and the clock. */
export async function forgetMoney(server: TestServer) {
  const { db, sandboxMemory } = server
  await db.deleteFrom('webhook_event').execute()
  for (const { id } of await sandboxMemory.list<Subscription>('subscription'))
    await sandboxMemory.remove('subscription', id)
  for (const { envelope } of await sandboxMemory.list<SandboxEvent>('event'))
    await sandboxMemory.remove('event', envelope.id)
  await db.deleteFrom('affiliate_credit').execute()
  await db.deleteFrom('membership_grant').execute()
  await db.deleteFrom('gift_card').execute()
  await db.deleteFrom('refund').execute()
  await db.deleteFrom('payment').execute()
  await db.deleteFrom('subscription').execute()
  await db.deleteFrom('checkout_intent').execute()
  await db.deleteFrom('limit_count').execute()
  server.clock.aheadMs = 0
}
