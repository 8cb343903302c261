import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createDesigner } from '../../tests/factories.ts'
import { begin } from '../../tests/payments.ts'
import { startTestServer } from '../../tests/server.ts'
import { makeLogger } from '../logger.ts'
import { keepLedger } from './keep-ledger.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Until it is so; the clock that is stopped does not matter. */
async function waitUntil(isSo: () => boolean | Promise<boolean>) {
  const until = performance.now() + 5000
  while (!(await isSo()) && performance.now() < until) await nextTurn()
  expect(await isSo()).toBe(true)
}

test('what is looked at every minute does not wait for what takes all night', async () => {
  const server = await startTestServer()
  try {
    const member = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    const id = await begin(member)
    let [isLooking, end] = [false, () => {}]
    const night = new Promise<void>(resolve => {
      end = resolve
    })
    const payments = {
      ...server.services.payments,
      async listChangedSubscriptions() {
        isLooking = true
        await night
        return []
      },
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const log = server.app.log
    const keeper = keepLedger({ ...server.services, payments }, { sandbox: undefined, log })
    vi.advanceTimersByTime(2000)
    await waitUntil(() => isLooking)
    await server.sandbox.approve(id)
    // The turn before this one ends, and the next is a minute later.
    await waitUntil(async () => {
      vi.advanceTimersByTime(60_000)
      return (await server.sandbox.find(id))!.status === 'ACTIVE'
    })
    end()
    await keeper.stop()
  } finally {
    vi.useRealTimers()
    await server.close()
  }
})

test('where no payments are taken, only gift cards, members are reminded all the same', async () => {
  const server = await startTestServer()
  const { email } = await createDesigner(server.db)
  server.clock.aheadMs = 360 * 86_400_000
  const payments = { ...server.services.payments, button: undefined }
  const ledger = keepLedger(
    { ...server.services, payments },
    { sandbox: undefined, log: makeLogger('silent') },
  )
  await vi.waitFor(
    async () => {
      const mails = await server.db.selectFrom('mail').select(['to_address', 'kind']).execute()
      expect(mails).toEqual([{ to_address: email, kind: 'membership-expiring' }])
    },
    { timeout: 8000, interval: 100 },
  )
  await ledger.stop()
  await server.close()
})
