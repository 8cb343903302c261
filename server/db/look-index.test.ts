import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createLogo } from '../../tests/factories.ts'
import { startRelay } from '../../tests/relay.ts'
import { createTestDatabase } from '../../tests/test-database.ts'
import { Overloaded } from '../lib/errors.ts'
import { modelVersion, viewBytes } from '../lib/look/describe.ts'
import { connect } from './connect.ts'
import type { Announcements } from './listen.ts'
import { mostWaiting, openLookIndex } from './look-index.ts'

test('a thread that ends by itself is not started again by the searches that follow', async () => {
  const reasons: string[] = []
  const broken = new URL('data:text/javascript,throw new Error("broken")')
  const look = openLookIndex('postgres:///', undefined, reason => reasons.push(reason), broken)
  const search = () => look.nearest([], 'both', 10)
  await expect(search()).rejects.toThrow('has ended')
  for (let i = 0; i < 20; i++) await expect(search()).rejects.toThrow('has ended')
  look.start()
  expect(reasons).toEqual(['Error: broken'])
  await look.close()
})

test('searches beyond those that may wait for the thread are shed at once', async () => {
  const silent = new URL(
    'data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", () => {})',
  )
  const look = openLookIndex('postgres:///', undefined, () => {}, silent)
  const search = () => look.nearest([], 'both', 10)
  const waiting = Array.from({ length: mostWaiting }, search)
  await expect(search()).rejects.toThrow(Overloaded)
  const ended = Promise.allSettled(waiting)
  await look.close()
  expect(new Set((await ended).map(each => each.status))).toEqual(new Set(['rejected']))
  await expect(search()).rejects.not.toThrow(Overloaded)
})

test('a connection that was lost silently is given up, and what has changed since is read over another one', async () => {
  const database = await createTestDatabase()
  const { db, close } = connect(database.url, { max: 1 })
  const relay = await startRelay([database.url])
  const announcements = new EventEmitter() as Announcements
  const reasons: string[] = []
  const look = openLookIndex(relay.url, announcements, reason => reasons.push(reason))
  try {
    look.start()
    await expect.poll(() => look.state()?.logos, { timeout: 20_000 }).toBe(0)
    relay.freeze()
    const { logo_id } = await createLogo(db)
    await db
      .insertInto('logo_look')
      .values({ logo_id, model_version: modelVersion, views: Buffer.alloc(viewBytes, 64) })
      .execute()
    announcements.emit('look', logo_id)
    await expect.poll(() => reasons, { timeout: 60_000 }).toContainEqual(expect.stringMatching(/timeout/))
    relay.thaw()
    await expect.poll(() => look.state()?.logos, { timeout: 60_000 }).toBe(1)
  } finally {
    await Promise.all([look.close(), close(), relay.close()])
    await database.drop()
  }
}, 200_000)
