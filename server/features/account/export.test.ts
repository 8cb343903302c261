import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo, makePicture } from '../../../tests/factories.ts'
import { startTestServer, type TestServer, untilWindowLasts } from '../../../tests/server.ts'
import { unzip } from '../../../tests/unzip.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const get = (client: ReturnType<TestServer['visit']>, headers = {}) =>
  client.send({ method: 'GET', url: '/api/designers/export', headers })

test('holds all of the member’s data and pictures, readable by people and programs, and no one else’s', async () => {
  const { db } = server
  const person = await createDesigner(db, { company: 'Rook <& Sons>', phone: '212-555-0123' })
  const stranger = await createDesigner(db)
  const client = await server.signIn(person)
  const bytes = await makePicture({ side: 300 })
  const logo = await client.call(api.logos.submit, {
    logo: '<b>Owl</b>',
    logotype: 'Symbol',
    keywords: 'bird,night',
    file_base64: bytes.toString('base64'),
  })
  const lost = await createLogo(db, { designer_id: person.designer_id, title: 'Lost' })
  const theirs = await createLogo(db, { designer_id: stranger.designer_id, title: 'Theirs' })
  await client.call(api.logos.like, { logo_id: theirs.logo_id, state: 1 })
  await client.call(api.logos.addComment, { logo_id: theirs.logo_id, comment: 'Fine.' })
  const shelf = await client.call(api.collections.create, { name: 'Birds', is_public: '0' })
  await client.call(api.collections.save, {
    logo_id: theirs.logo_id,
    collection_id: shelf.light_box_id,
    state: 1,
  })
  await client.call(api.collections.note, {
    logo_id: theirs.logo_id,
    collection_id: shelf.light_box_id,
    note: 'Ask about the red.',
  })
  await client.call(api.designers.follow, { designer_id: stranger.designer_id, state: 1 })
  const other = await server.signIn(stranger)
  await other.call(api.logos.addComment, { logo_id: logo.logo_id, comment: 'So it is <an owl>.' })
  const at = new Date('2026-03-01T10:00:00Z')
  const subscription_id = `I-${person.username}`
  await db
    .insertInto('subscription')
    .values({ subscription_id, designer_id: person.designer_id, plan: 'yearly', status: 'cancelled' })
    .execute()
  await db
    .insertInto('payment')
    .values({
      payment_id: `S-${person.username}`,
      subscription_id,
      designer_id: person.designer_id,
      amount_cents: 10_000,
      currency: 'USD',
      status: 'completed',
      paid_at: at,
    })
    .execute()
  await db
    .insertInto('gift_card')
    .values({
      code_hmac: Buffer.alloc(32, 7),
      last4: 'WXYZ',
      term_months: 12,
      note: 'for the fair, a secret of ours',
      created_at: at,
      redeemed_at: at,
      redeemed_by: person.designer_id,
    })
    .execute()
  await client.call(api.account.updateProfile, {
    first_name: 'Robin',
    last_name: 'Vale',
    company: 'Rook <& Sons>',
    avatar_base64: bytes.toString('base64'),
  })

  const answer = await get(client)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(
      new RegExp(`^attachment; filename="colophon-${person.slug}-\\d{4}-\\d\\d-\\d\\d\\.zip"$`),
    ),
  })
  const files = unzip(answer.rawPayload)
  expect([...files.keys()].sort()).toEqual(
    ['data.json', 'index.html', `logos/${logo.logo_id}.png`, 'picture.webp'].sort(),
  )
  expect(await sharp(files.get(`logos/${logo.logo_id}.png`)).metadata()).toMatchObject({
    width: 300,
    format: 'png',
  })
  const data = JSON.parse(files.get('data.json')!.toString())
  expect(data).toMatchObject({
    account: { email: person.email, phone: '212-555-0123', first_name: 'Robin', picture: 'picture.webp' },
    logos: [
      { logo_id: lost.logo_id, file: null },
      {
        logo_id: logo.logo_id,
        title: '<b>Owl</b>',
        keywords: ['bird', 'night'],
        file: `logos/${logo.logo_id}.png`,
      },
    ],
    collections: [
      {
        name: 'Birds',
        is_public: false,
        logos: [{ title: 'Theirs', company: stranger.company, note: 'Ask about the red.' }],
      },
    ],
    likes: [{ title: 'Theirs' }],
    comments: [{ comment: 'Fine.' }],
    following: [{ slug: stranger.slug }],
    followers: [],
    memberships: [{ source: 'admin' }],
    payments: [
      {
        payment_id: `S-${person.username}`,
        subscription_id,
        amount_cents: 10_000,
        currency: 'USD',
        status: 'completed',
        paid_at: at.toISOString(),
      },
    ],
    gift_cards: [{ last4: 'WXYZ', term_months: 12, redeemed_at: at.toISOString() }],
    activity: [
      { type: 'comment', company: stranger.company, logo: '<b>Owl</b>', comment: 'So it is <an owl>.' },
    ],
  })
  const text = files.get('data.json')!.toString() + files.get('index.html')!.toString()
  for (const secret of ['a secret of ours', stranger.email, 'password_hash', 'token_hash', 'argon2'])
    expect(text).not.toContain(secret)
  const page = files.get('index.html')!.toString()
  expect(page).toContain('Rook &#60;&#38; Sons&#62;')
  expect(page).not.toContain('<b>Owl')
  expect(page).not.toContain('<an owl>')
  for (const told of [`S-${person.username}`, '$100.00', 'WXYZ', 'So it is &#60;an owl&#62;.'])
    expect(page).toContain(told)
  expect(page).toContain(`src="logos/${logo.logo_id}.png"`)
})

