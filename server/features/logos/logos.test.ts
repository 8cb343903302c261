import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { imageStem } from '../../../shared/rules/image-url.ts'
import { createDesigner, createLogo, makePicture } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { makeNext } from '../../jobs/make-pictures.ts'
import { pictureHash } from '../../outside/images.ts'
import { setLike } from './queries.ts'
import { mostNear } from './related.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

async function submission(overrides: Partial<InputOf<typeof api.logos.submit>> = {}) {
  return {
    logo: 'Rosa',
    logotype: 'Symbol' as const,
    filename: 'rosa.png',
    file_base64: overrides.file_base64 ?? dataUrl(await makePicture()),
    ...overrides,
  }
}

describe('an upload', () => {
  let member: Client
  let designer: Awaited<ReturnType<typeof createDesigner>>
  beforeEach(async () => {
    designer = await createDesigner(server.db)
    member = await server.signIn(designer)
  })

  test('is first in Fresh, on the profile, and counted', async () => {
    const before = await member.call(api.logos.fresh, {})
    const logo = await member.call(
      api.logos.submit,
      await submission({ keywords: ',rose , compass,Rose', client: 'Fernhill', description: ' A rose. ' }),
    )
    expect(logo).toMatchObject({
      logo: 'Rosa',
      keywords: 'rose,compass',
      client: 'Fernhill',
      description: 'A rose.',
      designer_id: designer.designer_id,
      company: designer.company,
      side: 900,
      like_ct: 0,
      class_name: '',
    })
    expect(logo.ground).toMatch(/^#[0-9a-f]{6}$/)
    const after = await member.call(api.logos.fresh, {})
    // Lists omit the details.
    const { collections: _, book_standing: __, ...listed } = logo
    expect(after.data[0]).toEqual(listed)
    expect(after.count).toBe(before.count + 1)
    const own = await member.call(api.logos.find, { designer_id: 'me' })
    expect(own).toEqual({ data: [listed], count: 1 })
  })

  test('is served as WebP, then as AVIF, immutable; the original is not served', async () => {
    const { image } = await member.call(api.logos.submit, await submission())
    while ((await makeNext(server)) !== 'nothing');
    const sizes = { webp: [320, 900], avif: [160, 320, 640, 900] }
    for (const [format, sides] of Object.entries(sizes))
      for (const side of sides) {
        const url = `${imageStem(image)}-${side}.${format}`
        const picture = await server.visit().send({ method: 'GET', url })
        expect(picture.statusCode).toBe(200)
        expect(picture.headers).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        expect(picture.rawPayload.subarray(0, 16).toString('latin1')).toContain(
          format === 'avif' ? 'ftypavif' : 'WEBP',
        )
      }
    const hash = pictureHash(image)
    expect(await server.files.has(`originals/${hash}.png`)).toBe(true)
    for (const url of [
      `/originals/${hash}.png`,
      `/images/${hash}.png`,
      `/images/..%2foriginals%2f${hash}.png`,
    ])
      expect((await server.visit().send({ method: 'GET', url })).statusCode).toBe(404)
  })

  test('enters the open book', async () => {
    const { book_id } = await server.db
      .insertInto('book')
      .values({ series: 'book', number: 14 })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    const { logo_id } = await member.call(api.logos.submit, await submission())
    const entries = await server.db
      .selectFrom('entry')
      .where('logo_id', '=', logo_id)
      .select('book_id')
      .execute()
    expect(entries).toEqual([{ book_id }])
  })

  test.each<[string, string, () => Promise<Buffer>]>([
    ['a picture of 901 px', 'File must be 900 x 900 or less.', () => makePicture({ side: 901 })],
    ['one that is not square', 'File must be a square.', () => makePicture({ width: 900, height: 899 })],
    [
      'text',
      'File must be a JPG, PNG or GIF image.',
      async () => Buffer.from('plain text, whatever its name'),
    ],
    [
      'SVG',
      'File must be a JPG, PNG or GIF image.',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    [
      '2,000,000 bytes',
      'File size must be < 2MB',
      async () => Buffer.concat([await makePicture(), Buffer.alloc(2_000_000)]),
    ],
    [
      'a JPEG cut short',
      'File must be a JPG, PNG or GIF image.',
      async () => (await makePicture({ format: 'jpeg' })).subarray(0, 1500),
    ],
    [
      'an animation',
      'Animated images are not accepted.',
      () =>
        sharp(randomBytes(100 * 200 * 3), { raw: { width: 100, height: 200, channels: 3, pageHeight: 100 } })
          .gif()
          .toBuffer(),
    ],
  ])('with %s is refused with the message, and nothing is stored', async (_what, message, make) => {
    const { status, body } = await refusal(
      member.call(api.logos.submit, await submission({ file_base64: dataUrl(await make()) })),
    )
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: message, errors: { file_base64: message } },
    })
    expect((await member.call(api.logos.find, { designer_id: 'me' })).count).toBe(0)
  })

  test('over the body limit gets the same message', async () => {
    const { status, body } = await refusal(
      member.call(api.logos.submit, await submission({ file_base64: 'A'.repeat(8_100_000) })),
    )
    expect({ status, error: body.error }).toEqual({ status: 413, error: 'File size must be < 2MB' })
  })

  test('with eight million spaces is refused without delay', async () => {
    const started = performance.now()
    const { status } = await refusal(
      member.call(api.logos.submit, await submission({ file_base64: `${' '.repeat(7_900_000)}!` })),
    )
    expect(status).toBe(400)
    // Quadratic time would take hours.
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('keeps line breaks in the description, and removes invisible characters everywhere', async () => {
    const logo = await member.call(
      api.logos.submit,
      await submission({
        logo: 'Ro\u202esa\n',
        description: 'One\r\ntwo\u0007',
        filename: `${'x'.repeat(300)}.png`,
      }),
    )
    expect(logo).toMatchObject({ logo: 'Ro sa', description: 'One\ntwo' })
    expect(logo.filename).toHaveLength(200)
  })

  test('needs title, logotype and an image; a text that is too long is named', async () => {
    const wrong = { logo: ' ', logotype: 'Sign', file_base64: '', client: 'x'.repeat(201) }
    const { status, body } = await refusal(
      member.call(api.logos.submit, (await submission(wrong as never)) as never),
    )
    expect(status).toBe(400)
    expect(body.errors).toEqual({
      logo: 'Title is required',
      logotype: 'Logotype is required',
      file_base64: 'Choose an image.',
      client: 'At most 200 characters, please.',
    })
  })

  test('accepts 30 keywords and refuses 31, or one of 51 characters', async () => {
    const words = (n: number) => Array.from({ length: n }, (_, i) => `k${i}`).join(',')
    await member.call(api.logos.submit, await submission({ keywords: words(30) }))
    const many = await refusal(member.call(api.logos.submit, await submission({ keywords: words(31) })))
    expect(many.body.errors).toEqual({ keywords: 'At most 30 keywords, please.' })
    const long = await refusal(member.call(api.logos.submit, await submission({ keywords: 'k'.repeat(51) })))
    expect(long.body.errors).toEqual({ keywords: 'A keyword may have at most 50 characters.' })
  })

  test('cannot write computed or protected columns', async () => {
    const extra = {
      like_ct: 99,
      view_count: 99,
      class_name: 'Awarded',
      designer_id: 1,
      upload_date: '2001-01-01',
      logo_id: 1,
    }
    const logo = await member.call(api.logos.submit, { ...(await submission()), ...extra } as never)
    expect(logo).toMatchObject({
      like_ct: 0,
      view_count: 0,
      class_name: '',
      designer_id: designer.designer_id,
    })
    expect(logo.upload_date > '2026').toBe(true)
  })

  test('keeps markup as plain text', async () => {
    const title = '<img src=x onerror=alert(1)>'
    expect((await member.call(api.logos.submit, await submission({ logo: title }))).logo).toBe(title)
  })
})

describe('Fresh', () => {
  let fresh: TestServer
  let member: Client
  beforeAll(async () => {
    fresh = await startTestServer()
    const designer = await createDesigner(fresh.db)
    // Two share each timestamp: the order must be total all the same.
    const dates = Array.from({ length: 160 }, (_, i) => new Date(Date.UTC(2020, 0, 1 + Math.floor(i / 2))))
    for (const upload_date of dates)
      await createLogo(fresh.db, { designer_id: designer.designer_id, upload_date })
    member = await fresh.signIn(designer)
  })
  afterAll(() => fresh.close())

  test('pages through every logo once, newest first', async () => {
    const ids: number[] = []
    for (let page = 1; page <= 4; page++) {
      const { data, count } = await member.call(api.logos.fresh, { page })
      expect(count).toBe(160)
      ids.push(...data.map(l => l.logo_id))
    }
    expect(ids).toEqual(Array.from({ length: 160 }, (_, i) => 160 - i))
    expect(await member.call(api.logos.fresh, { page: 5 })).toEqual({ data: [], count: 160 })
  })

  test('shows a visitor the newest 150 at any page size, and asks to sign in beyond', async () => {
    const visitor = fresh.visit()
    expect((await visitor.call(api.logos.fresh, { page: 3 })).data).toHaveLength(50)
    expect((await refusal(visitor.call(api.logos.fresh, { page: 4 }))).status).toBe(401)
    const second = await visitor.call(api.logos.fresh, { page: 2, page_size: 100 })
    expect(second.data.map(l => l.logo_id)).toEqual(Array.from({ length: 50 }, (_, i) => 60 - i))
    expect((await refusal(visitor.call(api.logos.fresh, { page: 3, page_size: 100 }))).status).toBe(401)
  })

  test('shows a visitor the pictures of the logos after the newest 150, without names or ids', async () => {
    const { data } = await member.call(api.logos.fresh, { page: 4 })
    const after = data.map(({ image, ground }) => ({ image, ground }))
    expect(after).toHaveLength(10)
    expect(await fresh.visit().call(api.logos.beyond, {})).toEqual(after)
  })

  test('shows an inactive member what a visitor sees', async () => {
    const lapsed = await fresh.signIn(await createDesigner(fresh.db, { membership: 'lapsed' }))
    expect((await lapsed.call(api.logos.fresh, { page: 3 })).data).toHaveLength(50)
    const { status, body } = await refusal(lapsed.call(api.logos.fresh, { page: 4 }))
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'membership_required' })
  })

  test.each([
    ['page=0'],
    ['page=-1'],
    ['page=1e3'],
    ['page=x'],
    ['page='],
    ['page_size=0'],
    ['page_size=101'],
    ['page=1&page=2'],
  ])('refuses ?%s', async query => {
    const answer = await member.send({ method: 'GET', url: `/api/logos/fresh?${query}` })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toBeDefined()
  })

  test('returns an empty page past the end', async () => {
    expect((await member.call(api.logos.fresh, { page: 900_000_000_000_000 })).data).toEqual([])
  })
})

