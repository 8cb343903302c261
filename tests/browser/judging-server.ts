import { demoPassword } from '../../demo/accounts.ts'
import { hashPassword } from '../../server/lib/password.ts'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo, makePicture } from '../factories.ts'
import { httpClient } from '../http-client.ts'
import { opening } from '../judging.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { test as base, expect } from './test.ts'

type Account = { username: string; designer_id: number; company: string }

const jurorCount = 9
const entryCount = 90

/**
 * The journeys' test over a server whose only book is before its jury: nine jurors, some thirty tiles each. `juror` is
 * one that no other test of this worker has used. At the end no tile may have been scored twice by mistake.
 */
export const test = base.extend<
  { juror: Account },
  { judging: { origin: string; slug: string; jurors: Account[]; chair: Account; member: Account } }
>({
  judging: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const memory = await makeMemory()
      const { jurors, chair, member } = await memory.prepare(async db => {
        const password_hash = await hashPassword(demoPassword)
        const worker = (role: 'juror' | 'chair') =>
          createDesigner(db, { role, password_hash, membership: 'none' })
        const jurors: Account[] = []
        for (let i = 0; i < jurorCount; i += 1) jurors.push(await worker('juror'))
        return { jurors, chair: await worker('chair'), member: await createDesigner(db, { password_hash }) }
      })
      // For the accounts of the demonstration, who need no second factor.
      const server = await memory.start({ DEMO: '1' })
      const uploading = httpClient(server.origin).call
      await uploading(api.auth.login, { username: member.username, password: demoPassword })
      const { logo_id } = await uploading(api.logos.submit, {
        logo: 'First mark',
        logotype: 'Symbol',
        file_base64: (await makePicture()).toString('base64'),
      })
      const { call } = httpClient(server.origin)
      await call(api.auth.login, { username: chair.username, password: demoPassword })
      const { slug } = await call(api.desk.books.open, opening())
      const designer_ids = jurors.map(juror => juror.designer_id)
      await call(api.desk.books.setJurors, { book: slug, designer_ids })
      // All entries share one picture: what is judged here is the bench.
      await memory.prepare(async db => {
        const { image } = await db
          .selectFrom('logo')
          .where('logo_id', '=', logo_id)
          .select('image')
          .executeTakeFirstOrThrow()
        const { book_id } = await db
          .selectFrom('book')
          .where('slug', '=', slug)
          .select('book_id')
          .executeTakeFirstOrThrow()
        for (let i = 1; i <= entryCount; i += 1) {
          const entered = await createLogo(db, {
            designer_id: member.designer_id,
            title: `Mark ${i}`,
            industry: 'Printing',
            image,
          })
          await db.insertInto('entry').values({ book_id, logo_id: entered.logo_id }).execute()
        }
      })
      for (const to of ['closed', 'judging'] as const)
        await call(api.desk.books.setState, { book: slug, to, why: 'It is time' })
      await use({ origin: server.origin, slug, jurors: [...jurors], chair, member })
      await endInPeace(server)
      const twice = await memory.prepare(db =>
        db
          .selectFrom('score')
          .select(['assignment_id', 'score', 'scored_at'])
          .groupBy(['assignment_id', 'score', 'scored_at'])
          .having(eb => eb.fn.countAll<number>(), '>', 1)
          .execute(),
      )
      await memory.forget()
      expect(twice).toEqual([])
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ judging }, use) => use(judging.origin),
  juror: async ({ judging, signIn }, use) => {
    const juror = judging.jurors.pop()!
    await signIn(juror.username)
    await use(juror)
  },
})
