import { EventEmitter } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createDesigner, createLogo } from '../../tests/factories.ts'
import { startRelay } from '../../tests/relay.ts'
import { createTestDatabase } from '../../tests/test-database.ts'
import { Overloaded } from '../lib/errors.ts'
import { modelVersion, shapeZero, viewBytes } from '../lib/look/describe.ts'
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

test('as many searches as may wait are compared in the thread, while the event loop goes on', async () => {
  const database = await createTestDatabase()
  const { db, close } = connect(database.url, { max: 1, statementTimeout: 0 })
  const look = openLookIndex(database.url, undefined)
  const logos = 3000
  try {
    const { designer_id } = await createDesigner(db)
    const title = 'Compared'
    const image = 'c0'.repeat(16)
    const rows = await db
      .insertInto('logo')
      .values(
        Array.from({ length: logos }, () => ({ designer_id, title, logotype: 'Symbol', image, side: 900 })),
      )
      .returning('logo_id')
      .execute()
    const views = Buffer.alloc(3 * viewBytes, shapeZero + 8)
    await db
      .insertInto('logo_look')
      .values(rows.map(({ logo_id }) => ({ logo_id, model_version: modelVersion, views })))
      .execute()
    look.start()
    await expect.poll(() => look.state()?.logos).toBe(logos)
    // A search in more ways than any real one, in place of more logos.
    const queries = Array.from({ length: 200 }, () => ({ views, isTransformed: false }))
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const started = performance.now()
    const found = await Promise.all(
      Array.from({ length: mostWaiting }, () => look.nearest(queries, 'both', 10)),
    )
    const took = performance.now() - started
    delay.disable()
    expect(found.map(matches => matches.length)).toEqual(Array(mostWaiting).fill(10))
    // In the thread of the test, the comparisons would block the event loop for their whole time.
    expect(delay.max / 1e6).toBeLessThan(took / 2)
  } finally {
    await Promise.all([look.close(), close()])
    await database.drop()
  }
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