describe("a designer's logos", () => {
  test('are listed by id, slug or me, twenty a page; one’s own all at once', async () => {
    const designer = await createDesigner(server.db)
    for (let i = 0; i < 25; i++) await createLogo(server.db, { designer_id: designer.designer_id })
    const own = await server.signIn(designer)
    const other = await server.signIn(await createDesigner(server.db))
    const bySlug = await other.call(api.logos.find, { folder_url: designer.slug })
    expect([bySlug.data.length, bySlug.count]).toEqual([20, 25])
    const byId = await other.call(api.logos.find, { designer_id: designer.designer_id, page: 2 })
    expect(byId.data).toHaveLength(5)
    expect((await own.call(api.logos.find, { designer_id: 'me', page_size: 'all' })).data).toHaveLength(25)
    for (const which of [
      { designer_id: designer.designer_id },
      { designer_id: 'me', folder_url: designer.slug },
    ] as const)
      expect((await refusal(other.call(api.logos.find, { ...which, page_size: 'all' }))).status).toBe(400)
  })

  test('are for members; an unknown designer is 404', async () => {
    const designer = await createDesigner(server.db)
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    const find = { folder_url: designer.slug }
    expect((await refusal(server.visit().call(api.logos.find, find))).status).toBe(401)
    expect((await refusal(lapsed.call(api.logos.find, find))).status).toBe(403)
    const member = await server.signIn(designer)
    expect((await refusal(member.call(api.logos.find, { folder_url: 'nobody' }))).status).toBe(404)
    expect((await refusal(member.call(api.logos.find, { designer_id: 2_000_000_000 }))).status).toBe(404)
    expect((await refusal(member.call(api.logos.find, { designer_id: 99_999_999_999 }))).status).toBe(404)
  })
})

