import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo, testPassword } from '../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../tests/server.ts'
import { createTestDatabase } from '../../tests/test-database.ts'
import { canRunValkey, startValkey } from '../../tests/valkey.ts'
import { connect } from '../db/connect.ts'
import { listen } from '../db/listen.ts'
import { insertReset } from '../features/auth/queries.ts'
import { clearHits, countHit, countOf, countUnlessRight, isWithin } from '../http/limits.ts'
import { newLinkToken } from '../http/mailed-link.ts'
import { writeViews } from '../jobs/write-views.ts'
import { hashToken } from '../lib/hash-token.ts'
import { openValkey, requireValkeyRights } from './valkey.ts'

const patience = { timeout: 30_000 }

describe.skipIf(!canRunValkey)('Valkey beside the database (left out where it is not installed)', () => {
  let valkey: Awaited<ReturnType<typeof startValkey>>
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  /** Two processes of one site. */
  let one: TestServer
  let other: TestServer
  beforeAll(async () => {
    valkey = await startValkey([
      'user reader on >secret ~* &* +get',
      'user site on >secret ~colophon:* &colophon:* +@all',
    ])
    database = await createTestDatabase()
    const env = { VALKEY_URL: valkey.url, DATABASE_URL: database.url }
    one = await startTestServer(env, { databaseUrl: database.url })
    other = await startTestServer(env, { databaseUrl: database.url })
    await vi.waitFor(
      async () => expect(await one.services.valkey!.keepView(seen(0, '0'))).toBe(true),
      patience,
    )
  })
  afterAll(async () => {
    await one?.close()
    await other?.close()
    await database?.drop()
    await valkey?.close()
  })
  beforeEach(() => one.services.valkey!.takeViews(1000))

  const silent = { warn: () => {} }

  /** Writes the views that are kept, as a job does. */
  const write = (log: { warn: () => void } = silent) =>
    writeViews({ db: one.db, valkey: one.services.valkey! }, log)

  const seen = (logo_id: number, viewer: string, viewer_id = 0) => ({
    logo_id,
    day: new Date().toISOString().slice(0, 10),
    viewer,
    viewer_id,
    source: 'outside' as const,
  })

  /** The members whose news a process of its own has heard of, and what PostgreSQL alone has notified. */
  async function hear() {
    const heard = {
      all: [] as number[],
      notified: [] as number[],
      away: [] as string[],
      restarts: 0,
      lost: 0,
      connected: 0,
    }
    const outside = openValkey(valkey.url, { warn: reason => heard.away.push(reason), say: () => {} })
    const [all, notified] = [listen(database.url, outside), listen(database.url)]
    all.on('activity', id => heard.all.push(id))
    notified.on('activity', id => heard.notified.push(id))
    outside.events.on('listening', () => heard.restarts++)
    all.on('news lost', () => heard.lost++)
    all.on('listening', () => heard.connected++)
    await Promise.all([
      new Promise<void>(resolve => notified.once('listening', resolve)),
      expect.poll(() => heard.restarts).toBeGreaterThan(0),
      expect.poll(() => heard.connected).toBe(1),
    ])
    const close = async () => void (await Promise.all([all.close(), notified.close(), outside.close()]))
    return { heard, close }
  }

  test('news of a like reach every process without a NOTIFY, after the commit; the shell still notifies', async () => {
    const [owner, fan] = [await createDesigner(one.db), await createDesigner(one.db)]
    const { logo_id } = await createLogo(one.db, { designer_id: owner.designer_id })
    const { heard, close } = await hear()
    try {
      const client = await one.signIn(fan)
      await client.call(api.logos.like, { logo_id, state: 1 })
      await expect.poll(() => heard.all).toContain(owner.designer_id)
      expect(heard.notified).not.toContain(owner.designer_id)

      await one.db.transaction().execute(async trx => {
        await trx.deleteFrom('logo_like').where('logo_id', '=', logo_id).execute()
        const before = heard.all.length
        await sleep(100)
        expect(heard.all).toHaveLength(before)
      })
      await expect.poll(() => heard.all.filter(id => id === owner.designer_id)).toHaveLength(2)
    } finally {
      await close()
    }
  })

  const limit = { name: 'test', most: 3, seconds: 600 }

  test('a limit counts over both processes, forgives, and is forgotten; PostgreSQL has no row of it', async () => {
    const now = new Date()
    for (const { db } of [one, other, one]) await countHit(db, limit, 'somebody', now)
    await expect(countHit(other.db, limit, 'somebody', now)).rejects.toMatchObject({
      status: 429,
      message: expect.stringMatching(/^Too many attempts\. Please wait \d+ (seconds|minutes)\.$/),
    })
    expect(await isWithin(one.db, limit, 'else', now)).toBe(true)
    await countUnlessRight(one.db, [[limit, 'else']], now, async () => true)
    expect(await countOf(other.db, limit, 'else', now)).toBe(1)
    await clearHits(one.db, limit, 'else')
    expect(await countOf(other.db, limit, 'else', now)).toBe(0)
    expect(await one.db.selectFrom('limit_count').select('key').execute()).toEqual([])
  })

  test('a new password lifts the owner’s lock-out in every process, whether by the old one or by a link', async () => {
    const mayLogIn = (username: string, password: string) =>
      other
        .visit()
        .call(api.auth.login, { username, password })
        .then(
          () => true,
          () => false,
        )
    for (const way of ['old password', 'link']) {
      const { designer_id, username } = await createDesigner(one.db)
      const client = await one.signIn({ designer_id })
      for (let i = 0; i < 11; i++) await mayLogIn(username, 'Wrong-Horse-1!')
      expect(await mayLogIn(username, testPassword)).toBe(false)
      const new_password = 'Another-Horse-1!'
      if (way === 'old password')
        await client.call(api.auth.updatePassword, { old_password: testPassword, new_password })
      else {
        const token = newLinkToken()
        const expires_at = new Date(Date.now() + 60_000)
        await insertReset(one.db, { designer_id, token_hash: hashToken(token), expires_at })
        await one.visit().call(api.auth.resetPassword, { designer_id, token, new_password })
      }
      expect([way, await mayLogIn(username, new_password)]).toEqual([way, true])
    }
  })

  test('letters to an outsider’s address have one count: of received reports and of decided ones', async () => {
    const { designer_id } = await createDesigner(one.db)
    const moderator = await one.signIn(await createDesigner(one.db, { role: 'moderator' }))
    const email = 'outsider@example.com'
    const report_ids: number[] = []
    for (let i = 0; i < 2; i++) {
      const { logo_id: id } = await createLogo(one.db, { designer_id })
      const report = { kind: 'logo', id, reason: 'copied', email } as const
      report_ids.push((await one.visit().call(api.reports.file, report)).report_id)
    }
    await moderator.call(api.desk.reports.decide, { report_ids, decision: 'dismiss', why: 'We looked' })
    const letters = await one.db.selectFrom('mail').where('to_address', '=', email).select('kind').execute()
    expect(letters).toHaveLength(3)
  })

  test('views are kept in Valkey, counted once a day and viewer, never of the owner, and written together', async () => {
    const owner = await createDesigner(one.db)
    const { logo_id } = await createLogo(one.db, { designer_id: owner.designer_id })
    const viewCount = async () =>
      (
        await one.db
          .selectFrom('logo')
          .where('logo_id', '=', logo_id)
          .select('view_ct')
          .executeTakeFirstOrThrow()
      ).view_ct
    for (const server of [one, other])
      await server.visit().send({ method: 'GET', url: `/api/logos?logo_id=${logo_id}` })
    const own = await one.signIn(owner)
    await own.send({ method: 'GET', url: `/api/logos?logo_id=${logo_id}` })
    for (const viewer of ['a', 'b', 'b']) await other.services.valkey!.keepView(seen(logo_id, viewer))
    expect(await viewCount()).toBe(0)
    await write()
    // Both visitors have one address and browser: they are one viewer.
    expect(await viewCount()).toBe(3)
    await write()
    expect(await viewCount()).toBe(3)
  })

  test('a view of a number beyond all ids, and one that the database refuses, are dropped; the others are written', async () => {
    const owner = await createDesigner(one.db)
    const { logo_id } = await createLogo(one.db, { designer_id: owner.designer_id })
    const visitor = one.visit()
    for (const id of [99_999_999_999, 999_999_999_999_999, 2_147_483_647, logo_id])
      await visitor.send({ method: 'GET', url: `/api/logos?logo_id=${id}` })
    const { valkey } = one.services
    await valkey!.keepView({ ...seen(logo_id, 'undated'), day: 'never' })
    const warnings: unknown[] = []
    await write({ warn: (...words: unknown[]) => void warnings.push(words) })
    expect(warnings).toEqual([[{ err: expect.objectContaining({ code: '22007' }) }, 'a view is dropped']])
    expect(await valkey!.takeViews(10)).toEqual([])
    expect(
      await one.db.selectFrom('logo_view').where('day', '>', '2000-01-01').select('logo_id').execute(),
    ).toContainEqual({ logo_id })
  })

  test('views that cannot be written now go back', async () => {
    const { valkey } = one.services
    const view = seen(1, 'waits')
    await valkey!.keepView(view)
    const away = connect('postgres://nobody@127.0.0.1:1/nothing')
    await expect(writeViews({ db: away.db, valkey: valkey! }, silent)).rejects.toThrow()
    await away.close()
    expect(await valkey!.takeViews(10)).toEqual([view])
  })

  test('while Valkey is away no call fails; limits count on, views are written, and streams are told once it is back', async () => {
    const [owner, fan] = [await createDesigner(one.db), await createDesigner(one.db)]
    const { logo_id } = await createLogo(one.db, { designer_id: owner.designer_id })
    const { heard, close } = await hear()
    const client = await one.signIn(fan)
    try {
      await valkey.stop()
      await client.call(api.logos.like, { logo_id, state: 1 })
      expect((await client.send({ method: 'GET', url: `/api/logos?logo_id=${logo_id}` })).statusCode).toBe(
        200,
      )
      const row = one.db.selectFrom('logo').where('logo_id', '=', logo_id).select(['view_ct', 'like_ct'])
      await expect.poll(() => row.executeTakeFirst()).toEqual({ view_ct: 1, like_ct: 1 })
      const now = new Date()
      for (let i = 0; i < limit.most; i++) await countHit(one.db, limit, 'offline', now)
      await expect(countHit(one.db, limit, 'offline', now)).rejects.toMatchObject({ status: 429 })
      const before = heard.lost
      await valkey.start()
      await expect.poll(() => heard.lost).toBeGreaterThan(before)
      // What travels by the database was not missed: words and looks need not be read again.
      expect(heard.connected).toBe(1)
      await expect.poll(() => one.services.valkey!.keepView(seen(logo_id, 'c'))).toBe(true)
    } finally {
      await close()
    }
  })

  test('a Valkey that takes connections and answers nothing is away: no page waits for a view, and streams are told once it is back', async () => {
    const owner = await createDesigner(one.db)
    const { logo_id } = await createLogo(one.db, { designer_id: owner.designer_id })
    const row = one.db.selectFrom('logo').where('logo_id', '=', logo_id).select('view_ct')
    const { heard, close } = await hear()
    try {
      valkey.freeze()
      await one.db.transaction().execute(async trx => {
        // While this lock is held, the view cannot be written into the database either.
        await sql`lock table logo_view in exclusive mode`.execute(trx)
        const page = await one.visit().send({ method: 'GET', url: `/api/logos?logo_id=${logo_id}` })
        expect(page.statusCode).toBe(200)
      })
      await expect.poll(() => row.executeTakeFirst(), patience).toEqual({ view_ct: 1 })
      await expect.poll(() => heard.away, patience).toEqual([expect.stringContaining('Socket timeout')])
      const before = heard.lost
      valkey.thaw()
      await expect.poll(() => heard.lost, patience).toBeGreaterThan(before)
      await expect.poll(() => one.services.valkey!.keepView(seen(logo_id, 'c')), patience).toBe(true)
    } finally {
      valkey.thaw()
      await close()
    }
  })

  test('a user without rights, or a wrong password, is refused at the start with the setting; one that is away is not', async () => {
    const refusal = /^Setting VALKEY_URL: Valkey at 127\.0\.0\.1:\d+ refuses/
    const warnings: string[] = []
    const requireRights = (url: string) => requireValkeyRights(url, reason => warnings.push(reason))
    await expect(requireRights(valkey.urlFor('reader', 'secret'))).rejects.toThrow(refusal)
    const wrong = requireRights(valkey.urlFor('site', 'mistaken'))
    await expect(wrong).rejects.toThrow(refusal)
    await expect(wrong).rejects.not.toThrow(/mistaken/)
    await requireRights(valkey.urlFor('site', 'secret'))
    await requireRights(valkey.url)
    expect(warnings).toEqual([])
    await requireRights('redis://127.0.0.1:1')
    expect(warnings).toEqual([expect.stringMatching(/^Valkey at 127\.0\.0\.1:1 fails: .*ECONNREFUSED/)])
  })

  const address = Object.values(networkInterfaces())
    .flat()
    .find(each => each?.family === 'IPv4' && !each.internal)?.address

  test.skipIf(!address)(
    'one in protected mode, which takes connections of its own machine alone, is refused at the start',
    async () => {
      const shut = await startValkey([], address)
      try {
        await expect(requireValkeyRights(shut.url, () => {})).rejects.toThrow(
          /^Setting VALKEY_URL: Valkey at [\d.:]+ refuses what the program needs \(DENIED [^.]+\): [^.]+\.$/,
        )
      } finally {
        await shut.close()
      }
    },
  )

  test('one that cannot write at the moment is no reason not to start', async () => {
    const full = await startValkey()
    const client = new Redis(full.url)
    try {
      await client.config('SET', 'maxmemory', '1')
      const warnings: string[] = []
      await requireValkeyRights(full.url, reason => warnings.push(reason))
      expect(warnings).toEqual([expect.stringMatching(/fails: .*OOM/)])
    } finally {
      client.disconnect()
      await full.close()
    }
  })
})
