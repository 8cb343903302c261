import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../demo/random.ts'
import { type Db, retried, transaction } from '../server/db/connect.ts'
import { type HideableKey, lockSubject, updateHidden } from '../server/features/reports/queries.ts'
import { mergeUploads } from '../server/features/search/queries.ts'
import { createDesigner, createLogo } from './factories.ts'
import { startTestServer, type TestServer } from './server.ts'
import { wrongCounts } from './wrong-counts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Hides what is shown and shows what is hidden, as staff does. */
const toggleHidden = (db: Db, key: HideableKey) =>
  transaction(db, async trx => {
    const subject = await lockSubject(trx, key)
    if (subject)
      await updateHidden(trx, key, subject.hidden_by ? null : { at: new Date(), by: 'staff', why: 'Copied' })
  })

test('counts and activity equal their rows after 2,000 concurrent mixed changes', async () => {
  const { db } = server
  const random = createRandom('counts')
  const designers: number[] = []
  for (let i = 0; i < 6; i++) designers.push((await createDesigner(db)).designer_id)
  const logos: number[] = []
  for (let i = 0; i < 8; i++)
    logos.push((await createLogo(db, { designer_id: random.pick(designers) })).logo_id)
  const collections: number[] = []
  for (let i = 0; i < 6; i++) {
    const row = { designer_id: random.pick(designers), name: `Shelf ${i}` }
    const added = await db
      .insertInto('collection')
      .values(row)
      .returning('collection_id')
      .executeTakeFirstOrThrow()
    collections.push(added.collection_id)
  }

  const acts = [
    (d: number, l: number) =>
      db
        .insertInto('logo_like')
        .values({ designer_id: d, logo_id: l })
        .onConflict(c => c.doNothing())
        .execute(),
    (d: number, l: number) =>
      db.deleteFrom('logo_like').where('designer_id', '=', d).where('logo_id', '=', l).execute(),
    (_: number, l: number, c: number) =>
      db
        .insertInto('collection_logo')
        .values({ collection_id: c, logo_id: l })
        .onConflict(x => x.doNothing())
        .execute(),
    (_: number, l: number, c: number) =>
      db.deleteFrom('collection_logo').where('collection_id', '=', c).where('logo_id', '=', l).execute(),
    (_: number, __: number, c: number) =>
      db
        .updateTable('collection')
        .set({ is_public: sql`not is_public` })
        .where('collection_id', '=', c)
        .execute(),
    (d: number, _: number, __: number, e: number) =>
      d === e
        ? Promise.resolve()
        : db
            .insertInto('follow')
            .values({ follower_id: d, followed_id: e })
            .onConflict(c => c.doNothing())
            .execute(),
    (d: number, _: number, __: number, e: number) =>
      db.deleteFrom('follow').where('follower_id', '=', d).where('followed_id', '=', e).execute(),
    (d: number, l: number) =>
      db.insertInto('comment').values({ designer_id: d, logo_id: l, comment: 'Fine.' }).execute(),
    (d: number) =>
      db.deleteFrom('comment').where('designer_id', '=', d).where('comment_id', '>', 5).execute(),
    (d: number) => createLogo(db, { designer_id: d }),
    (d: number) =>
      db
        .deleteFrom('logo')
        .where('designer_id', '=', d)
        .where('logo_id', '>', logos[logos.length - 1]!)
        .execute(),
    (_: number, l: number) => toggleHidden(db, { kind: 'logo', id: l }),
    (_: number, __: number, c: number) => toggleHidden(db, { kind: 'collection', id: c }),
    async (_: number, l: number) => {
      const comment = await db
        .selectFrom('comment')
        .where('logo_id', '=', l)
        .select('comment_id')
        .orderBy('comment_id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (comment) await toggleHidden(db, { kind: 'comment', id: comment.comment_id })
    },
    () => mergeUploads(db, 500),
  ] as const
  // Likes, saves and follows are more frequent than the rest.
  const weights = acts.map((act, i) => [act, i < 4 ? 6 : 2] as const)
  const todo = Array.from({ length: 2000 }, () => ({
    act: random.weighted(weights),
    ids: [
      random.pick(designers),
      random.pick(logos),
      random.pick(collections),
      random.pick(designers),
    ] as const,
  }))
  const failures: unknown[] = []
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = todo.pop(); next; next = todo.pop())
        // As the calls do: hiding, which is rare, may meet a change in another order.
        await retried(db, () => (next.act as (...ids: number[]) => Promise<unknown>)(...next.ids)).catch(e =>
          failures.push(e.message),
        )
    }),
  )
  // A hidden logo takes no likes, saves and comments.
  expect(failures.filter(message => message !== 'The logo is hidden')).toEqual([])
  expect((await wrongCounts.execute(db)).rows).toEqual([])
  await mergeUploads(db, 500)
  expect((await wrongCounts.execute(db)).rows).toEqual([])
  const { n } = await db
    .selectFrom('activity')
    .select(e => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBeGreaterThan(20)
}, 180_000)
