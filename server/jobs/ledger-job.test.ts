import { afterEach, expect, test, vi } from 'vitest'
import { createDesigner } from '../../tests/factories.ts'
import { begin } from '../../tests/payments.ts'
import { startTestServer } from '../../tests/server.ts'
import { makeLogger } from '../logger.ts'
import { startLedgerJob } from './ledger-job.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const patience = { timeout: 20_000, interval: 50 }

/** Holds back pauses of a minute, which nothing else makes; the answer ends the present one. */
function holdMinutes() {
  const held: (() => void)[] = []
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) => {
    if (ms === 60_000) held.push(work)
    return ms === 60_000 ? undefined : real(work, ms)
  }) as typeof setTimeout)
  return async () => {
    await vi.waitFor(() => expect(held).toHaveLength(1), patience)
    held.shift()!()
  }
}

test.each(['full', 'light'] as const)(
  'the check of every minute does not wait for a %s reconciliation',
  async how => {
    const server = await startTestServer()
    if (how === 'light')
      await server.db
        .insertInto('setting')
        .values({ name: 'reconciled fully', value: JSON.stringify({ at: new Date().toISOString() }) })
        .execute()
    let isNight = false
    const { promise: night, resolve: endNight } = Promise.withResolvers<void>()
    const payments = {
      ...server.services.payments,
      async listChangedSubscriptions() {
        isNight = true
        await night
        return []
      },
    }
    try {
      const member = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
      const id = await begin(member)
      const endMinute = holdMinutes()
      const keeper = startLedgerJob(
        { ...server.services, payments },
        { sandbox: undefined, log: server.app.log },
      )
      await vi.waitFor(() => expect(isNight).toBe(true), patience)
      await server.sandbox.approve(id)
      await endMinute()
      await vi.waitFor(async () => expect((await server.sandbox.find(id))!.status).toBe('ACTIVE'), patience)
      endNight()
      await keeper.stop()
    } finally {
      endNight()
      await server.close()
    }
  },
)

test('without a payment provider, members are reminded all the same', async () => {
  const server = await startTestServer()
  const { email } = await createDesigner(server.db)
  server.clock.aheadMs = 360 * 86_400_000
  const ledger = startLedgerJob(
    { ...server.services, payments: undefined },
    { sandbox: undefined, log: makeLogger('silent') },
  )
  await vi.waitFor(
    async () => {
      const mails = await server.db.selectFrom('mail').select(['to_address', 'kind']).execute()
      expect(mails).toEqual([{ to_address: email, kind: 'membership-expiring' }])
    },
    { timeout: 20_000, interval: 100 },
  )
  await ledger.stop()
  await server.close()
})