describe("a logo's details", () => {
  test('are open to everyone; an unknown logo is 404', async () => {
    const { logo_id } = await createLogo(server.db)
    expect((await server.visit().call(api.logos.find, { logo_id })).data[0]).toMatchObject({
      logo_id,
      is_liked: 0,
    })
    for (const missing of [2_000_000_000, 99_999_999_999])
      expect((await refusal(server.visit().call(api.logos.find, { logo_id: missing }))).status).toBe(404)
  })

  test('count one view per viewer and day, never the owner’s', async () => {
    const owner = await createDesigner(server.db)
    const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id })
    const [visitor, member, own] = [
      server.visit(),
      await server.signIn(await createDesigner(server.db)),
      await server.signIn(owner),
    ]
    const views = async (client: Client) =>
      (await client.call(api.logos.find, { logo_id })).data[0]!.view_count
    expect([await views(visitor), await views(visitor), await views(member), await views(member)]).toEqual([
      1, 1, 2, 2,
    ])
    expect(await views(own)).toBe(2)
    // Another browser at the same address, or a HEAD request, is not another viewer.
    const url = `/api/logos?logo_id=${logo_id}`
    await server.visit().send({ method: 'GET', url, headers: { 'user-agent': 'another' } })
    await server.visit().send({ method: 'HEAD', url })
    expect(await views(visitor)).toBe(2)
    server.clock.aheadMs = 86_400_000
    expect(await views(visitor)).toBe(3)
    server.clock.aheadMs = 0
  })

  test('name the newest published book and volume that have the logo', async () => {
    const { logo_id } = await createLogo(server.db, { is_ranked: true })
    const find = async () => (await server.visit().call(api.logos.find, { logo_id })).data[0]
    expect(await find()).toMatchObject({ class_name: 'Jury-Ranked', book_id: null, master_book_id: null })
    for (const [series, number, state] of [
      ['book', 3, 'published'],
      ['book', 5, 'published'],
      ['book', 6, 'judging'],
      ['master-book', 2, 'published'],
    ] as const) {
      const { book_id } = await server.db
        .insertInto('book')
        .values({ series, number, state })
        .returning('book_id')
        .executeTakeFirstOrThrow()
      await server.db.insertInto('award').values({ book_id, logo_id }).execute()
    }
    expect(await find()).toMatchObject({ class_name: 'Awarded', book_id: 5, master_book_id: 2 })
  })
})

