import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createGiftCards } from '../server/features/gift-cards/queries.ts'
import { reconcile, settleFresh } from '../server/features/membership/reconcile.ts'
import { redeemGiftCard } from '../server/features/membership/redeem-gift-card.ts'
import { settlePayment } from '../server/features/membership/settle-payment.ts'
import type { SandboxStore } from '../server/outside/paypal-sandbox/store.ts'
import { dayMs } from '../shared/rules/time.ts'
import { momentsOf } from './crash-moments.ts'
import { createDesigner } from './factories.ts'
import { injectCrashes, rejectStep } from './fault-injection.ts'
import { paymentActs } from './payment-acts.ts'
import { begin, expectTimeEqualsMoney, forgetMoney, makeUser, resetPayments, workOff } from './payments.ts'
import { compileCache } from './running-server.ts'
import { memoryStore } from './sandbox-store.ts'
import { startTestServer, type TestServer } from './server.ts'
import { thorough } from './thorough.ts'

// Every operation that moves money or time is interrupted between any two of its steps by a crash. Another process
// then runs the scheduled work; and the granted time must equal the money.

let server: TestServer
let faults: ReturnType<typeof injectCrashes<TestServer['services']>>

/** Serves the tests of a block. `store`: of the provider, which a separate process does not see. */
function serveTests(options: { store?: SandboxStore } = {}) {
  beforeAll(async () => {
    server = await startTestServer({}, options)
    faults = injectCrashes(server.services, server.databaseUrl, rejectStep)
  })
  afterEach(() => resetPayments(server))
  afterAll(async () => {
    await faults.close()
    await server.close()
  })
}

type Scene = {
  act: keyof typeof paymentActs
  input?: unknown
  /** Further checks at the end. */
  check?: () => Promise<void>
}

async function accountsOf(username: string) {
  const rows = await server.db
    .selectFrom('designer')
    .where('username', '=', username)
    .select(['designer_id', 'email'])
    .execute()
  return rows
}

/** One account, with one welcome mail. */
async function expectOneAccount(username: string) {
  const accounts = await accountsOf(username)
  expect(accounts).toHaveLength(1)
  const mails = await server.db
    .selectFrom('mail')
    .where('to_address', '=', accounts[0]!.email)
    .where('kind', '=', 'welcome')
    .select('kind')
    .execute()
  expect(mails).toHaveLength(1)
}

const standingOf = async (designer_id: number) =>
  (
    await server.db
      .selectFrom('membership_grant')
      .where('designer_id', '=', designer_id)
      .where('reversed_at', 'is', null)
      .where('source', '<>', 'admin')
      .select('source')
      .execute()
  ).map(grant => grant.source)

async function newcomer() {
  const user = makeUser()
  const id = await begin(server.visit(), { user })
  await server.sandbox.approve(id)
  return { user, id, check: () => expectOneAccount(user.username) }
}

/** A member whose purchase is settled, with all of its messages delivered. */
async function member(isMonthly = false) {
  const { designer_id } = await createDesigner(server.db, { membership: 'none' })
  const id = await begin(await server.signIn({ designer_id }), { isMonthly })
  await server.sandbox.approve(id)
  await settlePayment(server.services, id)
  await server.sandbox.dropWaiting()
  const sale = (await server.sandbox.find(id))!.transactions[0]!.id
  const stands = (...sources: string[]) => ({
    check: async () => expect(await standingOf(designer_id)).toEqual(sources),
  })
  return { designer_id, id, sale, stands }
}

async function makeCard() {
  const order = { count: 1, term_months: 1, note: '', expires_at: null, now: server.services.now() } as const
  return (await createGiftCards(server.db, server.services.secret, order))[0]!.code
}

const registrationOf = ({ password: _, notes: __, ...user }: ReturnType<typeof makeUser>) => ({
  ...user,
  password_hash: 'none',
})

