import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { createDesigner, createLogo, makePicture, pictureFiles } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { wrongCounts } from '../../../tests/wrong-counts.ts'
import { poolOf } from '../../db/connect.ts'
import { originalName } from '../../outside/images.ts'
import { removeUnused } from '../pictures/remove-pictures.ts'

let server: TestServer
let designer: Awaited<ReturnType<typeof createDesigner>>
let owner: Client
let other: Client
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.aheadMs = 0
  designer = await createDesigner(server.db)
  owner = await server.signIn(designer)
  other = await server.signIn(await createDesigner(server.db))
})

const hours = 3_600_000
const missing = [2_000_000_000, 99_999_999_999]

async function submission(overrides: Partial<InputOf<typeof api.logos.submit>> = {}) {
  const file_base64 = overrides.file_base64 ?? (await makePicture()).toString('base64')
  return { logo: 'Rosa', logotype: 'Symbol' as const, filename: 'rosa.png', ...overrides, file_base64 }
}

const countOwn = async (client: Client) => (await client.call(api.logos.find, { designer_id: 'me' })).count

describe('an upload with an idempotency key', () => {
  const upload_key = 'key-of-this-upload'

  test('is one logo, however often and however fast it is sent', async () => {
    const sent = await submission({ upload_key })
    const answers = await Promise.all([1, 2, 3].map(() => owner.call(api.logos.submit, sent)))
    const late = await owner.call(api.logos.submit, { ...sent, logo: 'Another title' })
    expect(new Set([...answers, late].map(logo => logo.logo_id)).size).toBe(1)
    expect(late.logo).toBe('Rosa')
    expect(await countOwn(owner)).toBe(1)
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })

  test('is decoded once', async () => {
    const sent = await submission({ upload_key })
    const { logo_id, image } = await owner.call(api.logos.submit, sent)
    // Decoding is followed by storing, so what is not stored again was not decoded.
    await server.files.remove(originalName(image))
    expect((await owner.call(api.logos.submit, sent)).logo_id).toBe(logo_id)
    expect(await server.files.has(originalName(image))).toBe(false)
  })

  test('enters the open book once', async () => {
    await server.db.updateTable('book').set({ state: 'closed' }).where('state', '=', 'open').execute()
    const { book_id } = await server.db
      .insertInto('book')
      .values({ series: 'book', number: 15 })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    const sent = await submission({ upload_key })
    const { logo_id } = await owner.call(api.logos.submit, sent)
    await owner.call(api.logos.submit, sent)
    const entries = await server.db
      .selectFrom('entry')
      .select('logo_id')
      .where('book_id', '=', book_id)
      .execute()
    expect(entries.map(entry => entry.logo_id)).toEqual([logo_id])
  })

  test('is another logo for another designer, with another key, or without one', async () => {
    const sent = await submission({ upload_key })
    const logos = [
      await owner.call(api.logos.submit, sent),
      await other.call(api.logos.submit, sent),
      await owner.call(api.logos.submit, { ...sent, upload_key: `${upload_key}-2` }),
      await owner.call(api.logos.submit, { ...sent, upload_key: undefined }),
      await owner.call(api.logos.submit, { ...sent, upload_key: undefined }),
    ]
    expect(new Set(logos.map(logo => logo.logo_id)).size).toBe(5)
  })

  test('is refused with another picture, or an invalid key', async () => {
    await owner.call(api.logos.submit, await submission({ upload_key }))
    const again = await refusal(owner.call(api.logos.submit, await submission({ upload_key })))
    expect(again.status).toBe(409)
    for (const wrong of ['', 'short', 'x'.repeat(65), 'with space'])
      expect(
        (await refusal(owner.call(api.logos.submit, await submission({ upload_key: wrong })))).body.errors,
      ).toHaveProperty('upload_key')
    expect(await countOwn(owner)).toBe(1)
  })
})

test.each([
  ['left out', undefined],
  ['blank', '  '],
  ['nothing that can be seen', '\u200b\u200b'],
])('a title is required: %s', async (_, logo) => {
  const sent = { ...(await submission()), logo: logo as string }
  expect((await refusal(owner.call(api.logos.submit, sent))).body).toEqual({
    error: 'Title is required',
    errors: { logo: 'Title is required' },
  })
})

