import { randomFillSync } from 'node:crypto'
import type { Email } from 'postal-mime'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Band } from '../../../shared/rules/books.ts'
import { createDesigner, createLogo, makePicture } from '../../../tests/factories.ts'
import { startMailServer } from '../../../tests/mail-server.ts'
import { receiveMail } from '../../../tests/receive-mail.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { decodeLogo, pictureHash, storeLogo } from '../../outside/images.ts'
import { writeResultLetters } from './write-letters.ts'

let server: TestServer
let smtp: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  server = await startTestServer()
  smtp = await startMailServer()
})
afterAll(async () => {
  await smtp.close()
  await server.close()
})

let books = 20
type Entry = {
  title: string
  band: Band | null
  isIn?: boolean
  /** The upload; no file is stored without one. */
  picture?: Buffer
  hidden?: 'hidden' | 'removed'
}

/** A published book with the entries of one designer. */
async function publish(
  entries: Entry[],
  { opensNext = false, isJurorOfNext = false, membership = 'active' as 'active' | 'lapsed' } = {},
) {
  const { db, files } = server
  const number = ++books
  const designer = await createDesigner(db, { first_name: 'Ada', membership })
  const { book_id } = await db
    .insertInto('book')
    .values({ series: 'book', number, state: 'published', places: 60, published_on: '2026-11-01' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  await db.updateTable('book').set({ state: 'closed' }).where('state', '=', 'open').execute()
  if (opensNext) {
    const next = await db
      .insertInto('book')
      .values({ series: 'book', number: ++books, state: 'open', places: 60 })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    if (isJurorOfNext)
      await db
        .insertInto('juror')
        .values({ book_id: next.book_id, designer_id: designer.designer_id, number: 1, named_at: new Date() })
        .execute()
  }
  const images: string[] = []
  const ids: number[] = []
  for (const [i, { title, band, isIn, picture, hidden }] of entries.entries()) {
    const decoded = picture && (await decodeLogo(picture))
    if (decoded) await storeLogo(files, decoded)
    const { logo_id } = await createLogo(db, {
      title,
      designer_id: designer.designer_id,
      ...(decoded && { image: decoded.image }),
      ...(hidden && { hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'A copy' }),
      ...(hidden === 'removed' && { removed_at: new Date() }),
    })
    await db.insertInto('entry').values({ book_id, logo_id }).execute()
    const rank = band === null ? null : i + 1
    await db
      .insertInto('book_result')
      .values({ book_id, logo_id, rank, band, u: 0, v: 0, cross_check: 0 })
      .execute()
    if (isIn) await db.insertInto('award').values({ book_id, logo_id }).execute()
    images.push(decoded?.image ?? '')
    ids.push(logo_id)
  }
  await db.insertInto('result_letter').values({ book_id, designer_id: designer.designer_id }).execute()
  return { designer, images, ids, number }
}

/** Writes the letters that wait, sends them by SMTP, and parses the one to this address. */
async function receive(designer: { email: string }) {
  expect(await writeResultLetters(server.services)).toBe(1)
  expect(await writeResultLetters(server.services)).toBe(0)
  return receiveMail(server, smtp, designer)
}

const logoParts = (mail: Email) =>
  mail.attachments.filter(part => /^<(logo|plate)-/.test(part.contentId ?? ''))
const bytesOf = (part: { content: unknown }) => Buffer.from(part.content as ArrayBuffer)

test('each logo comes as an inline JPEG with its result: the plate when selected, else 56 px wide', async () => {
  const { designer, images, ids, number } = await publish([
    { title: 'Camel & Currant', band: 5, isIn: true, picture: await makePicture() },
    { title: 'Ekman “E”', band: 10, isIn: true, picture: await makePicture() },
    { title: 'Paper Whale seal', band: 25, picture: await makePicture() },
    { title: 'Elder Inn', band: 100, picture: await makePicture() },
  ])
  const mail = await receive(designer)
  const title = `Two of your logos are in Colophon Book ${number}`
  expect(mail.subject).toBe(title)
  expect(mail.html).toContain(`<h1 style="margin:0;font:inherit;text-wrap:balance">${title}</h1>`)

  const parts = logoParts(mail)
  const names = images.map((image, i) => (i < 2 ? `<plate-${ids[i]}>` : `<logo-${pictureHash(image)}-56>`))
  expect(parts.map(part => part.contentId)).toEqual(names)
  for (const [i, part] of parts.entries()) {
    expect([part.mimeType, part.disposition, part.related]).toEqual(['image/jpeg', 'inline', true])
    const { format, width, height } = await sharp(bytesOf(part)).metadata()
    expect([format, width, height]).toEqual(['jpeg', ...(i < 2 ? [1200, 630] : [112, 112])])
    const alt = ['Camel &#38; Currant', 'Ekman “E”', 'Paper Whale seal', 'Elder Inn'][i]
    const [words, side] = i < 2 ? [`The plate of ${alt}`, [534, 280]] : [alt, [56, 56]]
    const picture = `<img class="ink-2" src="cid:${names[i]!.slice(1, -1)}" alt="${words}" width="${side[0]}" height="${side[1]}"`
    const plate = `${server.services.publicUrl}/logo/${ids[i]}/plate`
    expect(mail.html).toContain(i < 2 ? `<a href="${plate}">${picture}` : picture)
  }
  expect(mail.html).toContain(`color:#c92f16">Selected for Book ${number}<`)
  const link = `/logo/${ids[0]}/plate`
  expect(mail.html).toContain(link)
  expect(mail.text).toContain(
    [
      'Three jurors saw each of them without your name, and the jury selected 2 of 4 logos.',
      '',
      'Camel & Currant',
      `Selected for Book ${number} · Top 5% of 4 logos`,
      `See its plate: ${server.services.publicUrl}${link}`,
    ].join('\n'),
  )
  expect(mail.text).toContain(
    'Paper Whale seal\nNot selected · top 25%\n\nElder Inn\nNot selected · lower half',
  )
  expect(mail.text).not.toContain('from now on')
})

test('winners are asked for the vector originals that they have not sent, and others for none; without a membership they are told that it takes one, and a suspended account is asked for none', async () => {
  const { designer, ids } = await publish([
    { title: 'Sent', band: 5, isIn: true },
    { title: 'Lacking', band: 5, isIn: true },
    { title: 'Hidden since', band: 5, isIn: true, hidden: 'hidden' },
    { title: 'Outside', band: 50 },
  ])
  const vector = { filename: 'a.svg', bytes: 9, sent_at: new Date() }
  await server.db
    .insertInto('vector')
    .values({ ...vector, logo_id: ids[0]!, file: '0'.repeat(32) })
    .execute()
  const { text } = await receive(designer)
  expect(text).toContain('we don’t have that of “Lacking” yet')
  expect(text).toContain(`Add the vector file:\n${server.services.publicUrl}/edit?logoId=${ids[1]}`)

  const both = await publish(['First', 'Second'].map(title => ({ title, band: 5, isIn: true }) as const))
  expect((await receive(both.designer)).text).toContain('we don’t have those of 2 of your logos yet')
  const none = await publish([{ title: 'Only', band: 5, isIn: true }])
  await server.db
    .insertInto('vector')
    .values({ ...vector, logo_id: none.ids[0]!, file: `0${'b'.repeat(31)}` })
    .execute()
  expect((await receive(none.designer)).text).not.toContain('vector')
  const lapsed = await publish([{ title: 'Late', band: 5, isIn: true }], { membership: 'lapsed' })
  const told = (await receive(lapsed.designer)).text
  expect(told).toContain('With a current membership you can add it under “Edit”')
  expect(told).toContain(`Your membership:\n${server.services.publicUrl}/account`)
  expect(told).not.toContain('/edit')

  const suspended = await publish([{ title: 'Barred', band: 5, isIn: true }])
  await server.db
    .updateTable('designer')
    .set({ suspended_until: new Date(Date.now() + 86_400_000) })
    .where('designer_id', '=', suspended.designer.designer_id)
    .execute()
  const { text: letter } = await receive(suspended.designer)
  expect(letter).toContain('Barred')
  expect(letter).not.toMatch(/vector|membership/)
})

test.each([
  [{ opensNext: true }, true],
  [{ opensNext: false }, false],
  [{ opensNext: true, isJurorOfNext: true }, false],
])(
  'without a selected logo the pictures are shown, and the open book is named if uploads enter it: %o',
  async (next, isNamed) => {
    const { designer, number } = await publish(
      [{ title: 'Crane Architects', band: 100, picture: await makePicture() }],
      next,
    )
    const mail = await receive(designer)
    expect(mail.subject).toBe(`Your result for Colophon Book ${number}`)
    expect(logoParts(mail)).toHaveLength(1)
    expect(mail.text).toContain(
      'Three jurors saw your logo without your name, and the jury selected 0 of 1 logo. Yours isn’t among them this time.',
    )
    expect(mail.text).toContain('Crane Architects\nNot selected · lower half')
    expect(mail.text?.includes(`What you upload from now on enters Book ${number + 1}.`)).toBe(isNamed)
  },
)

test('a removed or missing picture leaves its title, and a hidden logo no link', async () => {
  const { designer, ids } = await publish([
    { title: 'Hidden since', band: 5, isIn: true, picture: await makePicture(), hidden: 'hidden' },
    { title: 'Removed', band: null, picture: await makePicture(), hidden: 'removed' },
    { title: 'Without a file', band: 50 },
    { title: 'Shown', band: 5, isIn: true },
  ])
  const mail = await receive(designer)
  expect(mail.subject).toContain('Two of your logos are in')
  expect(logoParts(mail)).toHaveLength(1)
  expect(mail.html?.match(/<img[^>]*cid:logo-/g)).toHaveLength(1)
  expect(mail.text).toContain(`/logo/${ids[3]}/plate`)
  expect(mail.text).not.toContain(`/logo/${ids[0]}/plate`)
  expect(mail.html).not.toContain(`/logo/${ids[0]}/`)
  expect(mail.text).toContain('Removed\nNot ranked')
  expect(mail.html).toContain('Without a file')
})

test('a letter with a damaged picture is written without it', async () => {
  const { designer, images } = await publish([{ title: 'Damaged', band: 25, picture: await makePicture() }])
  await server.files.put(`images/${pictureHash(images[0]!)}-2-320.webp`, Buffer.from('not a picture'))
  const mail = await receive(designer)
  expect(logoParts(mail)).toEqual([])
  expect(mail.text).toContain('Damaged')
})

test('an upload with a transparent ground is shown on white', async () => {
  const picture = await sharp({
    create: { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const { designer } = await publish([{ title: 'Glass', band: 5, isIn: true, picture }])
  const [part] = logoParts(await receive(designer))
  const { dominant } = await sharp(bytesOf(part!)).stats()
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240)
})

test('of 600 entries 40 are shown, 500 are named and the rest is counted; the message stays below 6 MB', async () => {
  const noise = async () => {
    const data = randomFillSync(Buffer.alloc(320 * 320 * 3))
    return sharp(data, { raw: { width: 320, height: 320, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer()
  }
  const entries: Entry[] = []
  for (let i = 0; i < 600; i++)
    entries.push({
      title: `Mark ${i} ${'&'.repeat(180)}`,
      band: i < 45 ? 10 : 100,
      isIn: i < 45,
      ...(i < 40 && { picture: await noise() }),
    })
  const { designer, number } = await publish(entries)
  const mail = await receive(designer)
  expect(mail.subject).toBe(`45 of your logos are in Colophon Book ${number}`)
  expect(logoParts(mail)).toHaveLength(40)
  expect(mail.raw.length).toBeLessThan(6_000_000)
  expect(mail.text).toContain(`Selected for Book ${number}: Mark 40 `)
  for (const named of [0, 39, 40, 499]) expect(mail.text).toContain(`Mark ${named} `)
  expect(mail.text).not.toContain('Mark 500 ')
  expect(mail.text).toContain(' and 100 more logos')
})

test('an entrant without a logo left, or without an account, is settled and gets no letter', async () => {
  const { designer, ids } = await publish([{ title: 'Gone', band: 5 }])
  await server.db.deleteFrom('entry').where('logo_id', 'in', ids).execute()
  expect(await writeResultLetters(server.services)).toBe(1)
  const mails = await server.db
    .selectFrom('mail')
    .where('dedupe_key', 'like', `%${designer.designer_id}`)
    .select(['to_address', 'status'])
    .execute()
  expect(mails).toEqual([{ to_address: '', status: 'dead' }])
})