const scenes: Record<string, () => Promise<Scene>> = {
  'the beginning of a purchase': async () => {
    const { designer_id } = await createDesigner(server.db, { membership: 'lapsed' })
    return {
      act: 'begin',
      input: designer_id,
      // What is left of it blocks no one.
      check: async () => {
        const id = await begin(await server.signIn({ designer_id }))
        await server.sandbox.approve(id)
        expect(await settlePayment(server.services, id)).toMatchObject({ status: 'member' })
      },
    }
  },
  'the approval of somebody new': async () => {
    const { id, check } = await newcomer()
    return { act: 'approve', input: id, check }
  },
  'the approval of a member': async () => {
    const { designer_id } = await createDesigner(server.db, { membership: 'lapsed' })
    const id = await begin(await server.signIn({ designer_id }))
    await server.sandbox.approve(id)
    return {
      act: 'approve',
      input: id,
      check: async () => expect(await standingOf(designer_id)).toEqual(['payment']),
    }
  },
  'the approval of somebody whose address is another’s by now': async () => {
    const { user, id } = await newcomer()
    await server.sandbox.tamper(id, { user_action: 'SUBSCRIBE_NOW', status: 'APPROVAL_PENDING' })
    await server.sandbox.approve(id)
    await createDesigner(server.db, { email: user.email })
    return {
      act: 'approve',
      input: id,
      check: async () => {
        expect(await accountsOf(user.username)).toEqual([])
        expect((await server.sandbox.find(id))!.status).toBe('CANCELLED')
        // Support is told, and has refunded it.
        const flags = await server.db
          .selectFrom('ledger_audit')
          .where('subscription_id', '=', id)
          .where('needs_attention', '=', true)
          .select('what')
          .execute()
        expect(flags).toContainEqual({ what: 'paid, but the address belongs to another account: refund it' })
        await server.sandbox.refund((await server.sandbox.find(id))!.transactions[0]!.id)
      },
    }
  },
  'the approval of one who replaces a subscription that was given up': async () => {
    const { designer_id, id: old, stands } = await member(true)
    const next = await begin(await server.signIn(await createDesigner(server.db, { membership: 'lapsed' })))
    await server.db
      .updateTable('checkout_intent')
      .set({ designer_id })
      .where('subscription_id', '=', next)
      .execute()
    // This time is exact to the millisecond, unlike that of the end that follows; it is an end all the same.
    await server.sandbox.tamper(old, { status: 'SUSPENDED', update_time: new Date().toISOString() })
    await settlePayment(server.services, old)
    await server.sandbox.approve(next)
    return { act: 'approve', input: next, ...stands('payment', 'payment') }
  },
  'the messages of a purchase that was charged at once': async () => {
    const { id, check } = await newcomer()
    await server.services.payments.activate(id)
    return { act: 'hear', check }
  },
  'the message of a renewal': async () => {
    const { stands } = await member(true)
    server.clock.aheadMs += 32 * dayMs
    await server.sandbox.bill()
    return { act: 'hear', ...stands('payment', 'payment') }
  },
  'the message of a payment that failed': async () => {
    const { id, stands } = await member(true)
    await server.sandbox.setWallet(id, false)
    server.clock.aheadMs += 32 * dayMs
    await server.sandbox.bill()
    return { act: 'hear', ...stands('payment') }
  },
  'the message of a refund': async () => {
    const { sale, stands } = await member()
    await server.sandbox.refund(sale)
    return { act: 'hear', ...stands() }
  },
  'the message of a chargeback': async () => {
    const { designer_id, id, sale, stands } = await member()
    await server.services.payments.cancel(id, 'no more')
    await settlePayment(server.services, id)
    await server.sandbox.dropWaiting()
    await redeemGiftCard(server.services, await makeCard(), { designer_id })
    await server.sandbox.reverse(sale)
    return { act: 'hear', ...stands('gift_card') }
  },
  'the message of a dispute that was won': async () => {
    const { sale, stands } = await member()
    await server.sandbox.reverse(sale)
    await server.sandbox.flush()
    await workOff(server)
    await server.sandbox.dropWaiting()
    await server.sandbox.dispute(sale, 'won')
    return { act: 'hear', ...stands('payment') }
  },
  'the reconciliation that finds a purchase': async () => {
    const { check } = await newcomer()
    await server.sandbox.dropWaiting()
    return { act: 'reconcile', check }
  },
  'a card that opens an account': async () => {
    const [user, code] = [makeUser(), await makeCard()]
    const redeemer = { registration: registrationOf(user), affiliate: '' }
    return {
      act: 'redeem',
      input: { code, redeemer },
      // Retried if there was no answer: it has worked, or works now.
      check: async () => {
        await redeemGiftCard(server.services, code, redeemer).catch(error =>
          expect(error).toMatchObject({ status: 400 }),
        )
        await expectOneAccount(user.username)
        const [account] = await accountsOf(user.username)
        expect(await standingOf(account!.designer_id)).toEqual(['gift_card'])
      },
    }
  },
  'a card that a member redeems': async () => {
    const [{ designer_id }, code] = [await createDesigner(server.db), await makeCard()]
    const redeemer = { designer_id }
    return {
      act: 'redeem',
      input: { code, redeemer },
      check: async () => {
        await redeemGiftCard(server.services, code, redeemer).catch(error =>
          expect(error).toMatchObject({ status: 400 }),
        )
        expect(await standingOf(designer_id)).toEqual(['gift_card'])
      },
    }
  },
}

