import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDesigner } from '../tests/factories.ts'
import { startTestServer, type TestServer } from '../tests/server.ts'
import { redeemGiftCard } from './features/membership/gift-card.ts'
import { audit } from './features/membership/ledger.ts'

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

function admin(line: string, env: Record<string, string> = { DATABASE_URL: server.databaseUrl }) {
  return new Promise<Answer>(resolve => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'admin.ts'), ...(line ? line.split(' ') : [])],
      { env: { PATH, HOME, DATA_DIR: folder, ...env } },
    )
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

const cards = () =>
  server.db.selectFrom('gift_card').select(['gift_card_id', 'voided_at']).orderBy('gift_card_id').execute()

describe('gift cards', () => {
  test('are made, printed and mailed; one is redeemed, one voided, and the list says so', async () => {
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
      expect(printed).toContain(code)
      expect(mails.filter(mail => mail.text!.includes(code))).toHaveLength(1)
    }
    // Whoever reads a code may use it.
    expect((await stat(sheet)).mode & 0o777).toBe(0o600)

    const { designer_id, username } = await createDesigner(server.db)
    await redeemGiftCard(server.services, codes[0]!, { designer_id })
    const [first, second, third] = (await cards()).map(card => card.gift_card_id)
    expect(await admin(`gift-cards void ${second}`)).toEqual({
      code: 0,
      out: `The card …${codes[1]!.slice(-4)} is void.\n`,
      problem: '',
    })
    for (const which of [first, second, 'x', '99999999999', '-1'])
      expect(await admin(`gift-cards void -- ${which}`)).toMatchObject({
        code: 1,
        problem: `There is no unused card with the number ${which}.\n`,
      })
    const today = new Date().toISOString().slice(0, 10)
    expect((await admin('gift-cards list')).out).toBe(
      [
        `${first}  …${codes[0]!.slice(-4)}  one month  redeemed ${today} by ${username}  Fair`,
        `${second}  …${codes[1]!.slice(-4)}  one month  void since ${today}  Fair`,
        `${third}  …${codes[2]!.slice(-4)}  one month  unused, until 2099-01-31  Fair`,
        '3 gift cards\n',
      ].join('\n'),
    )
  }, 60_000)

  test.each([
    ['create 50', "What is '50'?"],
    ['create --count 0', '--count takes 1 to 10000.'],
    ['create --count 1e2', '--count takes 1 to 10000.'],
    ['create --term decade', '--term takes year or month.'],
    ['create --expires 2020-01-01', '--expires takes a day in the future, as YYYY-MM-DD.'],
    ['create --expires 2099-02-31', '--expires takes a day in the future, as YYYY-MM-DD.'],
    [`create --note ${'x'.repeat(201)}`, '--note takes 200 characters at most.'],
    ['create --mail nobody', '--mail takes an e-mail address.'],
    ['create --sheet /nowhere/cards.html', '/nowhere/cards.html cannot be written.'],
    ['create --sheet /etc/passwd', '/etc/passwd is there already.'],
    ['create --member ada', "Unknown option '--member'.\nnpm run admin -- gift-cards create"],
    ['void', 'The number of the card is missing.\nnpm run admin -- gift-cards void'],
    ['list all', "What is 'all'?"],
  ])('are not made by mistake: %s', async (line, problem) => {
    const before = await cards()
    const answer = await admin(`gift-cards ${line}`)
    expect(answer).toMatchObject({ code: 1, out: '' })
    expect(answer.problem.startsWith(problem)).toBe(true)
    expect(await cards()).toEqual(before)
  })
})

describe('affiliates', () => {
  test('are made for a member, and counted', async () => {
    const { username } = await createDesigner(server.db)
    expect(await admin(`affiliates create guild --member ${username}`)).toEqual({
      code: 0,
      out: 'http://localhost:3000/join?aff=guild\n',
      problem: '',
    })
    expect((await admin('affiliates list')).out).toBe(
      `guild  of ${username}: 0 joined, 0 paid, 0 paid and were refunded\n1 code\n`,
    )
  })

  test.each([
    ['create', 'The code is missing.\nnpm run admin -- affiliates create <code> --member <user name>'],
    ['create guild', 'Say whose code it is: --member <user name>.'],
    ['create guild --member nobody', 'There is no member nobody.'],
    ['create a/b --member nobody', 'A code is 2 to 40 letters, digits, underscores or hyphens.'],
  ])('are not made by mistake: %s', async (line, problem) => {
    expect(await admin(`affiliates ${line}`)).toEqual({ code: 1, out: '', problem: `${problem}\n` })
  })
})

test('the ledger shows what needs a decision', async () => {
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

test('without a command it says how; with a wrong one, too, and fails', async () => {
  const asked = await admin('')
  expect(asked).toMatchObject({ code: 0, problem: '' })
  expect(asked.out).toContain('gift-cards create')
  for (const line of ['nonsense', 'constructor name'])
    expect(await admin(line)).toEqual({ code: 1, out: '', problem: asked.out })
  const ofCards = asked.out.slice(0, asked.out.indexOf('npm run admin -- affiliates'))
  for (const line of ['gift-cards', 'gift-cards burn'])
    expect(await admin(line)).toEqual({ code: 1, out: '', problem: ofCards })
  expect(await admin('ledger attention --help')).toEqual({
    code: 0,
    out: 'npm run admin -- ledger attention\n',
    problem: '',
  })
})

test('a database that does not answer is told of in a sentence', async () => {
  const { code, problem } = await admin('ledger attention', {
    DATABASE_URL: 'postgresql://app@127.0.0.1:1/none',
  })
  expect([code, problem]).toEqual([1, expect.stringMatching(/^The database does not let us in: .+\n$/)])
})

test('where no site has ever been, no database is made', async () => {
  const dataDir = join(folder, 'elsewhere')
  const { code, problem } = await admin('gift-cards list', { DATA_DIR: dataDir })
  expect([code, problem]).toEqual([
    1,
    `There is no database in ${dataDir}/postgres: start the site once, or set DATA_DIR.\n`,
  ])
})