describe('the details of a logo', () => {
  test('name the public collections that hold it and the viewer’s own private ones, the own first', async () => {
    const [owner, other] = [await createDesigner(server.db), await createDesigner(server.db)]
    const [own, member] = [await server.signIn(owner), await server.signIn(other)]
    const { logo_id } = await createLogo(server.db)
    const make = async (client: Client, name: string, is_public: '0' | '1') => {
      const { light_box_id } = await client.call(api.collections.create, { name, is_public })
      await client.call(api.collections.save, { collection_id: light_box_id, logo_id, state: 1 })
      return { light_box_id, name }
    }
    const secret = await make(own, 'Secret', '0')
    const first = await make(member, 'First', '1')
    const second = await make(member, 'Second', '1')
    const collectionsFor = async (client: Client) =>
      (await client.call(api.logos.find, { logo_id })).data[0]!.collections
    expect(await collectionsFor(own)).toEqual([secret, second, first])
    expect(await collectionsFor(member)).toEqual([second, first])
    expect(await collectionsFor(server.visit())).toEqual([second, first])
    await member.call(api.collections.save, { collection_id: first.light_box_id, logo_id, state: 0 })
    expect(await collectionsFor(server.visit())).toEqual([second])
    // Lists omit the details.
    expect((await server.visit().call(api.logos.fresh, {})).data[0]).not.toHaveProperty('collections')
  })

  test('name them in the answers of an upload and of a change, too', async () => {
    const member = await server.signIn(await createDesigner(server.db))
    const sent = { ...(await submission()), upload_key: randomUUID() }
    const uploaded = await member.call(api.logos.submit, sent)
    expect(uploaded.collections).toEqual([])
    const { logo_id } = uploaded
    const { light_box_id } = await member.call(api.collections.create, { name: 'Own', is_public: '0' })
    await member.call(api.collections.save, { collection_id: light_box_id, logo_id, state: 1 })
    const holding = [{ light_box_id, name: 'Own' }]
    expect((await member.call(api.logos.submit, sent)).collections).toEqual(holding)
    expect((await member.call(api.logos.update, { logo_id, logo: 'Rosa II' })).collections).toEqual(holding)
  })

  test('name only public ones to a lapsed member, and twenty at most', async () => {
    const { logo_id } = await createLogo(server.db)
    const designer = await createDesigner(server.db, { membership: 'lapsed' })
    const lapsed = await server.signIn(designer)
    const hold = (name: string, is_public: boolean, designer_id: number) =>
      server.db
        .with('made', q =>
          q.insertInto('collection').values({ name, is_public, designer_id }).returning('collection_id'),
        )
        .insertInto('collection_logo')
        .columns(['collection_id', 'logo_id'])
        .expression(q => q.selectFrom('made').select(eb => ['collection_id', eb.val(logo_id).as('logo_id')]))
        .execute()
    await hold('Private', false, designer.designer_id)
    const find = async () => (await lapsed.call(api.logos.find, { logo_id })).data[0]!
    expect((await find()).collections).toEqual([])
    const { designer_id } = await createDesigner(server.db)
    for (let i = 0; i < 21; i++) await hold(`Public ${i}`, true, designer_id)
    const { collections } = await find()
    expect(collections!.map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, i) => `Public ${20 - i}`),
    )
  })

  test('tell only the owner the state of the logo’s entry, and no result before publication', async () => {
    const owner = await createDesigner(server.db)
    const clients = [
      await server.signIn(owner),
      server.visit(),
      await server.signIn(await createDesigner(server.db)),
    ]
    const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id, is_ranked: true })
    const { book_id } = await server.db
      .insertInto('book')
      .values({ series: 'book', number: 77, state: 'judging' })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    const standing = async () => {
      const found = await Promise.all(clients.map(client => client.call(api.logos.find, { logo_id })))
      const [own, ...others] = found.map(({ data: [logo] }) => logo!)
      for (const logo of others) expect(logo).not.toHaveProperty('book_standing')
      return own!.book_standing
    }
    expect(await standing()).toBeNull()
    await server.db.insertInto('entry').values({ book_id, logo_id }).execute()
    expect(await standing()).toEqual({ book: 77, standing: 'judging' })
    await server.db.insertInto('award').values({ book_id, logo_id }).execute()
    expect(await standing()).toEqual({ book: 77, standing: 'judging' })
    const update = server.db.updateTable('book').where('book_id', '=', book_id)
    await update.set({ state: 'published' }).execute()
    expect(await standing()).toEqual({ book: 77, standing: 'selected' })
    await server.db.deleteFrom('award').where('book_id', '=', book_id).execute()
    expect(await standing()).toEqual({ book: 77, standing: 'kept' })
    await server.db.updateTable('logo').set({ is_ranked: false }).where('logo_id', '=', logo_id).execute()
    expect(await standing()).toBeNull()
  })

  test('say of a new upload that it is entered for the open book', async () => {
    const open = await server.db
      .selectFrom('book')
      .where('state', '=', 'open')
      .select('number')
      .executeTakeFirst()
    const number = open?.number ?? 78
    if (!open) await server.db.insertInto('book').values({ series: 'book', number }).execute()
    const member = await server.signIn(await createDesigner(server.db))
    const { logo_id } = await member.call(api.logos.submit, await submission())
    const { data } = await member.call(api.logos.find, { logo_id })
    expect(data[0]!.book_standing).toEqual({ book: number, standing: 'entered' })
  })
})