/** The recovery after a crash: the provider resends undelivered messages, and the scheduled work is done. */
async function liveOn() {
  await server.sandbox.flush()
  await settleFresh(server.services, error => expect(error).toBeUndefined())
  await workOff(server)
  const { failed } = await reconcile(server.services, 'full', error => expect(error).toBeUndefined())
  expect(failed).toBe(0)
}

/** Plays a scene up to the crash by `die`, then the recovery; returns the steps that were taken, if they are known. */
async function play(name: string, die: (scene: Scene) => Promise<string[]>) {
  const scene = await scenes[name]!()
  const taken = await die(scene)
  try {
    await liveOn()
    await scene.check?.()
    await expectTimeEqualsMoney(server)
  } catch (error) {
    const last = taken.at(-1) ?? 'the first'
    throw new Error(`${name}, ended after step ${taken.length} (${last})`, { cause: error })
  }
  await forgetMoney(server)
  return taken
}

const crashAfter = (maxSteps?: number) => (scene: Scene) =>
  faults.crashAfterSteps(
    () => paymentActs[scene.act](faults.services, scene.input as never, server.sandbox) as Promise<unknown>,
    maxSteps,
  )

describe('a crash within this process', () => {
  serveTests({ store: memoryStore() })

  test.each(Object.keys(scenes))(
    '%s can crash between any two of its steps',
    async name => {
      const steps = await play(name, crashAfter())
      expect(steps.length).toBeGreaterThan(4)
      for (const moment of momentsOf(steps)) expect(await play(name, crashAfter(moment))).toHaveLength(moment)
    },
    300_000,
  )
})

/** The same in a separate process, killed with -9. */
const killAfter =
  (maxSteps: number, steps: string[]) =>
  async ({ act, input }: Scene) => {
    const order = { url: server.databaseUrl, act, input, maxSteps, aheadMs: server.clock.aheadMs }
    const child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'crashing-process.ts'), JSON.stringify(order)],
      { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...compileCache } },
    )
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
    return steps.slice(0, maxSteps)
  }

describe('a crash of a separate process', () => {
  serveTests()

  test.each(['the approval of somebody new', 'the message of a chargeback', 'a card that opens an account'])(
    'kill -9 at the critical steps: %s',
    async name => {
      const steps = await play(name, crashAfter())
      const last = steps.lastIndexOf('commit')
      // Before and after the provider has charged or cancelled; before and after the last commit.
      const acts = steps.flatMap((step, n) => (/: (activate|cancel)$/.test(step) ? [n, n + 1] : []))
      const worst = new Set([...acts, last, last + 1].filter(n => n < steps.length))
      for (const moment of thorough ? momentsOf(steps) : worst) await play(name, killAfter(moment, steps))
    },
    300_000,
  )
})
