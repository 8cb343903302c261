import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '../server/db/connect.ts'
import { startPostgres } from '../server/db/postgres.ts'
import * as api from '../shared/api.ts'
import { httpClient } from './http-client.ts'
import { makeUser } from './payments.ts'
import { endServer, type RunningServer, runServer } from './running-server.ts'

// The server is killed with -9 while it settles payments that were just approved; the next one completes all of them.

let folder: string
let server: RunningServer | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-payment-'))
})
afterAll(async () => {
  if (server) await endServer(server, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const start = async () => {
  server = await runServer(folder, { DATABASE_URL: '' })
  return server
}

const approve = (origin: string, subscription: string) =>
  fetch(`${origin}/__paypal/__sandbox/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subscription }),
  })

test('a buyer who approved before a crash is a member after it, has paid once, and has one account', async () => {
  const users = []
  for (const afterMs of [0, 15, 40, 90]) {
    const running = await start()
    for (let i = 0; i < 3; i++) {
      const user = makeUser()
      const { call } = httpClient(running.origin)
      const { subscriptionID } = await call(api.membership.createIntent, { user, isNew: true })
      await approve(running.origin, subscriptionID)
      users.push({ user, subscriptionID })
      void call(api.membership.paypalApproved, { subscriptionID }).catch(() => {})
    }
    await sleep(afterMs)
    await endServer(running, 'SIGKILL')
  }
  const last = await start()
  for (const { user } of users) {
    const { call } = httpClient(last.origin)
    // Unfinished purchases are settled soon after the start. Ten failed sign-ins would block the account.
    const session = await vi.waitFor(
      () => call(api.auth.login, { username: user.username, password: user.password }),
      { timeout: 54_000, interval: 6000 },
    )
    expect(session).toMatchObject({ isActive: true, subscriptionActive: true })
  }
  await endServer(last, 'SIGTERM')

  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const { db, close } = connect(postgres.url)
  try {
    const grants = await db.selectFrom('membership_grant').select('source_reference').execute()
    const charged = await db
      .selectFrom('payment_sandbox')
      .where('kind', '=', 'subscription')
      .select('value')
      .execute()
    const sales = charged.flatMap(row => (row.value as { transactions: { id: string }[] }).transactions)
    expect(grants.map(g => g.source_reference).toSorted()).toEqual(sales.map(s => s.id).toSorted())
    expect(sales).toHaveLength(users.length)
    const accounts = await db.selectFrom('designer').select('username').execute()
    expect(accounts).toHaveLength(users.length)
  } finally {
    await close()
    await postgres.stop()
  }
}, 180_000)
