import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDesigner } from '../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../tests/server.ts'
import { makeLogger } from '../logger.ts'
import { keepLedger } from './keep-ledger.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('where no payments are taken, only gift cards, members are reminded all the same', async () => {
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
})
