import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDesigner, createLogo } from '../tests/factories.ts'
import { runAdmin } from '../tests/run-admin.ts'
import { compileCache } from '../tests/running-server.ts'
import { startTestServer, type TestServer } from '../tests/server.ts'
import { audit } from './features/audit/queries.ts'
import { createMember } from './features/members/create-member.ts'
import { setRole } from './features/members/set-role.ts'
import { redeemGiftCard } from './features/membership/redeem-gift-card.ts'
import { findAnyPost } from './features/posts/queries.ts'
import { shell } from './shell/mistake.ts'

// The commands of administrators, as they are typed.

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'colophon-admin-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

type Answer = { code: number | null; out: string; problem: string }

const wordsOf = (line: string) => (line ? line.split(' ') : [])
const ownSettings = () => ({ DATABASE_URL: server.databaseUrl })

/** Runs a command within this process. */
const admin = (line: string, env: Record<string, string> = ownSettings()): Promise<Answer> =>
  runAdmin(wordsOf(line), { DATA_DIR: folder, ...env })

/** Runs a command as the program, as an administrator does. */
function program(line: string) {
  return new Promise<Answer>(resolve => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...wordsOf(line)], {
      env: { PATH, HOME, ...compileCache, DATA_DIR: folder, ...ownSettings() },
    })
    const answer: Answer = { code: null, out: '', problem: '' }
    child.stdout.on('data', chunk => {
      answer.out += chunk
    })
    child.stderr.on('data', chunk => {
      answer.problem += chunk
    })
    child.on('close', code => resolve({ ...answer, code }))
  })
}

/** The history's rows on things of a kind, the oldest first. */
const actsOn = (kind: string) =>
  server.db
    .selectFrom('staff_act')
    .where('kind', '=', kind)
    .select(['what', 'origin', 'designer_id', 'subject_id', 'after', 'why'])
    .orderBy('act_id')
    .execute()
const atShell = { origin: 'shell', designer_id: null }

const cards = () =>
  server.db.selectFrom('gift_card').select(['gift_card_id', 'voided_at']).orderBy('gift_card_id').execute()

describe('gift cards', () => {
  test('are made, printed and mailed; one is redeemed, one voided, and the list shows it', async () => {
    const sheet = join(folder, 'cards.html')
    const order = `--count 3 --term month --note Fair --expires 2099-01-31 --sheet ${sheet} --mail fair@example.com`
    const made = await admin(`gift-cards create ${order}`)
    const codes = made.out.match(/[0-9A-Z-]{19}/g)!
    expect(made).toEqual({
      code: 0,
      out: codes.map(code => `${code}  one month\n`).join(''),
      problem: '',
    })
    expect(new Set(codes).size).toBe(3)
    const printed = await readFile(sheet, 'utf8')
    const mails = await server.db
      .selectFrom('mail')
      .where('to_address', '=', 'fair@example.com')
      .select(['text', 'dedupe_key'])
      .execute()
    // By the whole of the number: of many cards, some end alike.
    const hashes = await server.db.selectFrom('gift_card').select('code_hmac').execute()
    const hex = hashes.map(card => card.code_hmac.toString('hex'))
    expect(mails.map(mail => mail.dedupe_key).toSorted()).toEqual(hex.toSorted())
    for (const code of codes) {
      expect(printed).toContain(code.replaceAll('-', ' '))
      expect(mails.filter(mail => mail.text!.includes(code))).toHaveLength(1)
    }
    // A code is valid for everyone who reads it.
    expect((await stat(sheet)).mode & 0o777).toBe(0o600)

    const { designer_id, username } = await createDesigner(server.db)
    await redeemGiftCard(server.services, codes[0]!, { designer_id })
    const [first, second, third] = (await cards()).map(card => card.gift_card_id)
    for (const state of ['void', 'void already'])
      expect(await admin(`gift-cards void ${second} --why Lost`)).toEqual({
        code: 0,
        out: `The card …${codes[1]!.slice(-4)} is ${state}.\n`,
        problem: '',
      })
    expect(await admin(`gift-cards void ${third}`)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^error: required option '--why <reason>' not specified\n/),
    })
    for (const which of [first, 'x', '99999999999', '-1'])
      expect(await admin(`gift-cards void --why Lost -- ${which}`)).toMatchObject({
        code: 1,
        problem: `There is no unused card with the number ${which}.\n`,
      })
    const ordered = { count: 3, term_months: 1, note: 'Fair', expires_at: '2099-01-31T23:59:59.999Z' }
    expect(await actsOn('gift_card')).toEqual([
      { ...atShell, what: 'gift-cards.make', subject_id: 0, after: ordered, why: '' },
      { ...atShell, what: 'gift-cards.void', subject_id: second, after: null, why: 'Lost' },
    ])
    const today = new Date().toISOString().slice(0, 10)
    expect((await admin('gift-cards list')).out).toBe(
      [
        `${first}  …${codes[0]!.slice(-4)}  one month  redeemed ${today} by ${username}  Fair`,
        `${second}  …${codes[1]!.slice(-4)}  one month  void since ${today}  Fair`,
        `${third}  …${codes[2]!.slice(-4)}  one month  unused, until 2099-01-31  Fair`,
        '3 gift cards\n',
      ].join('\n'),
    )
  })

  test.each([
    ['create 50', "error: too many arguments for 'create'. Expected 0 arguments but got 1: 50."],
    ['create --count 0', '--count takes 1 to 10000.'],
    ['create --count 1e2', '--count takes 1 to 10000.'],
    [
      'create --term decade',
      "error: option '--term <term>' argument 'decade' is invalid. Allowed choices are year, month.",
    ],
    ['create --expires 2020-01-01', '--expires takes a day in the future, as YYYY-MM-DD.'],
    ['create --expires 2099-02-31', '--expires takes a day in the future, as YYYY-MM-DD.'],
    [`create --note ${'x'.repeat(201)}`, '--note takes 200 characters at most.'],
    ['create --mail ada', '--mail takes an email address.'],
    ['create --sheet /nowhere/cards.html', '/nowhere/cards.html cannot be written.'],
    ['create --sheet /etc/passwd', '/etc/passwd is there already.'],
    ['create --member ada', "error: unknown option '--member'\n\nUsage: npm run admin -- gift-cards create"],
    [
      'void --why Lost',
      "error: missing required argument 'number'\n\nUsage: npm run admin -- gift-cards void",
    ],
    [
      'void 3 --why --note',
      "error: option '--why <reason>' argument '--note' is invalid. A reason is missing.\n\nUsage: npm run admin -- gift-cards void",
    ],
    ['list all', "error: too many arguments for 'list'. Expected 0 arguments but got 1: all."],
  ])('are refused with a mistaken command: %s', async (line, problem) => {
    const before = await cards()
    const answer = await admin(`gift-cards ${line}`)
    expect(answer).toMatchObject({ code: 1, out: '' })
    expect(answer.problem.startsWith(problem)).toBe(true)
    expect(await cards()).toEqual(before)
  })
})

