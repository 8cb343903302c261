import { demoPassword } from '../../demo/accounts.ts'
import { refreshSuggestions } from '../../server/features/search/queries.ts'
import { hashPassword } from '../../server/lib/password.ts'
import * as api from '../../shared/api.ts'
import { createDesigner, makePicture } from '../factories.ts'
import { httpClient } from '../http-client.ts'
import type { RunningServer } from '../running-server.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { test as base } from './test.ts'

export type Account = Awaited<ReturnType<typeof createDesigner>>
export type Gallery = {
  server: RunningServer
  members: Account[]
  /** Writes into the database. */
  prepare: Awaited<ReturnType<typeof makeMemory>>['prepare']
}

/**
 * The journeys' test over a server of its own, without demonstration content: quick to start, and its data may be
 * changed. `member` is a new member for each test.
 */
export const test = base.extend<{ member: Account }, { gallery: Gallery }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const memory = await makeMemory()
      const server = await memory.start()
      const members = await memory.prepare(async db => {
        const password_hash = await hashPassword(demoPassword)
        const members: Account[] = []
        await createDesigner(db, { role: 'admin' })
        for (let i = 0; i < 40; i += 1) members.push(await createDesigner(db, { password_hash }))
        return members
      })
      // The texts of the first one's logo fill the suggestions.
      const { call } = httpClient(server.origin)
      await call(api.auth.login, { username: members[0]!.username, password: demoPassword })
      await call(api.logos.submit, {
        logo: 'Old mark',
        logotype: 'Symbol',
        file_base64: (await makePicture()).toString('base64'),
        client: 'Fernhill Tea',
        industry: 'Forestry',
      })
      // The server does so hourly, and has done it when it started.
      await memory.prepare(refreshSuggestions)
      await use({ server, members, prepare: memory.prepare })
      await endInPeace(server)
      await memory.forget()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ gallery }, use) => use(gallery.server.origin),
  member: async ({ gallery, signIn }, use) => {
    const member = gallery.members.pop()!
    await signIn(member.username)
    await use(member)
  },
})
