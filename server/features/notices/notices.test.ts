import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo, makePicture, testPassword } from '../../../tests/factories.ts'
import { startMailServer } from '../../../tests/mail-server.ts'
import { receiveMail } from '../../../tests/receive-mail.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { decodeLogo, storeLogo } from '../../outside/images.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'
import { writeNotices } from './write-notices.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** By then letters of the day and of the week were due. */
const week = 8 * day

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
beforeEach(() => {
  server.clock.aheadMs = 0
})

type Designer = Awaited<ReturnType<typeof createDesigner>>
const like = ({ designer_id }: { designer_id: number }, logo_id: number) =>
  server.db.insertInto('logo_like').values({ designer_id, logo_id }).execute()
const follow = (follower: Designer, followed: Designer) =>
  server.db
    .insertInto('follow')
    .values({ follower_id: follower.designer_id, followed_id: followed.designer_id })
    .execute()
const write = (designer: Designer, logo_id: number, comment: string) =>
  server.db
    .insertInto('comment')
    .values({ designer_id: designer.designer_id, logo_id, comment })
    .returning('comment_id')
    .executeTakeFirstOrThrow()
const hide = (table: 'logo' | 'comment', id: number) =>
  sql`update ${sql.table(table)} set hidden_at = now(), hidden_by = 'staff', hidden_why = 'Copied'
    where ${sql.ref(`${table}_id`)} = ${id}`.execute(server.db)

/** The letters about what is new to a member, in the order of writing. */
const lettersTo = ({ email }: { email: string }) =>
  server.db
    .selectFrom('mail')
    .where('kind', '=', 'news-letter')
    .where('to_address', '=', email)
    .select(['subject', 'html', 'text', 'unsubscribe_url'])
    .orderBy('created_at')
    .execute()

/** Writes what is due `aheadMs` from now. */
function writeAfter(aheadMs: number) {
  server.clock.aheadMs = aheadMs
  return writeNotices(server.services)
}

test('a new member gets comments and saved searches daily, the rest weekly; a change leaves the other kinds as they are', async () => {
  const client = await server.signIn(await createDesigner(server.db))
  const defaults = {
    comments: 'daily',
    follows: 'weekly',
    likes: 'weekly',
    new_work: 'weekly',
    saved_searches: 'daily',
    news: 'weekly',
    results: 'weekly',
  }
  expect(await client.call(api.notices.find, {})).toEqual(defaults)
  const changed = { ...defaults, comments: 'at_once', news: 'never' }
  expect(await client.call(api.notices.update, { comments: 'at_once', news: 'never' })).toEqual(changed)
  const wrong = await client.send({
    method: 'PUT',
    url: '/api/designers/notices',
    body: { likes: 'hourly' },
  })
  expect([wrong.statusCode, wrong.json().errors]).toEqual([
    400,
    { likes: 'at_once, daily, weekly or never, please.' },
  ])
  expect(await client.call(api.notices.find, {})).toEqual(changed)
})