describe('affiliates', () => {
  test('an affiliate is made for a member, and counted', async () => {
    const { username } = await createDesigner(server.db)
    expect(await admin(`affiliates create guild --member ${username}`)).toEqual({
      code: 0,
      out: 'http://localhost:3000/join?aff=guild\n',
      problem: '',
    })
    expect(await admin(`affiliates create Guild --member ${username.toUpperCase()}`)).toEqual({
      code: 0,
      out: `guild is a code of ${username} already: http://localhost:3000/join?aff=guild\n`,
      problem: '',
    })
    const { username: other } = await createDesigner(server.db)
    expect(await admin(`affiliates create guild --member ${other}`)).toEqual({
      code: 1,
      out: '',
      problem: 'The code guild exists already.\n',
    })
    const after = { code: 'guild', username }
    expect(await actsOn('affiliate')).toEqual([
      { ...atShell, what: 'affiliates.make', subject_id: 0, after, why: '' },
    ])
    expect((await admin('affiliates list')).out).toBe(
      `guild  of ${username}: 0 joined, 0 paid, 0 paid and were refunded\n1 code\n`,
    )
  })

  test.each([
    ['create guild --member unknown', 'There is no member unknown.'],
    ['create a/b --member unknown', 'A code is 2 to 40 letters, digits, underscores or hyphens.'],
  ])('are refused with a mistaken command: %s', async (line, problem) => {
    expect(await admin(`affiliates ${line}`)).toEqual({ code: 1, out: '', problem: `${problem}\n` })
  })
})

describe('members', () => {
  const letters = (address: string) =>
    server.db.selectFrom('mail').where('to_address', '=', address).select(['kind', 'text']).execute()

  test('are created with a mailed link, once; found, shown, and given a role with a reason', async () => {
    const create = 'members create vera.lind --role juror --email vera@example.com'
    expect(await admin(create)).toEqual({
      code: 0,
      out: 'vera.lind is juror. A link to set a password is mailed to vera@example.com.\n',
      problem: '',
    })
    expect(await admin(create)).toMatchObject({
      code: 0,
      out: 'vera.lind is juror already. No email is sent.\n',
    })
    const [letter, ...more] = await letters('vera@example.com')
    expect(more).toEqual([])
    expect(letter).toMatchObject({
      kind: 'invitation',
      text: expect.stringContaining('/password-reset?user='),
    })
    const [, user, token] = /user=(\d+)&token=([\w-]+)/.exec(letter!.text)!
    const visitor = server.visit()
    await visitor.send({ method: 'GET', url: '/api/auth/check' })
    const body = { designer_id: Number(user), token, new_password: 'Correct-Horse-2!' }
    const set = await visitor.send({ method: 'POST', url: '/api/auth/reset-password', body })
    expect(set.statusCode).toBe(200)

    expect((await admin('members find vera')).out).toMatch(
      /vera\.lind {2}juror {2}vera@example\.com.*\n1 member\n$/,
    )
    expect(await admin('members role vera.lind chair')).toEqual({
      code: 1,
      out: '',
      problem: expect.stringMatching(/^error: required option '--why <reason>' not specified\n/),
    })
    expect((await admin('members role vera.lind chair --why Elected')).out).toBe('vera.lind is chair.\n')
    const shown = await admin('members show vera.lind')
    expect(shown.out).toContain('members.role  "juror"  "chair"  Elected')
  })

  test('of three creations at once, also with the name in another case, one makes the account and sends an email', async () => {
    const creations = ['ines.moll', 'Ines.Moll', 'ines.moll'].map(username =>
      createMember(server.services, { username, email: `${username}@example.com`, role: 'juror' }, shell),
    )
    const made = await Promise.all(creations)
    expect(made.map(({ isNew }) => isNew).toSorted()).toEqual([false, false, true])
    expect(new Set(made.map(({ designer_id }) => designer_id)).size).toBe(1)
    const sent = await server.db
      .selectFrom('mail')
      .where('kind', '=', 'invitation')
      .where('to_address', 'ilike', 'ines.moll@example.com')
      .select('mail_id')
      .execute()
    expect(sent).toHaveLength(1)
  })

  test('are found by address only where one is typed, and the history says so once', async () => {
    await admin('members create otto.rein --role member --email brevlada@example.com')
    expect((await admin('members find brevlada')).out).toBe('0 members\n')
    const searches = async () => (await actsOn('designer')).filter(({ what }) => what === 'members.find')
    expect(await searches()).toEqual([])
    for (const _ of [1, 2])
      expect((await admin('members find brevlada@')).out).toMatch(/ {2}otto\.rein {2}.*\n1 member\n$/)
    expect(await searches()).toEqual([
      { ...atShell, what: 'members.find', subject_id: 0, after: 'brevlada@', why: '' },
    ])
  })

  test.each([
    [
      'create vera.lind --role admin --email vera@example.com',
      'vera.lind already exists, with another role or email.',
    ],
    [
      'create vera --role juror --email vera@example.com',
      'vera@example.com is the address of vera.lind already.',
    ],
    [
      'create v --role juror --email v@example.com',
      'A username is 3 to 30 letters, digits, dots, underscores or hyphens.',
    ],
    ['create vera2 --role juror --email v', 'That isn’t an email address.'],
    ['show unknown.here', 'There is no member unknown.here.'],
  ])('%s is refused in one sentence', async (line, problem) => {
    expect(await admin(`members ${line}`)).toEqual({ code: 1, out: '', problem: `${problem}\n` })
  })
})