test('contains no path outside of itself, for any file name of a picture', async () => {
  const person = await createDesigner(server.db)
  const client = await server.signIn(person)
  const file_base64 = (await makePicture({ side: 300 })).toString('base64')
  const filename = '../../../tmp/x.png'
  const logo = await client.call(api.logos.submit, { logo: 'Owl', logotype: 'Symbol', filename, file_base64 })
  expect(logo.filename).toBe('x.png')
  // A row written before file names were reduced to their last part.
  await server.db.updateTable('logo').set({ filename }).where('logo_id', '=', logo.logo_id).execute()
  const files = unzip((await get(client)).rawPayload)
  expect([...files.keys()].sort()).toEqual(['data.json', 'index.html', `logos/${logo.logo_id}.png`])
  expect(JSON.parse(String(files.get('data.json'))).logos[0].filename).toBe('x.png')
})

test('is for a signed-in member, also a lapsed one, and not for another site’s page', async () => {
  expect((await get(server.visit())).statusCode).toBe(401)
  const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
  expect((await get(lapsed, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await get(lapsed, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
})

test('is limited to six an hour, one at a time', async () => {
  await untilWindowLasts(3600)
  const client = await server.signIn(await createDesigner(server.db))
  let both: ReturnType<typeof get>[] = []
  await server.db.transaction().execute(async trx => {
    // The first waits for the lock of its count; the second is refused in the meantime.
    await sql`lock table limit_count`.execute(trx)
    both = [get(client), get(client)]
    expect((await Promise.race(both)).statusCode).toBe(429)
  })
  expect((await Promise.all(both)).map(answer => answer.statusCode).sort()).toEqual([200, 429])
  for (let i = 0; i < 5; i++) expect((await get(client)).statusCode).toBe(200)
  const refused = await get(client)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('aborted by the client does not block the next', async () => {
  const { designer_id } = await createDesigner(server.db)
  const client = await server.signIn({ designer_id })
  for (let i = 0; i < 3; i++) {
    const file_base64 = (await makePicture()).toString('base64')
    await client.call(api.logos.submit, { logo: `Mark ${i}`, logotype: 'Symbol', file_base64 })
  }
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const leave = new AbortController()
  const cookie = Object.entries(client.jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const answer = await fetch(`${origin}/api/designers/export`, {
    headers: { cookie },
    signal: leave.signal,
  })
  expect(answer.status).toBe(200)
  leave.abort()
  await expect.poll(async () => (await get(client)).statusCode, { interval: 100 }).toBe(200)
})

test('requests several pictures of a slow store in parallel, but not all', async () => {
  const person = await createDesigner(server.db)
  for (let i = 0; i < 40; i++) await createLogo(server.db, { designer_id: person.designer_id })
  const client = await server.signIn(person)
  const { has } = server.files
  let inFlight = 0
  let most = 0
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  server.files.has = async name => {
    most = Math.max(most, ++inFlight)
    // Requests beyond the limit would have been sent before the database answers.
    if (inFlight === 16) void sql`select`.execute(server.db).then(() => answer())
    await answered
    inFlight--
    return has(name)
  }
  try {
    const { rawPayload } = await get(client)
    const { logos } = JSON.parse(unzip(rawPayload).get('data.json')!.toString())
    expect(logos).toHaveLength(40)
    expect(most).toBe(16)
  } finally {
    server.files.has = has
  }
})