describe('a like', () => {
  test('repeated counts once, and removed counts no more', async () => {
    const { logo_id } = await createLogo(server.db)
    const member = await server.signIn(await createDesigner(server.db))
    const like = (state: 0 | 1) => member.call(api.logos.like, { logo_id, state })
    expect(await like(1)).toEqual({ logo_id, is_liked: 1, like_ct: 1 })
    expect(await like(1)).toEqual({ logo_id, is_liked: 1, like_ct: 1 })
    expect((await member.call(api.logos.find, { logo_id })).data[0]).toMatchObject({
      is_liked: 1,
      like_ct: 1,
    })
    expect(await like(0)).toEqual({ logo_id, is_liked: 0, like_ct: 0 })
    expect(await like(0)).toEqual({ logo_id, is_liked: 0, like_ct: 0 })
  })

  test('of an unknown logo is 404; without one, 400', async () => {
    const member = await server.signIn(await createDesigner(server.db))
    for (const state of [0, 1] as const)
      for (const logo_id of [2_000_000_000, 99_999_999_999])
        expect((await refusal(member.call(api.logos.like, { logo_id, state }))).status).toBe(404)
    for (const body of [
      {},
      { logo_id: 1 },
      { logo_id: 1, state: 2 },
      { logo_id: 'x', state: 1 },
      { logo_id: 1, state: true },
    ])
      expect((await refusal(member.call(api.logos.like, body as never))).status).toBe(400)
  })

  test('of several at once, those that are refused fail alone, each in its own way', async () => {
    const owner = await createDesigner(server.db)
    const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id })
    const hidden = await createLogo(server.db)
    await server.db
      .updateTable('logo')
      .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'A copy' })
      .where('logo_id', '=', hidden.logo_id)
      .execute()
    const designers = await Promise.all(Array.from({ length: 12 }, () => createDesigner(server.db)))
    await server.db
      .insertInto('member_block')
      .values({
        blocker_id: owner.designer_id,
        blocked_id: designers[9]!.designer_id,
        created_at: new Date(),
      })
      .execute()
    const members = await Promise.all(designers.map(designer => server.signIn(designer)))
    const logoOf: Record<number, number> = { 4: hidden.logo_id, 6: 2_000_000_000, 11: 99_999_999_999 }
    const statuses = (state: 0 | 1) =>
      Promise.all(
        members.map(async (member, i) => {
          const body = { logo_id: logoOf[i] ?? logo_id, state }
          return (await member.send({ method: 'POST', url: '/api/logos/like', body })).statusCode
        }),
      )
    expect(await statuses(1)).toEqual([200, 200, 200, 200, 404, 200, 404, 200, 200, 403, 200, 404])
    const found = async () => (await members[0]!.call(api.logos.find, { logo_id })).data[0]
    expect(await found()).toMatchObject({ is_liked: 1, like_ct: 8 })
    const { count } = await server.db
      .selectFrom('activity')
      .where('designer_id', '=', owner.designer_id)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(8)
    expect(await statuses(0)).toEqual([200, 200, 200, 200, 404, 200, 404, 200, 200, 200, 200, 404])
    expect(await found()).toMatchObject({ is_liked: 0, like_ct: 0 })
  })

  test('of several equal ones at once, one has changed it', async () => {
    const { logo_id } = await createLogo(server.db)
    const { designer_id } = await createDesigner(server.db)
    for (const liked of [true, false]) {
      const all = await Promise.all(
        Array.from({ length: 6 }, () => setLike(server.db, logo_id, designer_id, liked)),
      )
      expect(all.filter(({ isChanged }) => isChanged)).toHaveLength(1)
      expect(all.map(({ result }) => result)).toEqual(all.map(() => ({ logo_id, like_ct: liked ? 1 : 0 })))
    }
  })

  test('appears in the owner’s activity and disappears when removed; the owner’s own never appears', async () => {
    const owner = await createDesigner(server.db)
    const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id })
    const [own, other] = [await server.signIn(owner), await server.signIn(await createDesigner(server.db))]
    const items = () =>
      server.db
        .selectFrom('activity')
        .where('designer_id', '=', owner.designer_id)
        .select(['type', 'logo_id'])
        .execute()
    await own.call(api.logos.like, { logo_id, state: 1 })
    expect(await items()).toEqual([])
    await other.call(api.logos.like, { logo_id, state: 1 })
    expect(await items()).toEqual([{ type: 'like', logo_id }])
    await other.call(api.logos.like, { logo_id, state: 0 })
    expect(await items()).toEqual([])
  })
})