describe('editing a logo', () => {
  const everything = {
    logo: 'Otter',
    logotype: 'Combo' as const,
    designer: 'Ada Ferro',
    art_director: 'Ben Moss',
    creative_director: 'Cleo Marsh',
    assoc_creative_director: 'Dov Reed',
    illustrator: 'Esme Vale',
    photographer: 'Finn Thorn',
    client: 'Fernhill',
    industry: 'Fishing',
    description: 'Swims.\nSleeps.',
  }

  test('writes every credit and fact, and returns the logo as it is now', async () => {
    const before = await owner.call(api.logos.submit, await submission())
    const changed = await owner.call(api.logos.update, {
      ...everything,
      logo_id: before.logo_id,
      keywords: ', otter , water,Otter',
      keywords2: 'river',
    })
    const expected = { ...before, ...everything, keywords: 'otter,water', keywords2: 'river' }
    expect(changed).toEqual(expected)
    const { data } = await other.call(api.logos.find, { logo_id: before.logo_id })
    expect(data[0]).toMatchObject({ ...everything, keywords: 'otter,water', keywords2: 'river' })
  })

  test('keeps what is not sent, and stores an empty text', async () => {
    const before = await owner.call(api.logos.submit, await submission({ ...everything, keywords: 'otter' }))
    const { logo_id } = before
    expect(await owner.call(api.logos.update, { logo_id })).toEqual(before)
    expect(await owner.call(api.logos.update, { logo_id, client: '', keywords: ',' })).toEqual({
      ...before,
      client: '',
      keywords: '',
    })
  })

  test('accepts tags as keywords, unless keywords are sent', async () => {
    const { logo_id } = await createLogo(server.db, { designer_id: designer.designer_id })
    const edit = (sent: { tags?: string; keywords?: string }) =>
      owner.call(api.logos.update, { logo_id, ...sent }).then(logo => logo.keywords)
    expect(await edit({ tags: ',a , b' })).toBe('a,b')
    expect(await edit({ tags: 'a,b', keywords: ',c' })).toBe('c')
    expect(await edit({ tags: 'a,b', keywords: '' })).toBe('')
  })

  test('never writes computed columns or the owner', async () => {
    const before = await owner.call(api.logos.submit, await submission())
    const extra = {
      class_name: 'Awarded',
      is_ranked: true,
      designer_id: 1,
      like_ct: 99,
      view_count: 99,
      upload_date: '2001-01-01T00:00:00Z',
      image: '0'.repeat(32),
      file_base64: 'AAAA',
      upload_key: 'another-key',
    }
    const changed = await owner.call(api.logos.update, {
      logo_id: before.logo_id,
      client: 'Fernhill',
      ...extra,
    } as never)
    expect(changed).toEqual({ ...before, client: 'Fernhill' })
  })

  test('makes it found by its new words and not by its old ones, and related by its new keywords', async () => {
    const word = (name: string) => `${name}${designer.slug}`
    const old = { title: word('old'), keywords: [word('oldkey')], client: word('oldclient') }
    const { logo_id } = await createLogo(server.db, { designer_id: designer.designer_id, ...old })
    const kin = await createLogo(server.db, { keywords: [word('newkey')] })
    await owner.call(api.logos.update, {
      logo_id,
      logo: word('new'),
      keywords: word('newkey'),
      client: word('newclient'),
    })
    const search = async (input: { search_text?: string; search_client?: string }) =>
      (await other.call(api.logos.find, input)).data.map(logo => logo.logo_id)
    expect(await search({ search_text: word('new') })).toEqual([logo_id])
    expect((await search({ search_text: word('newkey') })).toSorted()).toEqual(
      [logo_id, kin.logo_id].toSorted(),
    )
    expect(await search({ search_client: word('newclient') })).toEqual([logo_id])
    for (const gone of [word('old'), word('oldkey')]) expect(await search({ search_text: gone })).toEqual([])
    expect(await search({ search_client: word('oldclient') })).toEqual([])
    const related = await other.call(api.logos.related, { logo_id: kin.logo_id })
    expect(related.data[0]!.logo_id).toBe(logo_id)
  })

  test('needs a title and an existing logotype; a text that is too long is named', async () => {
    const { logo_id } = await createLogo(server.db, { designer_id: designer.designer_id })
    const errorsOf = async (sent: object) =>
      (await refusal(owner.call(api.logos.update, { logo_id, ...sent } as never))).body.errors
    expect(await errorsOf({ logo: ' ' })).toEqual({ logo: 'Title is required' })
    expect(await errorsOf({ logotype: 'Sign' })).toEqual({ logotype: 'Logotype is required' })
    expect(await errorsOf({ photographer: 'x'.repeat(201) })).toEqual({
      photographer: 'At most 200 characters, please.',
    })
    const words = Array.from({ length: 31 }, (_, i) => `k${i}`).join()
    for (const field of ['keywords', 'keywords2', 'tags'])
      expect(await errorsOf({ [field]: words })).toEqual({ [field]: 'At most 30 keywords, please.' })
    expect(await errorsOf({ description: 'x'.repeat(2001) })).toHaveProperty('description')
    const { data } = await owner.call(api.logos.find, { logo_id })
    expect(data[0]).toMatchObject({ logo: 'Plain mark', keywords: '', description: '' })
  })

  test('is for its owner: another member gets 403, an administrator too; an unknown logo is 404', async () => {
    const { logo_id } = await createLogo(server.db, { designer_id: designer.designer_id })
    const admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
    for (const client of [other, admin])
      for (const call of [api.logos.update, api.logos.remove])
        expect((await refusal(client.call(call, { logo_id }))).status).toBe(403)
    for (const none of missing)
      for (const call of [api.logos.update, api.logos.remove])
        expect((await refusal(owner.call(call, { logo_id: none }))).status).toBe(404)
    expect(await countOwn(owner)).toBe(1)
  })
})

