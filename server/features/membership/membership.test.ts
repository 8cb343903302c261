import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../../shared/api.ts'
import { addMonths, utcDay } from '../../../shared/rules/plan.ts'
import { createDesigner } from '../../../tests/factories.ts'
import { begin, confirm, grantsOf, join, makeUser, newPassword } from '../../../tests/payments.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(async () => {
  server.clock.aheadMs = 0
  server.sandbox.faults.length = 0
})

const today = () => utcDay(new Date(Date.now() + server.clock.aheadMs))

describe('joining', () => {
  test('an approved payment makes an account that may sign in, and not before', async () => {
    const user = makeUser({ country: 'C2' })
    const client = server.visit()
    expect(await client.call(api.registration.validate, { user, isNew: true })).toEqual({ success: true })
    const id = await begin(client, { user, affiliate: 'printers-guild' })
    const login = () =>
      server.visit().call(api.auth.login, { username: user.username, password: newPassword })
    expect((await refusal(login())).status).toBe(401)
    await server.sandbox.approve(id)
    const ends = addMonths(today(), 12)
    expect(await confirm(client, id)).toEqual({ status: 'member', member_expire: ends })
    expect(await login()).toMatchObject({ isActive: true, subscriptionActive: true, subscriptionId: id })
    const row = await server.db
      .selectFrom('designer')
      .where('username', '=', user.username)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ affiliate: 'printers-guild', country: 'C2', city: 'Wichita' })
    expect(await grantsOf(server, row.designer_id)).toMatchObject([
      { source: 'payment', starts_on: today(), ends_on: ends, reversed_at: null },
    ])
  })
})
