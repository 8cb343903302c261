import { randomBytes } from 'node:crypto'
import type { RegistrationUser } from '../shared/api/registration.ts'
import { api } from '../shared/api.ts'
import type { Client, TestServer } from './server.ts'

// Buying in tests: what a form sends, and what a buyer does.

export const newPassword = 'Correct-Horse-1!'

/** Somebody nobody knows yet. */
export function makeUser(given: Partial<RegistrationUser> = {}): RegistrationUser {
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
    ...given,
  }
}

/** Begins a purchase in this browser; the provider's id of it. */
export async function begin(
  client: Client,
  order: { user?: RegistrationUser; isMonthly?: boolean; affiliate?: string } = {},
): Promise<string> {
  const { subscriptionID } = await client.call(api.payments.createIntent, {
    isNew: order.user !== undefined,
    ...order,
  })
  return subscriptionID
}

/** The browser says that the buyer approved. */
export const confirm = (client: Client, subscriptionID: string) =>
  client.call(api.registration.paypalApproved, { subscriptionID })

/** A new member who has paid: the whole way. */
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

/** What the ledger holds of a member: the ends of what counts. */
export async function grantsOf(server: TestServer, designerId: number) {
  const rows = await server.db
    .selectFrom('membership_grant')
    .where('designer_id', '=', designerId)
    .orderBy('ends_on')
    .select(['source', 'source_reference', 'starts_on', 'ends_on', 'reversed_at'])
    .execute()
  return rows
}
