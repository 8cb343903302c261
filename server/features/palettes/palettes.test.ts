import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { allowSvg } from '../../../tests/allow-svg.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { findNextPalette } from '../../jobs/find-palettes.ts'
import { originalName } from '../../outside/images.ts'
import { refreshSuggestions } from '../search/queries.ts'
import { countColorless } from './queries.ts'

allowSvg()

let server: TestServer
let member: Client
beforeAll(async () => {
  server = await startTestServer()
  member = await server.signIn(await createDesigner(server.db))
})
afterAll(() => server.close())

/** Uploads a picture of rings in these colours, the first outside, on white. */
async function upload(title: string, ...fills: string[]) {
  const rings = fills.map((fill, i) => `<circle cx="150" cy="150" r="${120 - 25 * i}" fill="${fill}"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="#fff"/>${rings.join('')}</svg>`
  const file = await sharp(Buffer.from(svg)).png().toBuffer()
  return member.call(api.logos.submit, {
    logo: title,
    logotype: 'Symbol',
    file_base64: file.toString('base64'),
  })
}

const search = async (input: Parameters<typeof member.call<typeof api.logos.find>>[1]) => {
  const { data, count } = await member.call(api.logos.find, input)
  expect(data).toHaveLength(count)
  return data.map(logo => logo.logo).toSorted()
}

test('an upload has its colours at once, and is found by each of them, by several, and by the kind of its palette', async () => {
  const logo = await upload('Red and blue', '#e4002b', '#123a7a')
  expect(logo.colors.map(color => color.hex)).toEqual(['#123a7a', '#e4002b'])
  expect(logo.colors[0]!.share + logo.colors[1]!.share).toBeCloseTo(1, 2)
  await upload('Red', '#e4002b')
  await upload('Black', '#000000')
  expect(await search({ color: 'e4002b' })).toEqual(['Red', 'Red and blue'])
  expect(await search({ color: ['E4002B', '123a7a'] })).toEqual(['Red and blue'])
  expect(await search({ color: 'e0102f', color_within: 3 })).toEqual(['Red', 'Red and blue'])
  expect(await search({ color: 'e0102f', color_within: 0 })).toEqual([])
  expect(await search({ color: 'e4002b', color_within: 0 })).toEqual(['Red', 'Red and blue'])
  // A distance without a colour.
  expect(await search({ search_text: 'red', color_within: 0 })).toEqual(await search({ search_text: 'red' }))
  // The ground is white, and is not one of the colours.
  expect(await search({ color: 'ffffff', color_within: 20 })).toEqual([])
  expect(await search({ palette: 'two-colors' })).toEqual(['Red and blue'])
  expect(await search({ palette: 'one-color', color: 'e4002b', search_text: 'red' })).toEqual(['Red'])
  expect(await search({ palette: 'black-and-white' })).toEqual(['Black'])
  for (const sort of ['recent', 'popular', 'oldest'] as const)
    expect(await search({ color: 'e4002b', sort })).toEqual(['Red', 'Red and blue'])
})

test('an invalid colour, a fourth colour and a distance out of range are refused; a repeated colour counts once', async () => {
  for (const color of ['#e4002b', 'f00', 'red', '', 'e4002b0', 'ggg000'])
    expect((await refusal(member.call(api.logos.find, { color }))).status).toBe(400)
  const four = ['000001', '000002', '000003', '000004']
  expect((await refusal(member.call(api.logos.find, { color: four }))).body.errors).toEqual({
    color: 'At most 3 colours, please.',
  })
  expect(await search({ color: ['e4002b', 'E4002B', 'e4002b', 'e4002b'] })).toEqual(['Red', 'Red and blue'])
  for (const color_within of ['101', '-1', '1.5', 'near', ''])
    expect(
      (await member.send({ method: 'GET', url: `/api/logos?color=e4002b&color_within=${color_within}` }))
        .statusCode,
    ).toBe(400)
  expect((await member.send({ method: 'GET', url: '/api/logos?palette=grey' })).statusCode).toBe(400)
})

test('a hidden logo is found by no colour and no palette, and is found again once it is shown', async () => {
  const logo_id = (await upload('Hidden green', '#00a651')).logo_id
  expect(await search({ color: '00a651', color_within: 5 })).toEqual(['Hidden green'])
  const set = (values: { hidden_at: Date | null; hidden_by: 'staff' | null; hidden_why: string | null }) =>
    server.db.updateTable('logo').set(values).where('logo_id', '=', logo_id).execute()
  await set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'test' })
  expect(await search({ color: '00a651', color_within: 5 })).toEqual([])
  await set({ hidden_at: null, hidden_by: null, hidden_why: null })
  expect(await search({ color: '00a651', color_within: 5 })).toEqual(['Hidden green'])
})