test('of two administrators who demote each other at once one is refused, and the last one stays', async () => {
  await server.db.updateTable('designer').set({ role: 'member' }).where('role', '=', 'admin').execute()
  const [one, two] = [
    await createDesigner(server.db, { role: 'admin' }),
    await createDesigner(server.db, { role: 'admin' }),
  ]
  const demote = (admin: { designer_id: number }) =>
    setRole(
      server.services,
      { designer_id: admin.designer_id, role: 'member', why: 'Enough' },
      { designer_id: null, origin: 'shell' },
    )
  const answers = await Promise.allSettled([demote(one), demote(two)])
  expect(answers.map(answer => answer.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(answer => answer.status === 'rejected')).toMatchObject({ reason: { status: 409 } })
  const left = await server.db
    .selectFrom('designer')
    .where('role', '=', 'admin')
    .select('designer_id')
    .execute()
  expect(left).toHaveLength(1)
})

describe('books', () => {
  test('are opened, get a jury, are closed and listed; each again changes nothing', async () => {
    const open = 'books open --number 21 --title Twentyone --places 5 --closes 2099-03-31 --why Spring'
    const opened = await admin(open)
    expect(opened.out).toMatch(/^book-21 is open\. Commitment: [0-9a-f]{64}\n$/)
    expect(await admin(open)).toEqual(opened)
    expect(await admin('books open --number 22 --title Next --places 5 --closes 2099-03-31')).toMatchObject({
      code: 1,
      problem: 'Another book is open. Close book-21 first.\n',
    })
    const names: string[] = []
    for (let i = 0; i < 8; i++) names.push((await createDesigner(server.db, { role: 'juror' })).username)
    expect((await admin(`books jurors book-21 ${names.join(' ')}`)).out).toMatch(/\n8 jurors\n$/)
    const { username: chair } = await createDesigner(server.db, { role: 'chair' })
    expect(await admin(`books jurors book-21 ${names.join(' ')} ${chair}`)).toMatchObject({
      code: 1,
      problem: `${chair} isn’t a juror.\n`,
    })
    expect(await admin(`members role ${names[0]} chair --why Asked`)).toMatchObject({
      code: 1,
      problem: `${names[0]} sits on the jury of book-21: the role stays until it is published.\n`,
    })
    expect(await admin(`members close ${names[0]} --why Asked`)).toMatchObject({
      code: 1,
      problem: `${names[0]} sits on the jury of book-21: the account stays until it is published, or the chair releases them.\n`,
    })
    expect(await admin('books close book-21')).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^error: required option '--why <reason>' not specified\n/),
    })
    expect(await admin('books close book-21 --why Deadline')).toMatchObject({
      code: 1,
      problem: 'Nothing has been entered yet.\n',
    })
    const { logo_id } = await createLogo(server.db)
    const { book_id } = await server.db
      .selectFrom('book')
      .where('slug', '=', 'book-21')
      .select('book_id')
      .executeTakeFirstOrThrow()
    await server.db.insertInto('entry').values({ book_id, logo_id }).execute()
    for (const _ of [1, 2])
      expect(await admin('books close book-21 --why Deadline')).toEqual({
        code: 0,
        out: 'book-21 is closed.\n',
        problem: '',
      })
    expect((await admin('books list')).out).toContain(
      'closed     Twentyone  1 entry  5 places  closes 2099-03-31T23:59:59.999Z',
    )
    const acts = await server.db
      .selectFrom('staff_act')
      .where('kind', '=', 'book')
      .select(['what', 'origin', 'why'])
      .orderBy('act_id')
      .execute()
    expect(acts).toEqual([
      { what: 'books.open', origin: 'shell', why: 'Spring' },
      { what: 'books.jurors', origin: 'shell', why: '' },
      { what: 'books.state', origin: 'shell', why: 'Deadline' },
    ])
  })
})