describe('Following', () => {
  test('pages through the logos of followed designers once, newest first, and counts them', async () => {
    const member = await createDesigner(server.db)
    const client = await server.signIn(member)
    const followed = [await createDesigner(server.db), await createDesigner(server.db)]
    await createLogo(server.db, { designer_id: (await createDesigner(server.db)).designer_id })
    await createLogo(server.db, { designer_id: member.designer_id })
    // Two share each timestamp, of different designers.
    const expected: number[] = []
    for (let i = 0; i < 70; i++) {
      const upload_date = new Date(Date.UTC(2020, 0, 1 + Math.floor(i / 2)))
      const { designer_id } = followed[i % 2]!
      expected.unshift((await createLogo(server.db, { designer_id, upload_date })).logo_id)
    }
    expect(await client.call(api.logos.following, {})).toEqual({ data: [], count: 0 })
    for (const { designer_id } of followed) await client.call(api.designers.follow, { designer_id, state: 1 })
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(page => client.call(api.logos.following, { page })),
    )
    expect([first, second, third].map(p => [p!.data.length, p!.count])).toEqual([
      [50, 70],
      [20, 70],
      [0, 70],
    ])
    expect([...first!.data, ...second!.data].map(l => l.logo_id)).toEqual(expected)
    expect(first!.data.every(l => l.is_followed === 1)).toBe(true)
    await client.call(api.designers.follow, { designer_id: followed[0]!.designer_id, state: 0 })
    expect((await client.call(api.logos.following, { page_size: 100 })).data.length).toBe(35)
  })
})

