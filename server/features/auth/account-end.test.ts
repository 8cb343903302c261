import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo, makePicture, testPassword } from '../../../tests/factories.ts'
import { begin, makeUser } from '../../../tests/payments.ts'
import {
  refusal,
  startTestServer,
  type TestServer,
  untilNotBusy,
  untilWindowLasts,
} from '../../../tests/server.ts'
import { wrongCounts } from '../../../tests/wrong-counts.ts'
import { describeDevice, describeNetwork } from './device.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const login = (username: string, password = testPassword) =>
  server.visit().call(api.auth.login, { username, password })

describe('sessions', () => {
  async function signInFrom(username: string, userAgent: string) {
    const client = server.visit()
    await client.send({ method: 'GET', url: '/api/auth/check' })
    const headers = { 'user-agent': userAgent }
    await client.send({
      method: 'POST',
      url: '/api/auth/login',
      body: { username, password: testPassword },
      headers,
    })
    return client
  }
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

  test('list the device, the approximate place, the time and which one is this; never a token', async () => {
    const { username, designer_id } = await createDesigner(server.db)
    const one = await signInFrom(username, firefox)
    const two = await signInFrom(username, safari)
    const list = await two.call(api.auth.sessions, {})
    expect(list).toMatchObject([
      { device: 'Safari on iPhone', network: '127.0.0.x', is_current: 1 },
      { device: 'Firefox on Windows', network: '127.0.0.x', is_current: 0 },
    ])
    const rows = await server.db
      .selectFrom('session')
      .where('designer_id', '=', designer_id)
      .select('token_hash')
      .execute()
    for (const { token_hash } of rows)
      for (const form of ['hex', 'base64', 'base64url'] as const)
        expect(JSON.stringify(list)).not.toContain(token_hash.toString(form))
    expect(JSON.stringify(list)).not.toContain(one.jar.session)
  })

  test('sessions are ended one by one, at once', async () => {
    const { username } = await createDesigner(server.db)
    const one = await signInFrom(username, firefox)
    const two = await signInFrom(username, safari)
    const other = (await two.call(api.auth.sessions, {})).find(each => !each.is_current)!
    const left = await two.call(api.auth.endSession, { session_id: other.session_id })
    expect(left).toMatchObject([{ is_current: 1 }])
    expect(await one.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
    expect(await two.call(api.auth.check, {})).toMatchObject({ isAuthenticated: true })
  })

  test('are ended all but this one', async () => {
    const { username } = await createDesigner(server.db)
    const clients = []
    for (let i = 0; i < 4; i++) clients.push(await signInFrom(username, firefox))
    expect(await clients[2]!.call(api.auth.endSession, { session_id: 'others' })).toHaveLength(1)
    const states = await Promise.all(clients.map(client => client.call(api.auth.check, {})))
    expect(states.map(state => state.isAuthenticated)).toEqual([false, false, true, false])
  })

  test('of another designer cannot be found or ended', async () => {
    const [own, stranger] = [await createDesigner(server.db), await createDesigner(server.db)]
    const client = await server.signIn(own)
    const other = await server.signIn(stranger)
    const [theirs] = await other.call(api.auth.sessions, {})
    const refused = await refusal(client.call(api.auth.endSession, { session_id: theirs!.session_id }))
    expect(refused).toMatchObject({ status: 404, body: { error: 'Session not found' } })
    expect(await other.call(api.auth.check, {})).toMatchObject({ isAuthenticated: true })
    const unnamed = await refusal(client.call(api.auth.endSession, { session_id: 'x' }))
    expect(unnamed).toMatchObject({ status: 400, body: { errors: { session_id: 'Name a session.' } } })
  })
})

test.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36', 'Chrome on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 SamsungBrowser/30 Chrome/140 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) CriOS/156.0 Mobile Safari/604.1', 'Chrome on iPad'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['curl/8.5.0', 'An unknown device'],
  ['Dart/3 (Android)', 'An app on Android'],
  ['', 'An unknown device'],
])('the user agent %s is shown as %s', (userAgent, device) => expect(describeDevice(userAgent)).toBe(device))

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:…'],
  ['', ''],
])('the network of %j is %j', (ip, network) => expect(describeNetwork(ip)).toBe(network))