test('the list of books has all of them, also the 201st', async () => {
  const old = Array.from({ length: 201 }, (_, i) => ({
    series: 'master-book' as const,
    number: 501 + i,
    state: 'published' as const,
  }))
  await server.db.insertInto('book').values(old).execute()
  const { out } = await admin('books list')
  await server.db.deleteFrom('book').where('series', '=', 'master-book').execute()
  expect(out.match(/^master-book-/gm)).toHaveLength(201)
})

test('a book from before is added once, and not over another', async () => {
  const add = 'books add --series textbook --number 7 --title Marks'
  for (const _ of [1, 2])
    expect(await admin(`${add} --published 2012-03 --pages 96`)).toEqual({
      code: 0,
      out: 'textbook-7 is on the page of books: /books/textbook-7\n',
      problem: '',
    })
  expect((await admin('books list')).out).toMatch(/^textbook-7 +published +Marks .* published 2012-03-01$/m)
  for (const [line, problem] of [
    [`${add} --published 2013-03`, 'Marks already exists.'],
    [`${add} --published 2012`, 'Must be a month, such as 2027-03.'],
  ] as const)
    expect(await admin(line)).toEqual({ code: 1, out: '', problem: `${problem}\n` })
})

test('the ledger lists the flagged cases', async () => {
  const { designer_id, username } = await createDesigner(server.db)
  const at = new Date('2026-01-02T03:04:05Z')
  const entry = { at, designer_id, subscription_id: 'I-1', what: 'a payment is disputed' }
  await audit(server.db, { ...entry, needs_attention: true, detail: { payment_id: 'S-1' } })
  await audit(server.db, { ...entry, what: 'nothing to decide' })
  const { out } = await admin('ledger attention')
  expect(out).toMatch(
    new RegExp(
      `^\\d+  2026-01-02T03:04:05.000Z  a payment is disputed  ${username}  I-1  {"payment_id":"S-1"}\n1 entry\n$`,
    ),
  )
})

test('a case of the ledger is closed with a reason, and leaves the list', async () => {
  await audit(server.db, {
    at: new Date(),
    designer_id: null,
    subscription_id: 'I-9',
    what: 'odd',
    needs_attention: true,
  })
  const [, id] = /^(\d+) .* odd /m.exec((await admin('ledger attention')).out)!
  expect(await admin(`ledger done ${id} --why ${'x'.repeat(201)}`)).toMatchObject({
    code: 1,
    problem: expect.stringMatching(/^Say why/),
  })
  for (const _ of [1, 2])
    expect(await admin(`ledger done ${id} --why Refunded`)).toMatchObject({
      code: 0,
      out: `Case ${id} is done.\n`,
    })
  expect((await admin('ledger attention')).out).not.toContain(' odd ')
  expect(await admin(`ledger reopen ${id}`)).toMatchObject({ code: 1 })
  for (const _ of [1, 2])
    expect(await admin(`ledger reopen ${id} --why Early`)).toEqual({
      code: 0,
      out: `Case ${id} is open.\n`,
      problem: '',
    })
  expect((await admin('ledger attention')).out).toContain(' odd ')
  const acts = (await actsOn('designer')).filter(act => act.what.startsWith('attention.'))
  expect(acts.map(({ what, origin, why }) => [what, origin, why])).toEqual([
    ['attention.done', 'shell', 'Refunded'],
    ['attention.open', 'shell', 'Early'],
  ])
})

test('the ledger is compared with the provider, which leaves a row of history', async () => {
  const compared = await admin('ledger reconcile')
  expect(compared).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+ subscriptions? compared, \d+ missed messages?, .*, 0 failed\n$/),
    problem: '',
  })
  expect(await actsOn('ledger')).toEqual([
    { ...atShell, what: 'money.reconcile', subject_id: 0, after: expect.any(Object), why: '' },
  ])
  expect(await admin('ledger reconcile', { ...ownSettings(), PAYMENT_SANDBOX: '0' })).toEqual({
    code: 1,
    out: '',
    problem: 'No payment provider is set up.\n',
  })
})

test('a note about a member is kept once, with a reason', async () => {
  const { username, designer_id } = await createDesigner(server.db)
  const note = `members note ${username} Called`
  for (const [line, missing] of [
    [note, "required option '--why <reason>' not specified"],
    [`members note ${username} --why Asked`, "missing required argument 'note'"],
  ] as const)
    expect(await admin(line)).toMatchObject({
      code: 1,
      out: '',
      problem: expect.stringContaining(`error: ${missing}\n`),
    })
  expect((await admin(`${note} --why Asked`)).out).toBe(`The note on ${username} is kept.\n`)
  expect(await admin(`${note} --why Asked`)).toEqual({
    code: 0,
    out: `${username} was given this note within the last hour.\n`,
    problem: '',
  })
  expect((await actsOn('designer')).filter(act => act.subject_id === designer_id)).toEqual([
    { ...atShell, what: 'members.note', subject_id: designer_id, after: 'Called', why: 'Asked' },
  ])
  expect(await admin('members note unknown.here Called --why Asked')).toMatchObject({
    code: 1,
    problem: 'There is no member unknown.here.\n',
  })
})

