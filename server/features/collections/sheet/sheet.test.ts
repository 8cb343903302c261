import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as api from '../../../../shared/api.ts'
import { mostSheetLogos, sheetCounts, sheetPapers } from '../../../../shared/rules/contact-sheet.ts'
import { dayMs } from '../../../../shared/rules/time.ts'
import { createDesigner, createLogo } from '../../../../tests/factories.ts'
import { readPdf } from '../../../../tests/read-pdf.ts'
import { type Client, startTestServer, type TestServer, untilWindowLasts } from '../../../../tests/server.ts'
import { countHit } from '../../../http/limits.ts'
import { drawSheet, type Sheet } from './draw-sheet.ts'
import { gridOf, margin, papers } from './layout.ts'
import { perVisitor } from './serve-sheet.ts'
import { typeset } from './typefaces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Designer = Awaited<ReturnType<typeof createDesigner>>
const get = (client: Client, query: object) =>
  client.send({ method: 'GET', url: `/api/collections/sheet?${new URLSearchParams(query as never)}` })

/** A collection of a new member with some logos, the first one on top. */
async function makeCollection(titles: string[], is_public: '0' | '1' = '1', maker?: Designer) {
  const owner = await createDesigner(server.db, { company: 'Rook & Sons' })
  const own = await server.signIn(owner)
  const { light_box_id } = await own.call(api.collections.create, { name: 'Owls', is_public })
  const { designer_id } = maker ?? (await createDesigner(server.db, { company: 'Mill Lane' }))
  const ids: number[] = []
  for (const title of titles.toReversed()) {
    const { logo_id } = await createLogo(server.db, { title, designer_id, designer: 'Ada Vale' })
    await own.call(api.collections.save, { collection_id: light_box_id, logo_id, state: 1 })
    ids.unshift(logo_id)
  }
  return { owner, own, collection_id: String(light_box_id), ids }
}