describe('deleting a logo', () => {
  const upload = async () => owner.call(api.logos.submit, await submission())
  const remove = (logo_id: number) => owner.call(api.logos.remove, { logo_id })
  const keptFiles = async (image: string) => {
    const kept: string[] = []
    for (const name of pictureFiles(image)) if (await server.files.has(name)) kept.push(name)
    return kept
  }

  test('is possible within 48 hours of the upload, and not after them', async () => {
    const [inTime, late] = [await upload(), await upload()]
    server.clock.aheadMs = 48 * hours - 60_000
    expect(await remove(inTime.logo_id)).toEqual({ logo_id: inTime.logo_id })
    server.clock.aheadMs = 48 * hours + 1000
    expect(await refusal(remove(late.logo_id))).toEqual({
      status: 409,
      body: { error: 'A logo can be deleted only within 48 hours of its upload.' },
    })
    const own = await owner.call(api.logos.find, { designer_id: 'me' })
    expect(own.data.map(logo => logo.logo_id)).toEqual([late.logo_id])
  })

  test('deletes all its dependent rows, and counts stay right', async () => {
    const { logo_id, logo } = await upload()
    await other.call(api.logos.like, { logo_id, state: 1 })
    await other.call(api.logos.addComment, { logo_id, comment: 'Fine.' })
    const { light_box_id: collection_id } = await other.call(api.collections.create, { name: 'Shelf' })
    await other.call(api.collections.save, { logo_id, collection_id, state: 1 })
    expect((await owner.call(api.designers.activity, {})).count).toEqual([3])
    const before = await other.call(api.logos.fresh, {})

    await remove(logo_id)

    expect((await owner.call(api.designers.activity, {})).count).toEqual([0])
    const after = await other.call(api.logos.fresh, {})
    expect(after.count).toBe(before.count - 1)
    expect(after.data.map(l => l.logo_id)).not.toContain(logo_id)
    for (const read of [api.logos.find, api.logos.comments, api.logos.related])
      expect((await refusal(other.call(read, { logo_id }))).status).toBe(404)
    expect((await other.call(api.logos.find, { search_text: logo })).data.map(l => l.logo_id)).not.toContain(
      logo_id,
    )
    expect((await other.call(api.designers.likes, {})).count).toBe(0)
    expect((await other.call(api.collections.find, { collection_id }))[0]).toMatchObject({
      count: 0,
      logo_ids_list: '',
    })
    expect((await refusal(remove(logo_id))).status).toBe(404)
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })

  test('withdraws it from the open book', async () => {
    const { logo_id } = await upload()
    expect(await entriesOf(logo_id)).toBe(1)
    await remove(logo_id)
    expect(await entriesOf(logo_id)).toBe(0)
  })
  const entriesOf = async (logo_id: number) =>
    (await server.db.selectFrom('entry').select('logo_id').where('logo_id', '=', logo_id).execute()).length

  test('is refused once it is in a published book', async () => {
    const { logo_id, image } = await upload()
    const { book_id } = await server.db
      .insertInto('book')
      .values({ series: 'book', number: 1, state: 'published', published_on: '2026-01-01' })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    await server.db.insertInto('award').values({ book_id, logo_id }).execute()
    expect(await refusal(remove(logo_id))).toEqual({
      status: 409,
      body: { error: 'A logo in a published book can’t be deleted.' },
    })
    expect(await keptFiles(image)).toEqual(pictureFiles(image))
  })

  test('removes its files', async () => {
    const { logo_id, image } = await upload()
    expect(await keptFiles(image)).toEqual(pictureFiles(image))
    await remove(logo_id)
    expect(await keptFiles(image)).toEqual([])
  })

  test('keeps the files while another logo of any designer has the same picture', async () => {
    const file_base64 = (await makePicture()).toString('base64')
    const mine = await owner.call(api.logos.submit, await submission({ file_base64 }))
    const theirs = await other.call(api.logos.submit, await submission({ file_base64 }))
    expect(theirs.image).toBe(mine.image)
    await remove(mine.logo_id)
    expect(await keptFiles(mine.image)).toEqual(pictureFiles(mine.image))
    await other.call(api.logos.remove, { logo_id: theirs.logo_id })
    expect(await keptFiles(mine.image)).toEqual([])
  })

  test('never leaves a logo without its picture when the same one is uploaded at the same time', async () => {
    const file_base64 = (await makePicture({ side: 40 })).toString('base64')
    let mine = await owner.call(api.logos.submit, await submission({ file_base64 }))
    for (let round = 0; round < 15; round += 1) {
      const [, again] = await Promise.all([
        remove(mine.logo_id),
        owner.call(api.logos.submit, await submission({ file_base64 })),
      ])
      mine = again
      expect(await keptFiles(mine.image)).toEqual(pictureFiles(mine.image))
    }
  })

  test('works while others like, save and comment it', async () => {
    const likers = await Promise.all(
      [1, 2, 3, 4].map(async () => server.signIn(await createDesigner(server.db))),
    )
    for (let round = 0; round < 8; round += 1) {
      const { logo_id } = await createLogo(server.db, { designer_id: designer.designer_id })
      const acts = likers.flatMap(client => [
        client.call(api.logos.like, { logo_id, state: 1 }),
        client.call(api.logos.addComment, { logo_id, comment: 'Fine.' }),
      ])
      const [removal, ...rest] = await Promise.allSettled([remove(logo_id), ...acts])
      expect(removal.status).toBe('fulfilled')
      for (const act of rest) if (act.status === 'rejected') expect(act.reason).toMatchObject({ status: 404 })
    }
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })

  test('accepts the id from the path, too', async () => {
    const { logo_id } = await upload()
    const answer = await owner.send({ method: 'DELETE', url: `/api/logos?logo_id=${logo_id}` })
    expect([answer.statusCode, answer.json()]).toEqual([200, { logo_id }])
  })
})