test('a password letter is mailed; the outbox lists it, and sends a dead mail once more', async () => {
  const { username, email, designer_id } = await createDesigner(server.db)
  expect(await admin(`members password ${username}`)).toEqual({
    code: 0,
    out: `A link to set a new password is mailed to ${username}, at ${email}.\n`,
    problem: '',
  })
  const listed = await admin(`mails list ${email}`)
  expect(listed.out).toMatch(new RegExp(`^\\S+  \\S+  queued  password-reset  ${email}  .*\\n1 mail\\n$`))
  const [mail_id = ''] = listed.out.split(' ')
  await server.db
    .updateTable('mail')
    .set({ status: 'dead', problem: 'no such mailbox' })
    .where('mail_id', '=', mail_id)
    .execute()
  const dead = `mails list ${email} --state dead`
  expect((await admin(dead)).out).toContain('no such mailbox')
  for (const _ of [1, 2])
    expect(await admin(`mails again ${mail_id}`)).toEqual({
      code: 0,
      out: `Mail ${mail_id} is queued.\n`,
      problem: '',
    })
  expect((await admin(dead)).out).toBe('0 mails\n')
  const acts = (await actsOn('designer')).filter(act => act.subject_id === designer_id)
  expect(acts.map(({ what, origin }) => [what, origin])).toEqual([
    ['members.password', 'shell'],
    ['mails.again', 'shell'],
  ])
  for (const [line, problem] of [
    ['mails again x', 'Must be the id of a mail.'],
    ['mails again 00000000-0000-4000-8000-000000000000', 'Mail not found'],
    ['mails list --state lost', 'state may be queued, sent, dead.'],
    ['members password unknown.here', 'There is no member unknown.here.'],
  ] as const)
    expect(await admin(line)).toEqual({ code: 1, out: '', problem: `${problem}\n` })
})

test('a post is removed, once', async () => {
  const file = join(folder, 'gone.md')
  await writeFile(file, '# Soon gone\n\nA text.\n')
  await admin(`posts import ${file}`)
  expect((await admin('posts list')).out).toContain('soon-gone')
  for (const said of ['soon-gone is removed.', 'soon-gone is removed already.'])
    expect(await admin('posts remove soon-gone --why Outdated')).toEqual({
      code: 0,
      out: `${said}\n`,
      problem: '',
    })
  expect((await admin('posts list')).out).not.toContain('soon-gone')
  const removals = (await actsOn('post')).filter(act => act.what === 'posts.remove')
  expect(removals.map(({ origin, why }) => [origin, why])).toEqual([['shell', 'Outdated']])
  expect(await admin('posts remove nowhere')).toMatchObject({
    code: 1,
    problem: 'There is no post nowhere.\n',
  })
})

test('a member is given time once in an hour, and closed; the history shows both', async () => {
  const { username } = await createDesigner(server.db, { membership: 'none' })
  const answer = await admin(`members grant ${username} 30 --why Prize`)
  expect(answer.out).toMatch(/ has 30 more days, until \d{4}-\d{2}-\d{2}\.\n$/)
  expect((await admin(`members grant ${username} 30 --why Prize`)).out).toContain('within the last hour')
  expect(await admin(`members grant ${username} 900`)).toMatchObject({ code: 1 })
  expect(await admin(`members close ${username}`)).toMatchObject({ code: 1 })
  expect(await admin(`members close ${username} --why Asked`)).toMatchObject({
    code: 0,
    out: `The account of ${username} is closed.\n`,
  })
  expect(await admin(`members close ${username} --why Asked`)).toEqual({
    code: 0,
    out: `The account of ${username} is closed already.\n`,
    problem: '',
  })
  expect(await admin('members close unknown.here --why Asked')).toMatchObject({
    code: 1,
    problem: 'There is no member unknown.here.\n',
  })
  const { out } = await admin('history')
  expect(out).toContain('members.close')
  expect(out).toContain('grants.give')
})

test('time that staff gave is taken back once, with a reason', async () => {
  const { username, designer_id } = await createDesigner(server.db, { membership: 'none' })
  await admin(`members grant ${username} 30`)
  const [, grant] = /"grant_id": ?(\d+)/.exec((await admin(`members show ${username}`)).out)!
  expect(await admin(`grants take-back ${grant}`)).toMatchObject({
    code: 1,
    problem: expect.stringContaining("required option '--why <reason>'"),
  })
  for (const _ of [1, 2])
    expect(await admin(`grants take-back ${grant} --why Mistake`)).toEqual({
      code: 0,
      out: `Grant ${grant} is taken back: no membership.\n`,
      problem: '',
    })
  expect(await admin('grants take-back x --why Mistake')).toMatchObject({
    code: 1,
    problem: 'Grant not found\n',
  })
  const acts = (await actsOn('designer')).filter(act => act.subject_id === designer_id)
  expect(acts.map(({ what, why }) => [what, why])).toEqual([
    ['grants.give', ''],
    ['grants.take-back', 'Mistake'],
  ])
})