test('one letter tells all that is new and visible to its reader, arrives by SMTP with pictures and one-click headers, and comes once', async () => {
  const { db } = server
  const [reader, friend, blocked, suspended] = [
    await createDesigner(db, { first_name: 'Ada' }),
    await createDesigner(db, { company: 'Ferro & Daughters' }),
    await createDesigner(db, { company: 'Blocked Brothers' }),
    await createDesigner(db, {
      company: 'Suspended Sisters',
      suspended_until: new Date(Date.now() + 99 * day),
    }),
  ]
  const client = await server.signIn(reader)
  const decoded = await decodeLogo(await makePicture())
  await storeLogo(server.files, decoded)
  const own = await createLogo(db, {
    designer_id: reader.designer_id,
    title: 'Paper Whale',
    image: decoded.image,
  })
  const hidden = await createLogo(db, { designer_id: reader.designer_id, title: 'Hidden Own' })
  for (const each of [friend, blocked, suspended]) await follow(reader, each)
  await client.call(api.searches.save, { name: 'Wind', query: 'search_text=zephyrine' })
  for (const each of [friend, blocked, suspended]) {
    await follow(each, reader)
    await like(each, own.logo_id)
    await write(each, own.logo_id, `Lovely, says ${each.company}`)
    await createLogo(db, { designer_id: each.designer_id, title: `Zephyrine of ${each.company}` })
  }
  const unwanted = await write(friend, own.logo_id, 'A hidden remark')
  await hide('comment', unwanted.comment_id)
  await write(friend, hidden.logo_id, 'On a hidden logo')
  await hide('logo', hidden.logo_id)
  const gone = await createLogo(db, { designer_id: friend.designer_id, title: 'Zephyrine hidden' })
  await hide('logo', gone.logo_id)
  const secret = await db
    .insertInto('collection')
    .values({ designer_id: friend.designer_id, name: 'Secret shelf', is_public: false })
    .returning('collection_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('collection_logo')
    .values({ collection_id: secret.collection_id, logo_id: own.logo_id })
    .execute()
  await client.call(api.designers.block, { designer_id: blocked.designer_id, state: 1 })

  expect(await writeAfter(week)).toBeGreaterThan(0)
  expect(await lettersTo(reader)).toHaveLength(1)
  const mail = await receiveMail(server, smtp, reader)
  expect(mail.subject).toBe('1 new comment, 1 new follower and more')
  for (const text of [mail.text!, mail.html!.replaceAll('&#38;', '&')]) {
    for (const told of [
      'Ada',
      'Paper Whale',
      'Lovely, says Ferro & Daughters',
      '1 new like',
      '1 new logo by designers you follow',
      'Zephyrine of Ferro & Daughters',
      '1 new logo for “Wind”',
    ])
      expect(text).toContain(told)
    for (const untold of [
      'Blocked Brothers',
      'Suspended Sisters',
      'A hidden remark',
      'On a hidden logo',
      'Hidden Own',
      'Zephyrine hidden',
      'new save',
      'Secret',
    ])
      expect(text).not.toContain(untold)
  }
  const header = (key: string) => mail.headers.filter(each => each.key === key).map(each => each.value)
  const unsubscribe_url = (await lettersTo(reader))[0]!.unsubscribe_url
  expect(unsubscribe_url).toContain('/unsubscribe?token=')
  expect(header('list-unsubscribe')).toEqual([`<${unsubscribe_url}>`])
  expect(header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  const pictures = mail.attachments.filter(part => part.contentId?.startsWith('<logo-'))
  expect(pictures).toHaveLength(1)
  expect(mail.html).toContain('width="160" height="160"')
  const { width } = await sharp(Buffer.from(pictures[0]!.content as ArrayBuffer)).metadata()
  expect(width).toBeGreaterThanOrEqual(160)

  expect(await writeAfter(2 * week)).toBe(0)
})

test('news that the reader has seen are left out, and without other news no letter is sent', async () => {
  const { db } = server
  const [reader, friend] = [await createDesigner(db), await createDesigner(db)]
  const client = await server.signIn(reader)
  const own = await createLogo(db, { designer_id: reader.designer_id })
  await client.call(api.searches.save, { name: 'Breeze', query: 'search_text=breezeful' })
  await like(friend, own.logo_id)
  const { logo_id } = await createLogo(db, { designer_id: friend.designer_id, title: 'Breezeful' })
  await follow(reader, friend)
  await like(reader, logo_id)
  await client.call(api.designers.seeActivity, {})
  const { data } = await client.call(api.searches.list, {})
  await client.call(api.searches.see, { search_id: data[0]!.search_id })
  await writeAfter(week)
  expect(await lettersTo(reader)).toEqual([])
})

test('no letter goes to a suspended, closed or refused address; a lapsed member hears of public things alone', async () => {
  const { db } = server
  const friend = await createDesigner(db)
  const suspended = await createDesigner(db, { suspended_until: new Date(Date.now() + 99 * day) })
  const [closed, refused, lapsed, active] = [
    await createDesigner(db),
    await createDesigner(db),
    await createDesigner(db, { membership: 'lapsed' }),
    await createDesigner(db),
  ]
  for (const each of [suspended, closed, refused, lapsed, active]) {
    const { logo_id } = await createLogo(db, { designer_id: each.designer_id })
    await write(friend, logo_id, 'Well made.')
    await follow(each, friend)
  }
  await createLogo(db, { designer_id: friend.designer_id, title: 'Lantern' })
  await (await server.signIn(closed)).call(api.auth.closeAccount, { password: testPassword })
  await db
    .insertInto('mail_suppression')
    .values({ address: refused.email, reason: 'No such user', created_at: new Date(Date.now() + week) })
    .execute()
  await writeAfter(week)
  for (const each of [suspended, closed, refused]) expect(await lettersTo(each)).toEqual([])
  expect(await lettersTo(active)).toMatchObject([{ text: expect.stringContaining('Well made.') }])
  const [letter] = await lettersTo(lapsed)
  expect(letter!.text).toContain('Lantern')
  expect(letter!.text).not.toContain('Well made.')
})

test('at once gathers two minutes, daily waits for the day, weekly for the week, and never is silent', async () => {
  const { db } = server
  const friend = await createDesigner(db)
  const readers: Designer[] = []
  for (const frequency of ['at_once', 'daily', 'weekly', 'never'] as const) {
    const reader = await createDesigner(db)
    const client = await server.signIn(reader)
    await client.call(api.notices.update, { comments: frequency })
    const { logo_id } = await createLogo(db, { designer_id: reader.designer_id })
    for (const said of ['First', 'Second']) await write(friend, logo_id, said)
    readers.push(reader)
  }
  const counts = async () => {
    const letters = []
    for (const reader of readers) letters.push((await lettersTo(reader)).length)
    return letters
  }
  // Daily or weekly letters may be due by chance within these minutes: only the first count is looked at.
  await writeAfter(minute)
  expect((await counts())[0]).toBe(0)
  await writeAfter(4 * minute)
  expect((await counts())[0]).toBe(1)
  expect(await lettersTo(readers[0]!)).toMatchObject([{ subject: '2 new comments' }])
  await writeAfter(week)
  expect(await counts()).toEqual([1, 1, 1, 0])
})

test('a kind that was off begins when it is switched on; one that changes its frequency loses nothing', async () => {
  const { db } = server
  const [reader, friend] = [await createDesigner(db), await createDesigner(db)]
  const client = await server.signIn(reader)
  const { logo_id } = await createLogo(db, { designer_id: reader.designer_id, title: 'Ember' })
  await client.call(api.notices.update, { likes: 'never' })
  await like(friend, logo_id)
  await write(friend, logo_id, 'Before the change.')
  await client.call(api.notices.update, { likes: 'daily', comments: 'weekly' })
  await writeAfter(week)
  expect(await lettersTo(reader)).toMatchObject([{ subject: '1 new comment' }])
})

test('each letter is written once: by several processes at a time, and after one that broke off half-way', async () => {
  const { db } = server
  const friend = await createDesigner(db)
  const readers: Designer[] = []
  for (let i = 0; i < 4; i++) {
    const reader = await createDesigner(db)
    const { logo_id } = await createLogo(db, { designer_id: reader.designer_id })
    await write(friend, logo_id, 'Once.')
    readers.push(reader)
  }
  server.clock.aheadMs = week
  // The second portion fails after its letter was inserted; the first one is committed.
  await sql`create function break_off() returns trigger language plpgsql as $$ begin
    if new.to_address = ${sql.lit(readers[1]!.email)} then raise 'broken off'; end if; return null; end $$`.execute(
    db,
  )
  await sql`create trigger break_off after insert on mail for each row execute function break_off()`.execute(
    db,
  )
  await expect(writeNotices(server.services, { portion: 1 })).rejects.toThrow('broken off')
  const written = async () => {
    const counts = []
    for (const reader of readers) counts.push((await lettersTo(reader)).length)
    return counts
  }
  expect(await written()).toEqual([1, 0, 0, 0])
  await sql`drop function break_off() cascade`.execute(db)
  server.clock.aheadMs = week + minute
  const counts = await Promise.all([1, 2, 3].map(portion => writeNotices(server.services, { portion })))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(await written()).toEqual([1, 1, 1, 1])
})

test('one click ends all of these letters without signing in; a GET, a changed token and one of another site change nothing', async () => {
  const { db, services } = server
  const designer = await createDesigner(db)
  const token = unsubscribeToken(services.secret, designer.designer_id)
  const click = (method: 'GET' | 'POST', given: string) =>
    server.app.inject({
      method,
      url: `/unsubscribe?${new URLSearchParams({ token: given })}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { payload: 'List-Unsubscribe=One-Click' }),
    })
  const chosen = () =>
    db
      .selectFrom('notice')
      .where('designer_id', '=', designer.designer_id)
      .where('frequency', '<>', 'never')
      .select('kind')
      .execute()
  await click('GET', token)
  for (const wrong of [
    '',
    'x',
    `${token}x`,
    token.replace(/^\d+/, '1'),
    unsubscribeToken('other', designer.designer_id),
  ])
    expect((await click('POST', wrong)).statusCode).toBe(400)
  expect((await refusal(server.visit().call(api.notices.unsubscribe, { token: 'x' }))).status).toBe(400)
  expect(await chosen()).toHaveLength(7)
  expect((await click('POST', token)).statusCode).toBe(200)
  expect(await chosen()).toEqual([])
  // Once more, and by the page's button.
  expect((await click('POST', token)).statusCode).toBe(200)
  expect(await server.visit().call(api.notices.unsubscribe, { token })).toEqual({ is_unsubscribed: 1 })
})