describe('closing an account', () => {
  /** A member with every kind of row, and a logo in a book. */
  async function established() {
    const { db } = server
    const person = await createDesigner(db, {
      phone: '212-555-0123',
      city: 'Lyon',
      url: 'https://example.com',
      affiliate: 'friend',
    })
    const others = [await createDesigner(db), await createDesigner(db)]
    const client = await server.signIn(person)
    const upload = async (logo: string) => {
      const file_base64 = (await makePicture()).toString('base64')
      return client.call(api.logos.submit, { logo, logotype: 'Symbol', file_base64 })
    }
    const [awarded, plain] = [await upload('Awarded'), await upload('Plain')]
    await db
      .insertInto('book')
      .values({ series: 'book', number: 900 + (person.designer_id % 9000), state: 'published' })
      .execute()
    const { book_id } = await db
      .selectFrom('book')
      .where('number', '=', 900 + (person.designer_id % 9000))
      .select('book_id')
      .executeTakeFirstOrThrow()
    await db.insertInto('award').values({ book_id, logo_id: awarded.logo_id }).execute()
    await client.call(api.account.setProfileLogos, [plain.logo_id, awarded.logo_id])
    const picture = (await makePicture()).toString('base64')
    const { avatar_url } = await client.call(api.account.updateProfile, {
      first_name: 'Robin',
      last_name: 'Vale',
      company: person.company,
      avatar_base64: picture,
    })
    const theirs = await createLogo(db, { designer_id: others[0]!.designer_id })
    const acts = async (who: typeof client, logoIds: number[]) => {
      const shelf = await who.call(api.collections.create, { name: 'Shelf' })
      for (const logo_id of logoIds) {
        await who.call(api.logos.like, { logo_id, state: 1 })
        await who.call(api.logos.addComment, { logo_id, comment: 'Good.' })
        await who.call(api.collections.save, { logo_id, collection_id: shelf.light_box_id, state: 1 })
      }
    }
    await acts(client, [theirs.logo_id, awarded.logo_id])
    for (const other of others) {
      const guest = await server.signIn(other)
      await acts(guest, [awarded.logo_id, plain.logo_id])
      await guest.call(api.designers.follow, { designer_id: person.designer_id, state: 1 })
      await client.call(api.designers.follow, { designer_id: other.designer_id, state: 1 })
    }
    return { person, client, others, awarded, plain, theirs, avatar_url }
  }

  test('needs the password; a wrong one closes nothing, and attempts are limited to ten', async () => {
    await untilWindowLasts(900)
    const person = await createDesigner(server.db)
    const client = await server.signIn(person)
    const close = (password: string) => refusal(client.call(api.auth.closeAccount, { password }))
    expect(await close('')).toMatchObject({
      status: 400,
      body: { errors: { password: 'Password is required' } },
    })
    for (let i = 0; i < 10; i++)
      expect(await close('Wrong-Horse-1!')).toMatchObject({
        status: 400,
        body: { errors: { password: 'Current password is incorrect.' } },
      })
    expect((await close(testPassword)).status).toBe(429)
    expect(await client.call(api.auth.check, {})).toMatchObject({ isAuthenticated: true })
  })

  test('waits until a running subscription is cancelled', async () => {
    const person = await createDesigner(server.db)
    const client = await server.signIn(person)
    const subscription_id = `I-${person.username}`
    await server.db
      .insertInto('subscription')
      .values({ subscription_id, designer_id: person.designer_id, plan: 'yearly', status: 'active' })
      .execute()
    const refused = await refusal(client.call(api.auth.closeAccount, { password: testPassword }))
    expect(refused).toMatchObject({ status: 409, body: { code: 'subscription_active' } })
    expect(await client.call(api.auth.check, {})).toMatchObject({ isAuthenticated: true })
    await server.db
      .updateTable('subscription')
      .set({ status: 'cancelled' })
      .where('subscription_id', '=', subscription_id)
      .execute()
    await client.call(api.auth.closeAccount, { password: testPassword })
    const ledger = await server.db
      .selectFrom('subscription')
      .where('subscription_id', '=', subscription_id)
      .select('designer_id')
      .execute()
    expect(ledger).toHaveLength(1)
  })

  test('keeps logos in books under the company’s name and nothing else; counts stay equal to rows', async () => {
    const { db, files } = server
    const { person, client, awarded, plain, theirs, avatar_url } = await established()
    const elsewhere = await server.signIn(person)
    expect(await client.call(api.auth.closeAccount, { password: testPassword })).toMatchObject({
      isAuthenticated: false,
    })
    expect(client.jar.session).toBeUndefined()
    expect(await elsewhere.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })

    const { rows } = await sql<Record<string, unknown>>`select * from designer
      where designer_id = ${person.designer_id}`.execute(db)
    const row = rows[0]!
    const kept = JSON.stringify(row)
    for (const secret of [
      `"username":"${person.username}`,
      person.email,
      'Robin',
      'Vale',
      '212-555',
      'Lyon',
      'friend',
    ])
      expect(kept).not.toContain(secret)
    expect(row).toMatchObject({ company: person.company, slug: person.slug, logo_ct: 1, award_ct: 1 })
    expect(row.closed_at).toBeInstanceOf(Date)

    const visitor = server.visit()
    const { data } = await visitor.call(api.logos.find, { logo_id: awarded.logo_id })
    // A closed account has no profile, so its slug is not found.
    expect(data[0]).toMatchObject({
      slug: '',
      company: person.company,
      like_ct: 2,
      collection_ct: 2,
      avatar_url: '',
    })
    expect((await visitor.call(api.logos.comments, { logo_id: awarded.logo_id })).count).toBe(2)
    expect((await visitor.send({ method: 'GET', url: awarded.url })).statusCode).toBe(200)

    expect((await refusal(visitor.call(api.logos.find, { logo_id: plain.logo_id }))).status).toBe(404)
    expect((await visitor.send({ method: 'GET', url: plain.url })).statusCode).toBe(404)
    expect(await files.has(`originals/${plain.image}.png`)).toBe(false)
    expect((await visitor.send({ method: 'GET', url: avatar_url })).statusCode).toBe(404)
    expect((await refusal(visitor.call(api.designers.findProfile, { folder_url: person.slug }))).status).toBe(
      404,
    )
    expect(
      (await refusal(visitor.call(api.designers.findProfile, { designer_id: person.designer_id }))).status,
    ).toBe(404)
    const member = await server.signIn(await createDesigner(db))
    const gone = await Promise.all(
      [
        member.call(api.designers.follow, { designer_id: person.designer_id, state: 1 }),
        member.call(api.designers.followers, { designer_id: person.designer_id }),
        member.call(api.logos.find, { folder_url: person.slug }),
      ].map(refusal),
    )
    expect(gone.map(each => each.status)).toEqual([404, 404, 404])

    const left = await visitor.call(api.logos.find, { logo_id: theirs.logo_id })
    expect(left.data[0]).toMatchObject({ like_ct: 0, collection_ct: 0 })
    expect((await visitor.call(api.logos.comments, { logo_id: theirs.logo_id })).count).toBe(0)
    const mails = await db
      .selectFrom('mail')
      .where('kind', '=', 'account-closed')
      .where('to_address', '=', person.email)
      .select('text')
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain(`under the name ${person.company}`)
    const ledger = await db
      .selectFrom('membership_grant')
      .where('designer_id', '=', person.designer_id)
      .select('grant_id')
      .execute()
    expect(ledger).toHaveLength(1)
    expect((await wrongCounts.execute(db)).rows).toEqual([])
  })

  test('frees the username and the email address, and ends every way to sign in', async () => {
    const person = await createDesigner(server.db)
    const client = await server.signIn(person)
    await client.call(api.auth.closeAccount, { password: testPassword })
    for (const name of [person.username, person.email, `closed:${person.designer_id}`])
      expect((await refusal(login(name))).status).toBe(401)
    const { username, email } = person
    const again = await createDesigner(server.db, { username, email })
    expect(await login(email)).toMatchObject({ designerId: again.designer_id })
  })

  test('deletes what was typed into purchases that failed', async () => {
    const person = await createDesigner(server.db)
    const ids = []
    for (const email of [person.email, `other-${person.email}`]) {
      const id = await begin(server.visit(), { user: makeUser({ email: `before-${email}` }) })
      // A purchase begun before the account existed.
      await server.db
        .updateTable('checkout_intent')
        .set({ registration: sql`registration || jsonb_build_object('email', ${email.toUpperCase()}::text)` })
        .where('subscription_id', '=', id)
        .execute()
      ids.push(id)
    }
    await (await server.signIn(person)).call(api.auth.closeAccount, { password: testPassword })
    const left = await server.db
      .selectFrom('checkout_intent')
      .where('subscription_id', 'in', ids)
      .orderBy('created_at')
      .select(['state', 'registration'])
      .execute()
    expect(left).toMatchObject([
      { state: 'expired', registration: null },
      { state: 'open', registration: { email: `OTHER-${person.email.toUpperCase()}` } },
    ])
  })

  test('removes the company’s name, too, if no book has a logo of it', async () => {
    const person = await createDesigner(server.db, { company: 'Very Own Name' })
    await (await server.signIn(person)).call(api.auth.closeAccount, { password: testPassword })
    const row = await server.db
      .selectFrom('designer')
      .where('designer_id', '=', person.designer_id)
      .select(['company', 'slug'])
      .executeTakeFirst()
    expect(row).toEqual({ company: 'Closed account', slug: `closed:${person.designer_id}` })
  })

  test('keeps a picture that another logo shows', async () => {
    const person = await createDesigner(server.db)
    const other = await createDesigner(server.db)
    const file_base64 = (await makePicture()).toString('base64')
    const input = { logo: 'Same', logotype: 'Symbol', file_base64 } as const
    const client = await server.signIn(person)
    const { url } = await client.call(api.logos.submit, input)
    await (await server.signIn(other)).call(api.logos.submit, input)
    await client.call(api.auth.closeAccount, { password: testPassword })
    expect((await server.visit().send({ method: 'GET', url })).statusCode).toBe(200)
  })

  test('removes the address from mails that were sent', async () => {
    const { db } = server
    const person = await createDesigner(db)
    const client = await server.signIn(person)
    const mail = { subject: 'Hello', html: person.email, text: person.email, attempts: 1 }
    const keys = ['sent', 'dead', 'queued', 'answer'].map(key => `${key} ${person.username}`)
    await db
      .insertInto('mail')
      .values([
        {
          ...mail,
          kind: 'test',
          dedupe_key: keys[0]!,
          to_address: person.email.toUpperCase(),
          status: 'sent',
        },
        { ...mail, kind: 'test', dedupe_key: keys[1]!, to_address: person.email, status: 'dead' },
        { ...mail, kind: 'test', dedupe_key: keys[2]!, to_address: person.email, status: 'queued' },
        {
          ...mail,
          kind: 'test',
          dedupe_key: keys[3]!,
          to_address: 'us@example.com',
          reply_to: person.email,
          status: 'sent',
        },
      ])
      .execute()
    await client.call(api.auth.closeAccount, { password: testPassword })
    const rows = await db
      .selectFrom('mail')
      .where('dedupe_key', 'in', keys)
      .select(['dedupe_key', 'to_address', 'reply_to', 'subject', 'html', 'text'])
      .orderBy('created_at')
      .execute()
    expect(rows).toHaveLength(4)
    const kept = rows.filter(row => JSON.stringify(row).toLowerCase().includes(person.email))
    // Pending mails are still sent.
    expect(kept.map(row => row.dedupe_key)).toEqual([keys[2]])
  })

  test('is refused to the last administrator; of two concurrent requests one is refused', async () => {
    const admins = [
      await createDesigner(server.db, { role: 'admin' }),
      await createDesigner(server.db, { role: 'admin' }),
    ]
    const clients = await Promise.all(admins.map(admin => server.signIn(admin)))
    const closing = await Promise.allSettled(
      clients.map(client => client.call(api.auth.closeAccount, { password: testPassword })),
    )
    expect(closing.map(each => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { reason } = closing.find(each => each.status === 'rejected') as PromiseRejectedResult
    expect(reason).toMatchObject({ status: 409, body: { code: 'last_administrator' } })
    expect(reason.body.error).toMatch(/^You’re the only administrator\./)
  })

  test('by two concurrent requests closes it once, without blocking others', async () => {
    const { person, client, others, awarded, plain } = await established()
    const guests = await Promise.all(others.map(other => server.signIn(other)))
    // Attached at once: the second is rejected while the others are still awaited.
    const closing = Promise.allSettled(
      [1, 2].map(() => client.call(api.auth.closeAccount, { password: testPassword })),
    )
    const acts = guests.flatMap(guest =>
      [awarded, plain].flatMap(({ logo_id }) => [
        () => guest.call(api.logos.like, { logo_id, state: 0 }),
        () => guest.call(api.logos.addComment, { logo_id, comment: 'Still here.' }),
        () => guest.call(api.designers.follow, { designer_id: person.designer_id, state: 0 }),
        () => guest.call(api.designers.follow, { designer_id: person.designer_id, state: 1 }),
      ]),
    )
    const refused = (await Promise.allSettled(acts.map(act => untilNotBusy<unknown>(act)))).filter(
      each => each.status === 'rejected',
    )
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 404 })
    const closed = await closing
    expect(closed.some(each => each.status === 'fulfilled')).toBe(true)
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
    const rest = await server.db
      .selectFrom('follow')
      .where('followed_id', '=', person.designer_id)
      .select('follower_id')
      .execute()
    expect(rest).toEqual([])
  })
})