test('without a command every command is listed; a wrong one is refused with the commands there are', async () => {
  const help = await admin('')
  expect(help).toMatchObject({ code: 0, problem: '' })
  expect(help.out).toMatch(/\nmembers:\n {2}members create +make an account/)
  for (const line of ['help', '--help']) expect(await admin(line)).toEqual(help)
  for (const line of ['nonsense', 'constructor name'])
    expect(await admin(line)).toMatchObject({
      code: 1,
      out: '',
      problem: expect.stringMatching(
        /^error: unknown command '(nonsense|constructor)'\n.*gift-cards create/s,
      ),
    })
  for (const line of ['gift-cards', 'gift-cards burn']) {
    const { code, problem } = await admin(line)
    expect([code, problem]).toEqual([1, expect.stringMatching(/ {2}gift-cards create +make gift cards/)])
    expect(problem).not.toContain('affiliates')
  }
})

const commandsOf = async () =>
  [...(await admin('')).out.matchAll(/^ {2}([a-z]\S+(?: \S+)?) {2,}/gm)].map(([, name]) => name!)

test('each command says how it is typed', async () => {
  const commands = await commandsOf()
  const areas = [...(await admin('')).out.matchAll(/^([a-z-]+):$/gm)].map(([, area]) => area!)
  expect(areas).toContain('members')
  expect(areas.filter(area => !commands.some(command => command.startsWith(`${area} `)))).toEqual([])
  for (const command of commands)
    expect(await admin(`${command} --help`)).toEqual({
      code: 0,
      out: expect.stringMatching(new RegExp(`^Usage: npm run admin -- ${command} \\[options\\]`)),
      problem: '',
    })
})

test('every command that docs/operations.md names exists, with the options it is named with', async () => {
  const document = await readFile(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
  const commands = await commandsOf()
  const areas = commands.filter(command => command.includes(' ')).map(command => command.split(' ')[0]!)
  // Spans of code, and lines of a block of code up to their comment.
  const code = [...document.matchAll(/`([^`\n]+)`|^(npm run admin -- [^#\n]+)/gm)].map(
    ([, span, line]) => span ?? line!,
  )
  const named = code
    .filter(text => text.startsWith('npm run admin -- ') || areas.includes(text.split(' ')[0]!))
    .map(text => text.replace('npm run admin -- ', ''))
    .filter(text => text !== '…')
  expect(named.length).toBeGreaterThan(30)
  const faults: string[] = []
  for (const text of named) {
    const command = commands.find(each => `${text} `.startsWith(`${each} `))
    const { out } = await admin(`${command} --help`)
    const options = text.match(/--[a-z-]+/g) ?? []
    if (!command || !options.every(option => out.includes(`  ${option} `))) faults.push(text)
  }
  expect(faults).toEqual([])
})

// What is wrong with a command is said in one sentence, before anything is done, and followed by its usage.
test.each([
  ['affiliates create --member ada', "missing required argument 'code'"],
  ['affiliates create guild', "required option '--member <username>' not specified"],
  ['members create vera2 --role juror', "required option '--email <address>' not specified"],
  [
    'members create vera2 --role queen --email v@example.com',
    "option '--role <role>' argument 'queen' is invalid. Allowed choices are member, juror, moderator, support, chair, admin.",
  ],
  [
    'reports hide designer 1 --why Copied',
    "command-argument value 'designer' is invalid for argument 'kind'. Allowed choices are logo, comment, collection.",
  ],
  ['reports hide logo --why Copied', "missing required argument 'number'"],
  ['reports hide logo 1', "required option '--why <reason>' not specified"],
  ['site set tagline', "missing required argument 'value'"],
])('%s: a sentence and the usage', async (line, sentence) => {
  const { code, out, problem } = await admin(line)
  expect([code, out]).toEqual([1, ''])
  const [area, verb] = line.split(' ')
  expect(problem.startsWith(`error: ${sentence}\n\nUsage: npm run admin -- ${area} ${verb} [options]`)).toBe(
    true,
  )
})

test('the program prints what was asked and ends with 0; a mistake is printed as a problem and ends it with 1', async () => {
  const help = await program('ledger attention --help')
  expect(help).toMatchObject({ code: 0, problem: '' })
  expect(help.out).toMatch(/^Usage: npm run admin -- ledger attention \[options\]\n\ncases of the ledger/)
  const { code, out } = await program('members find unknown.here')
  expect([code, out]).toEqual([0, '0 members\n'])
  expect(await program('members show unknown.here')).toEqual({
    code: 1,
    out: '',
    problem: 'There is no member unknown.here.\n',
  })
})

test('a database that does not answer is reported in one sentence', async () => {
  const { code, problem } = await admin('ledger attention', {
    DATABASE_URL: 'postgresql://app@127.0.0.1:1/none',
  })
  expect([code, problem]).toEqual([1, expect.stringMatching(/^The database does not let us in: .+\n$/)])
})

test('in an empty folder no database is made', async () => {
  const dataDir = join(folder, 'elsewhere')
  const { code, problem } = await admin('gift-cards list', { DATA_DIR: dataDir })
  expect([code, problem]).toEqual([
    1,
    `There is no database in ${dataDir}/postgres: start the site once, or set DATA_DIR.\n`,
  ])
})

describe('the site’s words', () => {
  test('are saved as versions with a row of history; the same again changes nothing', async () => {
    const line = 'site set tagline Welcome --why Shorter'
    expect(await admin(line)).toEqual({ code: 0, out: 'tagline is saved.\n', problem: '' })
    expect((await admin(line)).out).toBe('tagline says that already.\n')
    expect((await admin('site list')).out).toMatch(/^tagline +version 1 {2}shell {2}Welcome$/m)
    const acts = await server.db
      .selectFrom('staff_act')
      .where('what', '=', 'site.tagline')
      .select(['origin', 'designer_id', 'why'])
      .execute()
    expect(acts).toEqual([{ origin: 'shell', designer_id: null, why: 'Shorter' }])
  })

  test('are read from a file, and keep their names in braces', async () => {
    const file = join(folder, 'about.md')
    await writeFile(file, 'We hang marks.\n\n## Where\n\nIn {site_name}.\n')
    expect((await admin(`site set about @${file}`)).code).toBe(0)
    expect((await admin('site get about')).out).toBe('We hang marks.\n\n## Where\n\nIn {site_name}.\n')
  })

  test.each([
    [
      'site get colour',
      /^error: .*'colour' is invalid for argument 'name'\. Allowed choices are site_name, /,
    ],
    ['site set about @nowhere.md', /^The file nowhere\.md cannot be read\.$/],
    ['site set faq []x', /^That isn’t valid JSON\.$/],
    ['site set support_email unknown', /^Email is not valid$/],
  ])('%s is refused with a sentence', async (line, sentence) => {
    const { code, problem } = await admin(line)
    expect(code).toBe(1)
    expect(problem.trim()).toMatch(sentence)
  })
})

test('a post is imported from a file; the same file again changes nothing', async () => {
  const file = join(folder, 'post.md')
  await writeFile(file, 'date: 2027-03-31\nkinds: news feature-post\n\n# Spring call\n\nSend your marks.\n')
  expect(await admin(`posts import ${file}`)).toEqual({
    code: 0,
    out: 'Spring call is written: /news/spring-call\n',
    problem: '',
  })
  expect((await admin(`posts import ${file}`)).out).toBe('Spring call says that already.\n')
  const post = await server.db
    .selectFrom('blog_post')
    .where('slug', '=', 'spring-call')
    .select(['title', 'body', 'published_at', 'is_draft'])
    .executeTakeFirst()
  expect(post).toEqual({
    title: 'Spring call',
    body: 'Send your marks.',
    published_at: new Date('2027-03-31T00:00:00Z'),
    is_draft: false,
  })
  await writeFile(file, 'Send your marks.\n')
  expect(await admin(`posts import ${file}`)).toMatchObject({
    code: 1,
    problem: 'The file needs a title: a line that begins with "# ".\n',
  })
})

test('an imported post takes over the kinds and the title of the file; what the file does not name stays', async () => {
  const file = join(folder, 'kinds.md')
  const write = async (head: string, title: string) => {
    await writeFile(file, `${head}# ${title}\n\nBring ink.\n`)
    return (await admin(`posts import ${file}`)).out
  }
  const find = async () => {
    const { title, kinds } = (await findAnyPost(server.db, { slug: 'winter-call' }))!
    return { title, kinds: kinds.toSorted() }
  }
  const both = ['feature-post', 'news']
  await write('kinds: news\n\n', 'Winter call')
  expect(await write('kinds: news feature-post\n\n', 'Winter call')).toBe(
    'Winter call is changed: /news/winter-call\n',
  )
  expect(await find()).toEqual({ title: 'Winter call', kinds: both })
  expect(await write('', 'Winter Call')).toBe('Winter Call is changed: /news/winter-call\n')
  expect(await find()).toEqual({ title: 'Winter Call', kinds: both })
  expect(await write('', 'Winter Call')).toBe('Winter Call says that already.\n')
})