test('shows a collection in its order with title, designer and company under each logo, pages numbered, fonts embedded', async () => {
  const { own, collection_id, ids } = await makeCollection([
    'Barn Owl',
    'Čapek',
    'Сова',
    '東京',
    'Fifth',
    'Sixth',
    'Seventh',
  ])
  const image = 'ab'.repeat(16)
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#e4002b' } })
    .webp()
    .toBuffer()
  await server.files.put(`images/${image}-2-900.webp`, picture)
  await server.db
    .updateTable('logo')
    .set({ image: `${image}-2` })
    .where('logo_id', '=', ids[0]!)
    .execute()
  const answer = await get(server.visit(), { collection_id, per_page: '6', paper: 'letter' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="collection-${collection_id}-letter.pdf"`,
    'x-robots-tag': 'noindex',
  })
  const { pages, fonts } = readPdf(answer.rawPayload)
  expect(pages.map(page => page.size)).toEqual([
    [612, 792],
    [612, 792],
  ])
  expect(pages.map(page => page.pictures)).toEqual([1, 0])
  const [first, second] = pages.map(page => page.lines) as [string[], string[]]
  expect(first.slice(0, 8)).toEqual([
    'Owls',
    'by Rook & Sons · 7 logos',
    'Barn Owl',
    'Ada Vale',
    'Mill Lane',
    'Čapek',
    'Ada Vale',
    'Mill Lane',
  ])
  // No font has Chinese: the number stands for the title, and the page says so.
  expect(first).toContain('Сова')
  expect(first).toContain(`Logo ${ids[3]}`)
  expect(first.join(' ')).toContain('Where our fonts lack a script')
  expect(first.at(-1)).toBe('Page 1 of 2')
  expect(second).toEqual([
    'Owls',
    'by Rook & Sons · 7 logos',
    'Seventh',
    'Ada Vale',
    'Mill Lane',
    expect.stringMatching(/ · \w+ \d+, \d{4}$/),
    'Page 2 of 2',
  ])
  expect(new Set(fonts.map(({ name }) => name.split('-')[0]))).toEqual(
    new Set(['SchibstedGrotesk', 'AlegreyaSans']),
  )
  expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)

  await own.call(api.collections.order, {
    collection_id: Number(collection_id),
    logo_id: ids[6]!,
    after: null,
  })
  const again = readPdf((await get(own, { collection_id })).rawPayload)
  expect(again.pages.map(page => page.lines[2])).toEqual(['Seventh'])
})

test('shows no hidden logo, and of a private collection nothing to a stranger', async () => {
  const { own, collection_id, ids } = await makeCollection(['Shown', 'Hidden'], '0')
  await server.db
    .updateTable('logo')
    .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
    .where('logo_id', '=', ids[1]!)
    .execute()
  const linesOf = (answer: Awaited<ReturnType<typeof get>>) =>
    readPdf(answer.rawPayload).pages.flatMap(page => page.lines)
  const lines = linesOf(await get(own, { collection_id }))
  expect(lines).toContain('Shown')
  expect(lines).not.toContain('Hidden')

  const other = await server.signIn(await createDesigner(server.db))
  const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  for (const client of [server.visit(), other, moderator])
    expect((await get(client, { collection_id })).statusCode).toBe(404)
  const { url } = await own.call(api.collections.makeLink, {
    collection_id: Number(collection_id),
    until: new Date(Date.now() + 7 * dayMs).toISOString(),
  })
  const link = url!.split('/client/')[1]!
  expect(linesOf(await get(server.visit(), { link }))).toContain('Shown')
  await own.call(api.collections.removeLink, { collection_id: Number(collection_id) })
  expect((await get(server.visit(), { link })).statusCode).toBe(404)

  await server.db
    .updateTable('collection')
    .set({ is_public: true, hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
    .where('collection_id', '=', Number(collection_id))
    .execute()
  expect((await get(other, { collection_id })).statusCode).toBe(404)
  expect((await get(moderator, { collection_id })).statusCode).toBe(200)
})

test('made from a client link counts as an opening, once for each viewer and day', async () => {
  const { own, collection_id } = await makeCollection(['One'], '0')
  const which = { collection_id: Number(collection_id) }
  const until = new Date(Date.now() + 7 * dayMs).toISOString()
  const { url } = await own.call(api.collections.makeLink, { ...which, until })
  const link = url!.split('/client/')[1]!
  const opened = async () => (await own.call(api.collections.findLink, which)).opened
  for (const client of [own, server.visit(), server.visit()])
    expect((await get(client, { link })).statusCode).toBe(200)
  expect(await opened()).toBe(1)
  await server.visit().call(api.collections.find, { link })
  expect(await opened()).toBe(1)
})

test('is not drawn for a caller who has left while waiting', async () => {
  const [drawn, left] = [await makeCollection(['Drawn']), await makeCollection(['Left'])]
  const member = await createDesigner(server.db)
  const client = await server.signIn(member)
  const cookie = Object.entries(client.jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const imageOf = async ({ ids }: typeof left) =>
    (
      await server.db
        .selectFrom('logo')
        .where('logo_id', '=', ids[0]!)
        .select('image')
        .executeTakeFirstOrThrow()
    ).image
  const gate = Promise.withResolvers<void>()
  const { get: read } = server.files
  const reads = vi.spyOn(server.files, 'get').mockImplementation(async name => {
    await gate.promise
    return read(name)
  })
  const isRead = (image: string) => reads.mock.calls.some(([name]) => name.includes(image))
  try {
    const first = get(drawn.own, { collection_id: drawn.collection_id })
    const image = await imageOf(drawn)
    await expect.poll(() => isRead(image)).toBe(true)
    const leave = new AbortController()
    const waiting = fetch(`${origin}/api/collections/sheet?collection_id=${left.collection_id}`, {
      headers: { cookie },
      signal: leave.signal,
    }).catch((error: Error) => error.name)
    const counted = () =>
      server.db
        .selectFrom('limit_count')
        .where('key', '=', `sheet:member:${member.designer_id}`)
        .select('count')
        .execute()
    await expect.poll(counted).toEqual([{ count: 1 }])
    leave.abort()
    expect(await waiting).toBe('AbortError')
    const connections = () =>
      new Promise<number>(resolve => server.app.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(connections).toBe(0)
    gate.resolve()
    expect((await first).statusCode).toBe(200)
    // The next one waits behind that of the caller who has left.
    expect((await get(drawn.own, { collection_id: drawn.collection_id })).statusCode).toBe(200)
    expect(isRead(await imageOf(left))).toBe(false)
  } finally {
    gate.resolve()
    reads.mockRestore()
  }
})

test('of one caller only two are made at a time, so that others’ don’t wait behind them', async () => {
  const { own, collection_id } = await makeCollection(['One'])
  const gate = Promise.withResolvers<void>()
  const { get: read } = server.files
  const reads = vi.spyOn(server.files, 'get').mockImplementation(async name => {
    await gate.promise
    return read(name)
  })
  try {
    const made = Array.from({ length: 3 }, () => get(own, { collection_id }))
    expect((await Promise.race(made)).statusCode).toBe(429)
    const other = get(server.visit(), { collection_id })
    gate.resolve()
    const statuses = (await Promise.all([...made, other])).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429])
    expect((await get(own, { collection_id })).statusCode).toBe(200)
  } finally {
    gate.resolve()
    reads.mockRestore()
  }
})

test('is refused for an empty collection, for more than 200 logos, and for an unknown form', async () => {
  const { own, collection_id } = await makeCollection([])
  expect((await get(own, { collection_id })).statusCode).toBe(409)
  const { designer_id } = await createDesigner(server.db)
  const fill = async (count: number) => {
    const rows = Array.from({ length: count }, () => createLogo(server.db, { designer_id }))
    const logos = await Promise.all(rows)
    await server.db
      .insertInto('collection_logo')
      .values(logos.map(({ logo_id }) => ({ collection_id: Number(collection_id), logo_id })))
      .execute()
  }
  await fill(mostSheetLogos)
  const { pages } = readPdf((await get(own, { collection_id, per_page: '48' })).rawPayload)
  expect(pages).toHaveLength(5)
  await fill(1)
  const refused = await get(own, { collection_id })
  expect([refused.statusCode, refused.json().error]).toEqual([
    409,
    'A contact sheet holds 200 logos. This collection has 201 logos.',
  ])

  for (const query of [
    {},
    { collection_id, per_page: '7' },
    { collection_id, paper: 'a3' },
    { collection_id: 'x' },
  ])
    expect((await get(own, query)).statusCode).toBe(400)
  expect((await get(own, { collection_id: 2_000_000_000 })).statusCode).toBe(404)
})

test('a visitor makes ten in a minute', async () => {
  const { collection_id } = await makeCollection(['One'])
  const visitor = server.visit()
  /** With so many before it in its minute. A sheet may be drawn for longer than a minute lasts. */
  const getAfter = async (hits: number) => {
    await server.db.deleteFrom('limit_count').execute()
    await untilWindowLasts(60)
    for (let i = 0; i < hits; i++) await countHit(server.db, perVisitor, '127.0.0.1', server.services.now())
    return get(visitor, { collection_id })
  }
  expect((await getAfter(9)).statusCode).toBe(200)
  const refused = await getAfter(10)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
})

describe('the layout', () => {
  test.each(sheetPapers.flatMap(paper => sheetCounts.map(count => [paper, count] as const)))(
    'on %s with %s to a page keeps every logo and its caption apart and on the paper',
    (paper, count) => {
      const { side, left, line, title, credit, lead, placeOf } = gridOf(paper, count)
      const places = Array.from({ length: Number(count) }, (_, at) => placeOf(at))
      const below = (y: number) => y + side + 0.5 * title + lead * (title + 2 * credit)
      const { width, height } = papers[paper]
      for (const { x, y } of places) {
        expect(x + Math.max(side, line)).toBeLessThanOrEqual(width - margin.side + 0.01)
        expect(below(y)).toBeLessThan(height - margin.bottom - 25)
      }
      const next = places.find(({ y }) => y > places[0]!.y)!
      expect(below(places[0]!.y)).toBeLessThan(next.y)
      expect(side).toBeGreaterThan(45)
      // The row ends as far from the right edge of the paper as it begins from the left.
      const ends = places.filter(({ y }) => y === places[0]!.y).map(({ x }) => x + side)
      expect(Math.max(...ends)).toBeCloseTo(width - left)
    },
  )

  test('a line that is too long is shortened', async () => {
    const words = (text: string) => ({ text, instead: '' })
    const sheet: Sheet = {
      name: words('Endless '.repeat(40)),
      by: words('by Rook'),
      author: 'Rook',
      logos: [{ title: words('W'.repeat(200)), company: words('Rook') }],
      paper: 'a4',
      count: '48',
      siteName: 'Colophon',
      day: 'today',
      madeAt: new Date(),
    }
    const [name, , title] = readPdf(await drawSheet(sheet)).pages[0]!.lines
    expect(name).toMatch(/^(Endless )+E?n?d?l?e?s?s?…$/)
    expect(title).toMatch(/^W{5,20}…$/)
  })
})

test('text is set in one family where that has all of it; symbols that no font has are left out, letters are not', () => {
  const set = (text: string) =>
    typeset(text, 'regular')?.map(({ file, text: part }) => [file.split('/')[1], part])
  expect(set('Rook  & Sons')).toEqual([['schibsted-grotesk', 'Rook & Sons']])
  expect(new Set(set('Студия Rook')!.map(([family]) => family))).toEqual(new Set(['alegreya-sans']))
  expect(
    set('Owl 🦉')!
      .map(([, part]) => part)
      .join('')
      .trim(),
  ).toBe('Owl')
  for (const text of ['東京', 'Rook 東', 'مرحبا', '🦉', '']) expect(set(text)).toBeUndefined()
})