test('the search offers colours that shown logos have, with their names: the newest before any are counted, and what most have after the hourly refresh', async () => {
  const { logo_id } = await upload('Petrol', '#0b5d6b')
  await upload('Petrol again', '#0b5d6b')
  await upload('Like petrol', '#0c5e6c')
  const offered = async () => {
    await refreshSuggestions(server.db)
    return member.call(api.search.suggestedColors, {})
  }
  // Before the first refresh of a gallery that has just begun.
  expect(await member.call(api.search.suggestedColors, {})).toContainEqual({ hex: '#0b5d6b', name: 'Teal' })
  const before = await offered()
  expect(before).toContainEqual({ hex: '#0b5d6b', name: 'Teal' })
  // Of two colours that hardly differ, the more frequent one is offered.
  expect(before.map(color => color.hex)).not.toContain('#0c5e6c')
  for (const { hex } of before) {
    const found = await search({ color: hex.slice(1), color_within: 0 })
    expect(found.length, hex).toBeGreaterThan(0)
  }
  expect((await refusal(server.visit().call(api.search.suggestedColors, {}))).status).toBe(401)

  const hide = (title: string, hidden_at: Date | null) =>
    server.db
      .updateTable('logo')
      .set({ hidden_at, hidden_by: hidden_at && 'staff', hidden_why: hidden_at && 'test' })
      .where('title', '=', title)
      .execute()
  for (const title of ['Petrol', 'Petrol again', 'Like petrol']) await hide(title, new Date())
  expect(await search({ color: '0b5d6b', color_within: 5 })).toEqual([])
  expect((await offered()).map(color => color.hex)).not.toContain('#0b5d6b')
  await hide('Petrol', null)
  expect((await offered()).map(color => color.hex)).toContain('#0b5d6b')
  await server.db.deleteFrom('logo').where('logo_id', '=', logo_id).execute()
})

test('another process finds what is uploaded, changed and deleted at once', async () => {
  const { db } = server
  const other = (await import('../../db/color-index.ts')).makeColorIndex()
  const has = async (logo_id: number, color: string) => {
    const { segs, bits } = await other.find(db, [color], 2)
    const at = segs.indexOf(Math.floor(logo_id / 16_384))
    const bit = logo_id % 16_384
    return at >= 0 && (bits[20 + at * 2056 + 8 + (bit >> 3)]! & (0x80 >> (bit & 7))) !== 0
  }
  expect(await has(1, 'c0ffee')).toBe(false)
  const { logo_id } = await createLogo(db, { colors: JSON.stringify([{ hex: '#c0ffee', share: 1 }]) })
  expect(await has(logo_id, 'c0ffee')).toBe(true)
  await db
    .updateTable('logo')
    .set({ colors: JSON.stringify([{ hex: '#7a1fa2', share: 1 }]) })
    .where('logo_id', '=', logo_id)
    .execute()
  expect([await has(logo_id, 'c0ffee'), await has(logo_id, '7a1fa2')]).toEqual([false, true])
  // A logo that gets another picture has no colours until they are found.
  await db
    .updateTable('logo')
    .set({ image: 'ab'.repeat(16) })
    .where('logo_id', '=', logo_id)
    .execute()
  expect(await has(logo_id, '7a1fa2')).toBe(false)
  await db.deleteFrom('logo').where('logo_id', '=', logo_id).execute()
})

test('the job finds the colours of earlier logos, one by one; a missing or damaged picture is skipped and delays no other', async () => {
  const { db, files } = server
  const { logo_id, colors } = await upload('Earlier orange', '#ff7a00')
  await db.updateTable('logo').set({ colors: null, palette: null }).where('logo_id', '=', logo_id).execute()
  expect(await search({ color: 'ff7a00', color_within: 5 })).toEqual([])
  const missing = await createLogo(db, { title: 'Missing' })
  const damaged = await createLogo(db, { title: 'Damaged' })
  const { image } = await db
    .selectFrom('logo')
    .where('logo_id', '=', damaged.logo_id)
    .select('image')
    .executeTakeFirstOrThrow()
  await files.put(originalName(image), Buffer.from('no picture'))
  const left = await countColorless(db)
  expect(left).toBeGreaterThan(2)
  const done = []
  for (let i = 0; i <= left; i++) done.push(await findNextPalette({ db, files }))
  // The newest first.
  expect(done.slice(0, 3)).toEqual(['missing', 'missing', 'found'])
  expect(done.at(-1)).toBe('nothing')
  expect(await countColorless(db)).toBe(0)
  const { data } = await member.call(api.logos.find, { logo_id })
  expect(data[0]!.colors).toEqual(colors)
  expect(await search({ color: 'ff7a00', color_within: 5 })).toEqual(['Earlier orange'])
  for (const { logo_id } of [missing, damaged])
    expect((await member.call(api.logos.find, { logo_id })).data[0]!.colors).toEqual([])
})
