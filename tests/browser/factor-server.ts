import type { CDPSession } from '@playwright/test'
import { demoPassword } from '../../demo/accounts.ts'
import { hashPassword } from '../../server/lib/password.ts'
import { createDesigner } from '../factories.ts'
import { addAuthenticator } from './authenticator.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { test as base } from './test.ts'

type Account = { username: string; designer_id: number }

/**
 * The journeys' test over a server without demonstration content, reached by the name to which passkeys are bound. `member`
 * and `admin` are new ones for each test; both have the password of the journeys, and the admin needs a second factor.
 */
export const test = base.extend<
  { member: Account; admin: Account; authenticator: CDPSession },
  { gallery: { origin: string; members: Account[]; admins: Account[] } }
>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const memory = await makeMemory()
      const accounts = await memory.prepare(async db => {
        const password_hash = await hashPassword(demoPassword)
        const made: { members: Account[]; admins: Account[] } = { members: [], admins: [] }
        const admin = { role: 'admin', membership: 'none', has_demo_password: false } as const
        for (let i = 0; i < 40; i += 1) {
          made.members.push(await createDesigner(db, { password_hash }))
          made.admins.push(await createDesigner(db, { password_hash, ...admin }))
        }
        return made
      })
      const server = await memory.start()
      await use({ origin: server.origin.replace('127.0.0.1', 'localhost'), ...accounts })
      await endInPeace(server)
      await memory.forget()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ gallery }, use) => use(gallery.origin),
  member: async ({ gallery }, use) => use(gallery.members.pop()!),
  admin: async ({ gallery }, use) => use(gallery.admins.pop()!),

  authenticator: async ({ page }, use) => use(await addAuthenticator(page)),
})