test('versions of a post and of a book are listed and taken back', async () => {
  const file = join(folder, 'call.md')
  for (const text of ['Send one mark.', 'Send two marks.']) {
    await writeFile(file, `# Autumn call\n\n${text}\n`)
    expect((await admin(`posts import ${file}`)).code).toBe(0)
  }
  expect((await admin('posts list')).out).toMatch(/^autumn-call {2}\d{4}-\d\d-\d\d {2}Autumn call$/m)
  expect((await admin('posts versions autumn-call')).out).toMatch(
    /^version 2 .* shell {2}Autumn call: Send two marks\.\nversion 1 .* shell {2}Autumn call: Send one mark\.\n$/,
  )
  expect((await admin('posts back autumn-call 1 --why Enough')).out).toBe(
    'autumn-call says again what it said in version 1.\n',
  )
  expect((await admin('posts back autumn-call 1')).out).toBe('autumn-call says that already.\n')
  expect((await admin('posts versions autumn-call')).out).toMatch(/^version 3 .* Send one mark\.\n/)
  await server.db
    .insertInto('book')
    .values({ series: 'book', number: 3, state: 'published', published_on: '2020-01-01', title: 'Third' })
    .execute()
  expect((await admin('books change book-3 --blurb Silent --pages 300')).code).toBe(0)
  expect((await admin('books change book-3 --ink red')).problem).toContain('Must be a colour')
  expect((await admin('books versions book-3')).out).toMatch(
    /^version 1 .* shell {2}title Third, pages 300, blurb Silent\nversion 0 {2}title Third\n$/,
  )
  expect((await admin('books back book-3 0')).out).toBe('book-3 says what it said in version 0.\n')
  expect((await admin('books versions book-3')).out).toMatch(/^version 2 .* shell {2}title Third\n/)
  for (const [line, problem] of [
    ['posts back autumn-call 9', 'There is no such version.'],
    ['posts back nowhere 1', 'There is no post nowhere.'],
    ['posts versions nowhere', 'There is no post nowhere.'],
    ['books back book-3 last', 'Name the version by its number.'],
    ['books versions book-99', 'There is no book book-99.'],
  ] as const)
    expect(await admin(line)).toEqual({ code: 1, out: '', problem: `${problem}\n` })
})