describe('related logos', () => {
  let client: Client
  let kin: TestServer
  beforeAll(async () => {
    kin = await startTestServer()
    client = kin.visit()
  })
  afterAll(() => kin.close())
  const related = async (logo_id: number) =>
    (await client.call(api.logos.related, { logo_id })).data.map(l => l.logo_id)
  const add = async (overrides: Parameters<typeof createLogo>[1]) =>
    (await createLogo(kin.db, overrides)).logo_id

  test('are the nearest by keywords, industry, kind and ground, one per other designer', async () => {
    const [own, rival] = [await createDesigner(kin.db), await createDesigner(kin.db)]
    const facts = { keywords: ['Owl', 'night', 'bird'], industry: 'Publishing', ground: '#ffffff' }
    const logo_id = await add({ ...facts, designer_id: own.designer_id })
    await add({ ...facts, designer_id: own.designer_id })
    const far = await add({ logotype: 'Combo', ground: '#000000' })
    const kind = await add({ logotype: 'Symbol' })
    const industry = await add({ logotype: 'Combo', industry: 'publishing' })
    const oneWord = await add({
      logotype: 'Combo',
      industry: 'Publishing',
      keywords2: ['BIRD', 'sea', 'gull'],
    })
    const dark = await add({ ...facts, designer_id: rival.designer_id, ground: '#101010' })
    const twin = await add({ ...facts, keywords: ['bird', 'owl', 'Night'], designer_id: rival.designer_id })
    expect(await related(logo_id)).toEqual([twin, oneWord, industry, kind])
    expect(await related(logo_id)).not.toContain(dark)
    const pale = await add({ ...facts, ground: '#fefefe' })
    expect(await related(logo_id)).toEqual([twin, pale, oneWord, industry])
    expect((await related(far)).length).toBe(4)
  })

  test('rank three shared keywords of three above three of thirty', async () => {
    const words = ['fox', 'forest', 'tail']
    const logo_id = await add({ keywords: words })
    await add({ keywords: [...words, ...Array.from({ length: 27 }, (_, i) => `word ${i}`)] })
    const precise = await add({ keywords: words })
    await add({ keywords: [...words, ...Array.from({ length: 27 }, (_, i) => `other ${i}`)] })
    expect((await related(logo_id))[0]).toBe(precise)
  })

  test('are cached by keywords, so that new logos and edits of others count after ten minutes; an edit of the logo itself, hiding and blocks at once', async () => {
    const facts = { keywords: ['kelp', 'tide'], logotype: 'Symbol' as const }
    const logo_id = await add(facts)
    const others = []
    for (let i = 0; i < mostNear; i++) others.push(await createLogo(kin.db, facts))
    const newestFirst = others.map(other => other.logo_id).reverse()
    expect(await related(logo_id)).toEqual(newestFirst.slice(0, 4))
    const later = await add(facts)
    expect(await related(logo_id)).toEqual(newestFirst.slice(0, 4))

    await kin.db
      .updateTable('logo')
      .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
      .where('logo_id', '=', newestFirst[0]!)
      .execute()
    expect(await related(logo_id)).toEqual(newestFirst.slice(1, 5))
    const reader = await createDesigner(kin.db)
    const [blocked, blocker] = [others.at(-2)!.designer_id, others.at(-4)!.designer_id]
    await kin.db
      .insertInto('member_block')
      .values([
        { blocker_id: reader.designer_id, blocked_id: blocked, created_at: new Date() },
        { blocker_id: blocker, blocked_id: reader.designer_id, created_at: new Date() },
      ])
      .execute()
    const member = await kin.signIn(reader)
    const seen = (await member.call(api.logos.related, { logo_id })).data.map(l => l.logo_id)
    expect(seen).toEqual([2, 4, 5, 6].map(i => newestFirst[i]))

    kin.clock.aheadMs += 10 * 60_000 + 1
    expect(await related(logo_id)).toEqual([later, ...newestFirst.slice(1, 4)])
    const other = await add({ keywords: ['dune'], logotype: 'Combo', industry: 'Sand' })
    await kin.db
      .updateTable('logo')
      .set({ keywords: ['dune'], industry: 'Sand', logotype: 'Combo' })
      .where('logo_id', '=', logo_id)
      .execute()
    expect((await related(logo_id))[0]).toBe(other)
    await kin.db
      .updateTable('logo')
      .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
      .where('logo_id', '=', logo_id)
      .execute()
    expect((await refusal(related(logo_id))).status).toBe(404)
  })

  test('are fewer if there are fewer designers; an unknown logo is 404', async () => {
    const lonely = await startTestServer()
    const only = await createLogo(lonely.db)
    await createLogo(lonely.db, { designer_id: only.designer_id })
    const find = () => lonely.visit().call(api.logos.related, { logo_id: only.logo_id })
    expect(await find()).toEqual({ data: [], count: 0 })
    const second = await createLogo(lonely.db)
    const { data, count } = await find()
    await lonely.close()
    expect([data.map(l => l.logo_id), count]).toEqual([[second.logo_id], 1])
    for (const logo_id of [2_000_000_000, 99_999_999_999])
      expect((await refusal(client.call(api.logos.related, { logo_id }))).status).toBe(404)
    expect((await client.send({ method: 'GET', url: '/api/logos/related' })).statusCode).toBe(400)
  })
})