test('uploads wait or are refused while the store hangs, and all other calls are answered', async () => {
  const { put } = server.files
  const silence = Promise.withResolvers<void>()
  server.files.put = async (...overrides) => {
    await silence.promise
    return put(...overrides)
  }
  try {
    const pending = new Set<Promise<unknown>>()
    const uploads = []
    for (let i = 0; i < 12; i++) {
      const client = await server.signIn(await createDesigner(server.db))
      const upload = client.call(api.logos.submit, await submission())
      pending.add(upload)
      upload.finally(() => pending.delete(upload)).catch(() => {})
      uploads.push(upload)
    }
    // Three store, six wait; later ones are refused at once.
    await expect.poll(() => pending.size, { timeout: 20_000 }).toBe(9)
    const { waitingCount, idleCount } = poolOf.get(server.db)!
    expect(waitingCount).toBe(0)
    expect(idleCount).toBeGreaterThan(0)
    await server.visit().call(api.logos.fresh, {})
    expect((await server.visit().send({ method: 'GET', url: '/readyz' })).statusCode).toBe(200)
    silence.resolve()
    const ended = await Promise.allSettled(uploads)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    for (const one of ended) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 503 })
  } finally {
    silence.resolve()
    server.files.put = put
  }
})

describe('replacing the picture', () => {
  /** With a picture of its own each time, unless one is given. */
  const replace = async (client: Client, logo_id: number, picture?: Buffer) =>
    client.call(api.logos.replacePicture, {
      logo_id,
      file_base64: (picture ?? (await makePicture())).toString('base64'),
    })
  const isServed = async (client: Client, url: string) =>
    (await client.send({ method: 'GET', url })).statusCode === 200

  test('keeps likes and comments, names another picture, and says when; the same pixels again change nothing', async () => {
    const { logo_id, url } = await owner.call(api.logos.submit, await submission())
    await other.call(api.logos.like, { logo_id, state: 1 })
    await other.call(api.logos.addComment, { logo_id, comment: 'Nice.' })
    const picture = await makePicture()
    const replaced = await replace(owner, logo_id, picture)
    expect(replaced).toMatchObject({ logo_id, like_ct: 1, logo: 'Rosa' })
    expect(replaced.url).not.toBe(url)
    expect(Date.parse(replaced.replaced_at!)).toBeGreaterThan(0)
    const again = await replace(owner, logo_id, picture)
    expect(again).toEqual(replaced)
    const { data } = await other.call(api.logos.find, { logo_id })
    expect(data[0]).toMatchObject({ url: replaced.url, replaced_at: replaced.replaced_at, is_liked: 1 })
    expect((await other.call(api.logos.comments, { logo_id })).count).toBe(1)
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })

  test('the earlier picture is its owner’s and staff’s, in a report and by its address, and goes with the logo', async () => {
    const { logo_id, url, image } = await owner.call(api.logos.submit, await submission())
    const reported = await other.call(api.reports.file, {
      kind: 'logo',
      id: logo_id,
      reason: 'copied',
      text: '',
    })
    server.clock.aheadMs += 1000
    const { url: newUrl } = await replace(owner, logo_id)
    server.clock.aheadMs += 60_000
    const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
    const { data } = await moderator.call(api.desk.reports.list, { q: String(reported.report_id) })
    const subject = data.find(({ report_id }) => report_id === reported.report_id)!.subject!
    expect(subject.picture).toMatchObject({ image })
    expect(subject.replaced_at).not.toBeNull()
    for (const client of [owner, moderator]) expect(await isServed(client, url)).toBe(true)
    for (const client of [other, server.visit()]) {
      expect(await isServed(client, url)).toBe(false)
      expect(await isServed(client, newUrl)).toBe(true)
    }
    await owner.call(api.logos.remove, { logo_id })
    await removeUnused({ db: server.db, files: server.files }, error => {
      throw error
    })
    expect(await server.files.has(originalName(image))).toBe(false)
  })

  test('is the owner’s, within 48 hours or until the book has closed, and not of a hidden logo', async () => {
    const { logo_id } = await owner.call(api.logos.submit, await submission())
    const statusOf = async (client: Client, id = logo_id) => (await refusal(replace(client, id))).status
    expect(await statusOf(other)).toBe(403)
    expect(await statusOf(owner, missing[0])).toBe(404)
    await server.db.updateTable('book').set({ state: 'closed' }).where('state', '=', 'open').execute()
    const { book_id } = await server.db
      .insertInto('book')
      .values({ series: 'book', number: 900 + (logo_id % 90), state: 'open' })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    await server.db.deleteFrom('entry').where('logo_id', '=', logo_id).execute()
    await server.db.insertInto('entry').values({ book_id, logo_id }).execute()
    server.clock.aheadMs = 49 * hours
    await replace(owner, logo_id)
    await server.db
      .updateTable('book')
      .set({ state: 'closed', closed_at: new Date() })
      .where('book_id', '=', book_id)
      .execute()
    expect(await statusOf(owner)).toBe(409)
    server.clock.aheadMs = 0
    await replace(owner, logo_id)
    await server.db
      .updateTable('logo')
      .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
      .where('logo_id', '=', logo_id)
      .execute()
    expect(await statusOf(owner)).toBe(409)
  })
})