describe('moderation', () => {
  test('reports are listed and decided, and a member is suspended and let back in', async () => {
    const { db } = server
    const logo = await createLogo(db, { title: 'Copied mark' })
    const reporter = await createDesigner(db)
    const { report_id } = await db
      .insertInto('report')
      .values({
        kind: 'logo',
        subject_id: logo.logo_id,
        reason: 'copied',
        reporter_id: reporter.designer_id,
        created_at: new Date(),
      })
      .returning('report_id')
      .executeTakeFirstOrThrow()
    expect((await admin('reports list')).out).toContain('Copied mark')
    const nameless = await admin(`reports decide ${report_id} hide`)
    expect(nameless).toEqual({
      code: 1,
      out: '',
      problem: expect.stringContaining("required option '--why <reason>'"),
    })
    expect((await admin(`reports decide ${report_id} burn --why Copied`)).code).toBe(1)
    expect((await admin(`reports decide ${report_id} hide --why Copied`)).code).toBe(0)
    const { hidden_why } = await db
      .selectFrom('logo')
      .where('logo_id', '=', logo.logo_id)
      .select('hidden_why')
      .executeTakeFirstOrThrow()
    expect(hidden_why).toBe('Copied')
    const again = await admin(`reports decide ${report_id} hide --why Again`)
    expect(again).toEqual({ code: 0, out: `Report ${report_id} is decided already: hide.\n`, problem: '' })
    for (const other of ['warn', 'suspend --until 2099-01-01'])
      expect(await admin(`reports decide ${report_id} ${other} --why Again`)).toEqual({
        code: 1,
        out: '',
        problem: `Report ${report_id} is decided already.\n`,
      })

    const { username } = reporter
    expect((await admin(`members suspend ${username} 2020-01-01 --why Spam`)).code).toBe(1)
    expect((await admin(`members suspend ${username} 2099-01-01 --why Spam`)).out).toContain(
      'until 2099-01-01',
    )
    expect((await admin(`members suspend ${username} 2099-01-01 --why Spam`)).code).toBe(0)
    for (const command of ['find', 'show'])
      expect((await admin(`members ${command} ${username}`)).out).toContain('suspended until 2099-01-01')
    const letters = await db
      .selectFrom('mail')
      .where('to_address', '=', reporter.email)
      .select('kind')
      .execute()
    expect(letters.filter(mail => mail.kind === 'decision')).toHaveLength(1)
    expect((await admin(`members suspend ${username} never`)).out).toContain('is not suspended')
    expect((await admin(`members find ${username}`)).out).not.toContain('suspended')
  })

  test('a report decided with a suspension is the same again only with the same end', async () => {
    const { db } = server
    const logo = await createLogo(db)
    const { report_id } = await db
      .insertInto('report')
      .values({
        kind: 'logo',
        subject_id: logo.logo_id,
        reason: 'spam',
        found: 'same picture',
        created_at: new Date(),
      })
      .returning('report_id')
      .executeTakeFirstOrThrow()
    const suspend = (until: string) =>
      admin(`reports decide ${report_id} suspend --until ${until} --why Spam`)
    expect((await suspend('2099-01-01')).out).toMatch(/^Report \d+: suspend\. /)
    expect(await suspend('2099-01-01')).toMatchObject({
      code: 0,
      out: `Report ${report_id} is decided already: suspend.\n`,
    })
    expect(await suspend('2099-01-02')).toMatchObject({
      code: 1,
      problem: `Report ${report_id} is decided already.\n`,
    })
  })

  test('a logo is hidden and shown again, each once, and its owner is told why', async () => {
    const { db } = server
    const { logo_id, designer_id } = await createLogo(db)
    const { email } = await db
      .selectFrom('designer')
      .where('designer_id', '=', designer_id)
      .select('email')
      .executeTakeFirstOrThrow()
    for (const _ of [1, 2])
      expect(await admin(`reports hide logo ${logo_id} --why Copied`)).toEqual({
        code: 0,
        out: `Logo ${logo_id} is hidden.\n`,
        problem: '',
      })
    for (const _ of [1, 2])
      expect((await admin(`reports show logo ${logo_id}`)).out).toBe(`Logo ${logo_id} is shown.\n`)
    const acts = (await actsOn('logo')).filter(act => act.subject_id === logo_id)
    expect(acts).toEqual([
      { ...atShell, what: 'reports.hide', subject_id: logo_id, after: 'hide', why: 'Copied' },
      { ...atShell, what: 'reports.show', subject_id: logo_id, after: 'shown', why: '' },
    ])
    const letters = await db.selectFrom('mail').where('to_address', '=', email).select('kind').execute()
    expect(letters).toEqual([{ kind: 'decision' }])
    for (const [line, problem] of [
      ['hide logo x --why Copied', 'Name the logo by its number.'],
      ['hide logo 999999999 --why Copied', 'Logo not found'],
    ] as const)
      expect(await admin(`reports ${line}`)).toEqual({ code: 1, out: '', problem: `${problem}\n` })
  })
})
