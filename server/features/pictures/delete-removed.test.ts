import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { wrongCounts } from '../../../tests/wrong-counts.ts'
import type { Db } from '../../db/connect.ts'
import { type HideableKey, insertDecision, insertReport, updateHidden } from '../reports/queries.ts'
import { deleteRemoved } from './delete-removed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Removes a subject as a moderator does, some days ago. */
async function remove(key: HideableKey, days: number) {
  await updateHidden(server.db, key, { at: daysAgo(days), by: 'staff', why: 'Copied', isRemoved: true })
  return insertDecision(server.db, {
    kind: key.kind,
    subject_id: key.id,
    decision: 'remove',
    why: 'Copied',
    decided_at: daysAgo(days),
  })
}

async function appeal(db: Db, logoId: number, against: number) {
  await insertReport(db, {
    kind: 'logo',
    subject_id: logoId,
    reason: 'other',
    text: 'Look again',
    email: 'owner@example.com',
    is_appeal: true,
    against,
    created_at: new Date(),
  })
}

const isThere = async (logo_id: number) =>
  (await server.db.selectFrom('logo').where('logo_id', '=', logo_id).select('logo_id').executeTakeFirst()) !==
  undefined

test('a logo, a comment and a collection are deleted 30 days after their removal, and no earlier', async () => {
  const { db } = server
  const client = await server.signIn(await createDesigner(db))
  const make = async () => {
    const { logo_id } = await createLogo(db)
    const other = await createLogo(db)
    const comment = await client.call(api.logos.addComment, { logo_id: other.logo_id, comment: 'Rude' })
    const shelf = await client.call(api.collections.create, { name: 'Shelf' })
    await client.call(api.collections.save, {
      collection_id: shelf.light_box_id,
      logo_id: other.logo_id,
      state: 1,
    })
    return [
      { kind: 'logo', id: logo_id },
      { kind: 'comment', id: comment.logo_comment_id },
      { kind: 'collection', id: shelf.light_box_id },
    ] as const
  }
  const countOf = async (things: Awaited<ReturnType<typeof make>>) => {
    const [logo, comment, collection] = things.map(({ id }) => id)
    const { rows } = await sql<{ n: number }>`
      select ((select count(*) from logo where logo_id = ${logo!})
        + (select count(*) from comment where comment_id = ${comment!})
        + (select count(*) from collection where collection_id = ${collection!}))::int as n`.execute(db)
    return rows[0]!.n
  }
  const [old, recent] = [await make(), await make()]
  for (const thing of old) await remove(thing, 31)
  for (const thing of recent) await remove(thing, 29)
  await deleteRemoved(db, new Date())
  expect(await countOf(old)).toBe(0)
  expect(await countOf(recent)).toBe(3)
  expect((await wrongCounts.execute(db)).rows).toEqual([])
})

test('subjects with a pending appeal are not deleted', async () => {
  const { logo_id } = await createLogo(server.db)
  await appeal(server.db, logo_id, await remove({ kind: 'logo', id: logo_id }, 31))
  await deleteRemoved(server.db, new Date())
  expect(await isThere(logo_id)).toBe(true)
})

test.each(['restored', 'appealed'] as const)(
  'what is %s at the moment of its deletion is kept',
  async how => {
    const { db } = server
    const { logo_id } = await createLogo(db)
    const decision_id = await remove({ kind: 'logo', id: logo_id }, 31)
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const changing = db.transaction().execute(async trx => {
      await trx
        .selectFrom('logo')
        .where('logo_id', '=', logo_id)
        .select('logo_id')
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      locked.resolve()
      await held.promise
      if (how === 'restored') await updateHidden(trx, { kind: 'logo', id: logo_id }, null)
      else await appeal(trx, logo_id, decision_id)
    })
    await locked.promise
    const deleting = deleteRemoved(db, new Date())
    // The deletion has listed the logo and waits for its row.
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ n: number }>`
            select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
          return rows[0]!.n
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    held.resolve()
    await Promise.all([changing, deleting])
    expect(await isThere(logo_id)).toBe(true)
    expect((await wrongCounts.execute(db)).rows).toEqual([])
  },
)