describe('comments', () => {
  let logo_id: number
  let author: Awaited<ReturnType<typeof createDesigner>>
  let client: Client
  let other: Client
  beforeEach(async () => {
    logo_id = (await createLogo(server.db)).logo_id
    author = await createDesigner(server.db)
    client = await server.signIn(author)
    other = await server.signIn(await createDesigner(server.db))
  })
  const add = (text: string, by = client) => by.call(api.logos.addComment, { logo_id, comment: text })

  test('are open to everyone, newest first, with their author', async () => {
    const first = await add(' Fine curves. ')
    expect(first).toEqual({
      logo_comment_id: first.logo_comment_id,
      comment: 'Fine curves.',
      date_added: first.date_added,
      designer_id: author.designer_id,
      slug: author.slug,
      company: author.company,
      avatar_url: '',
    })
    const second = await add('<b>Bold</b>', other)
    // The same timestamp: the order must be total all the same.
    await server.db
      .updateTable('comment')
      .set({ created_at: new Date(first.date_added) })
      .where('logo_id', '=', logo_id)
      .execute()
    const { data, count } = await server.visit().call(api.logos.comments, { logo_id })
    expect(data.map(c => c.logo_comment_id)).toEqual([second.logo_comment_id, first.logo_comment_id])
    expect([data[0]!.comment, count]).toEqual(['<b>Bold</b>', 2])
  })

  test('need 1 to 2,000 characters and an existing logo', async () => {
    expect((await add('c'.repeat(2000))).comment).toHaveLength(2000)
    const errors = async (comment: unknown) => (await refusal(add(comment as string))).body.errors
    for (const empty of ['', ' \n ']) expect(await errors(empty)).toEqual({ comment: 'Comment is required' })
    expect(await errors('c'.repeat(2001))).toEqual({ comment: 'At most 2000 characters, please.' })
    for (const wrong of [undefined, 1, 'nul\0']) expect(await errors(wrong)).toHaveProperty('comment')
    for (const missing of [2_000_000_000, 99_999_999_999]) {
      const comment = { logo_id: missing, comment: 'Where?' }
      expect((await refusal(client.call(api.logos.addComment, comment))).status).toBe(404)
      expect((await refusal(client.call(api.logos.comments, { logo_id: missing }))).status).toBe(404)
    }
    expect((await client.call(api.logos.comments, { logo_id })).count).toBe(1)
  })

  test('can be written by active members only', async () => {
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    expect((await refusal(add('Hello', server.visit()))).status).toBe(401)
    expect((await refusal(add('Hello', lapsed))).status).toBe(403)
    expect((await lapsed.call(api.logos.comments, { logo_id })).data).toEqual([])
  })

  test('are removed by their author or the logo’s owner, not by others', async () => {
    const owner = await createDesigner(server.db)
    logo_id = (await createLogo(server.db, { designer_id: owner.designer_id })).logo_id
    const { logo_comment_id: comment_id } = await add('Mine')
    const remove = (by: Client, id = comment_id) => by.call(api.reports.removeComment, { comment_id: id })
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    for (const [by, status] of [
      [server.visit(), 401],
      [lapsed, 403],
      [other, 403],
    ] as const)
      expect((await refusal(remove(by))).status).toBe(status)
    expect(await remove(client)).toEqual({ logo_comment_id: comment_id })
    for (const id of [comment_id, 99_999_999_999])
      expect((await refusal(remove(client, id))).status).toBe(404)
    const third = await add('Mine, as well')
    expect(await remove(await server.signIn(owner), third.logo_comment_id)).toEqual({
      logo_comment_id: third.logo_comment_id,
    })
    expect((await client.call(api.logos.comments, { logo_id })).count).toBe(0)
  })

  test('are removed by a moderator without a membership, who can’t write one; not by staff without the ability', async () => {
    const writer = await createDesigner(server.db)
    const { logo_comment_id: comment_id } = await add('Spam', await server.signIn(writer))
    const [moderator, support] = await Promise.all(
      (['moderator', 'support'] as const).map(async role =>
        server.signIn(await createDesigner(server.db, { role, membership: 'none' })),
      ),
    )
    const remove = (by: Client, why?: string) => by.call(api.reports.removeComment, { comment_id, why })
    expect(await refusal(remove(support!, 'Advertising'))).toMatchObject({
      status: 403,
      body: { error: 'Only its author and the logo’s owner may remove a comment.' },
    })
    const open = await createDesigner(server.db, { role: 'moderator', has_demo_password: false })
    expect(await refusal(remove(await server.signIn(open), 'Advertising'))).toMatchObject({
      status: 403,
      body: { code: 'factor_required' },
    })
    expect(await refusal(remove(moderator!))).toMatchObject({
      status: 400,
      body: { errors: { why: expect.stringContaining('Say why') } },
    })
    expect((await client.call(api.logos.comments, { logo_id })).data[0]).toMatchObject({ comment: 'Spam' })
    expect(await remove(moderator!, 'Advertising')).toEqual({ logo_comment_id: comment_id })
    expect((await client.call(api.logos.comments, { logo_id })).data).not.toContainEqual(
      expect.objectContaining({ comment: 'Spam' }),
    )
    expect((await refusal(remove(moderator!, 'Again'))).status).toBe(404)
    const letters = server.db
      .selectFrom('mail')
      .where('to_address', '=', writer.email)
      .select(['kind', 'text'])
    expect(await letters.execute()).toEqual([
      { kind: 'decision', text: expect.stringMatching(/Advertising[\s\S]*\/appeal\?token=/) },
    ])
    const decision = server.db.selectFrom('decision').where('kind', '=', 'comment')
    expect(await decision.where('subject_id', '=', comment_id).select(['decision', 'why']).execute()).toEqual(
      [{ decision: 'remove', why: 'Advertising' }],
    )
    expect(await refusal(add('Hello', moderator))).toMatchObject({
      status: 403,
      body: { code: 'membership_required' },
    })
  })
})
