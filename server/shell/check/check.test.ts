import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, startMailServer } from '../../../tests/mail-server.ts'
import { runAdmin } from '../../../tests/run-admin.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { createTestDatabase } from '../../../tests/test-database.ts'
import { type Config, loadConfig } from '../../config.ts'
import { openClient } from '../../db/check-address.ts'
import { migrate } from '../../db/migrate.ts'
import { startPostgres } from '../../db/postgres.ts'
import { localFiles } from '../../outside/files.ts'
import { PayPalClient } from '../../outside/paypal-client.ts'
import { sandboxCredentials } from '../../outside/paypal-sandbox/identity.ts'
import { setUpPayPal } from '../../outside/paypal-setup.ts'
import { checkProvider, checkSender, checkStore } from './outside.ts'
import { drawTable, failed, ok } from './row.ts'

let folder: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-check-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

const run = (env: Record<string, string> = {}) =>
  runAdmin(['check'], { DATABASE_URL: database.url, DATA_DIR: folder, DEMO: '0', ...env })
/** The mark of a row. */
const markOf = (out: string, name: string) => new RegExp(`^(.) ${name} `, 'm').exec(out)?.[1]

test('a site that works has ticks and exits with 0; what is not set is left out where it is not public', async () => {
  const data = join(folder, 'running')
  const postgres = await startPostgres({ dataDir: join(data, 'postgres') })
  await migrate(postgres.url)
  const { code, out } = await runAdmin(['check'], {
    DATA_DIR: data,
    DEMO: '0',
    BACKUP_TO: join(folder, 'backups'),
  }).finally(() => postgres.stop())
  expect(out.split('\n').filter(line => line.startsWith('✗'))).toEqual([])
  expect(code).toBe(0)
  for (const name of [
    'Settings',
    'Database',
    'Rights',
    'Durability',
    'Schema',
    'Sessions',
    'Clock',
    'Pictures',
    'Backups',
  ])
    expect([name, markOf(out, name)]).toEqual([name, '✓'])
  for (const name of ['Mail', 'Sender', 'Payments', 'Proxy'])
    expect([name, markOf(out, name)]).toEqual([name, '–'])
})

test('on a public site the same gaps are failures, and it exits with 1', async () => {
  const { code, out, problem } = await run({
    PUBLIC_URL: 'https://localhost',
    SECRET: 'thirty-two characters, at the least',
    NODE_ENV: 'production',
  })
  expect(code).toBe(1)
  for (const name of ['Mail', 'Payments', 'Proxy', 'Backups'])
    expect([name, markOf(out, name)]).toEqual([name, '✗'])
  expect(problem).toMatch(/^\d of \d+ failed\.\n$/)
})

test('every wrong setting is a row of its own', async () => {
  const { code, out } = await run({ PORT: 'x', DEMO: '7' })
  expect(code).toBe(1)
  expect(out.match(/^✗ Settings {2}Setting (PORT|DEMO): /gm)).toHaveLength(2)
})

test('a database that does not answer, and one that a newer version has migrated', async () => {
  const gone = await run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  expect(gone.out).toMatch(/^✗ Database +PostgreSQL at 127\.0\.0\.1:1/m)
  const newer = await createTestDatabase()
  try {
    const client = await openClient(newer.url)
    await client.query("insert into schema_migration (name, checksum) values ('9999-later.sql', 'x')")
    await client.end()
    expect((await run({ DATABASE_URL: newer.url })).out).toMatch(
      /^✗ Schema +A newer version .*9999-later\.sql/m,
    )
  } finally {
    await newer.drop()
  }
})

test('a database whose commits are not durable is named', async () => {
  // The tests' own server gives durability up for speed.
  expect((await run()).out).toMatch(/^✗ Durability +fsync, full_page_writes, synchronous_commit are off/m)
})

describe('mail', () => {
  test('a server that lets the program in, one that refuses the password, one that is silent', async () => {
    const mail = await startMailServer()
    const strict = await startMailServer({
      onAuth: (_auth, _session, done) => done(answer(535, 'Wrong password')),
    })
    try {
      const env = (url: string) => ({ SMTP_URL: url, MAIL_FROM: 'gallery@colophon.example' })
      expect(markOf((await run(env(mail.url))).out, 'Mail')).toBe('✓')
      const refused = await run(env(strict.url.replace('//', '//me:wrong@')))
      expect(refused.out).toMatch(/^✗ Mail .*535/m)
      expect(refused.out).not.toContain('wrong')
      await mail.close()
      expect((await run(env(mail.url))).out).toMatch(/^✗ Mail +connect ECONNREFUSED/m)
    } finally {
      await strict.close()
      await mail.close().catch(() => {})
    }
  })

  test('the sender’s domain needs SPF and DMARC; where DNS does not answer that is said', async () => {
    const records = (found: Record<string, string[][]>) => async (name: string) => {
      if (found[name]) return found[name]
      throw Object.assign(new Error('no data'), { code: 'ENODATA' })
    }
    const check = (found: Record<string, string[][]>) => checkSender('a@mail.example', true, records(found))
    const spf = { 'mail.example': [['other'], ['v=spf1 ', '-all']] }
    expect(await check({ ...spf, '_dmarc.mail.example': [['v=DMARC1; p=none']] })).toMatchObject({
      state: 'ok',
    })
    expect(await check(spf)).toMatchObject({
      state: 'failed',
      sentence: expect.stringMatching(/Missing: DMARC/),
    })
    const dead = () => Promise.reject(Object.assign(new Error('timeout'), { code: 'ETIMEOUT' }))
    expect(await checkSender('a@mail.example', true, dead)).toMatchObject({
      state: 'left out',
      sentence: 'DNS does not answer here.',
    })
  })
})

test('a store that loses, keeps or does not list what it was given', async () => {
  const good = localFiles(join(folder, 'store'))
  expect(await checkStore(good, 'Pictures')).toEqual(ok('Pictures', 'Put, get, list and delete work.'))
  const states = await Promise.all([
    checkStore({ ...good, get: async () => undefined }, 'Pictures'),
    checkStore({ ...good, list: async () => [] }, 'Pictures'),
    checkStore({ ...good, remove: async () => {} }, 'Pictures'),
  ])
  expect(states.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('could not be read again'),
    expect.stringContaining('right to list'),
    expect.stringContaining('still there'),
  ])
})

describe('the payment provider', () => {
  let server: TestServer
  let provider: PayPalClient
  beforeAll(async () => {
    server = await startTestServer()
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    provider = new PayPalClient({ baseUrl: `${address}/__paypal`, ...sandboxCredentials, pauseMs: 5, fetch })
  })
  afterAll(() => server.close())

  test('plans and webhook as they were set up pass; others are named', async () => {
    const publicUrl = 'https://gallery.example'
    const { planIds, webhookId } = await setUpPayPal(provider, `${publicUrl}/api/payments/webhook`)
    const payments = {
      ...sandboxCredentials,
      kind: 'paypal',
      environment: 'live',
      driver: 'v6',
      planIds,
      webhookId,
    } as const
    const check = (changed: Partial<Extract<Config['payments'], { kind: 'paypal' }>>, url = publicUrl) =>
      checkProvider({ payments: { ...payments, ...changed }, publicUrl: url }, true, () => provider)
    expect(await check({})).toMatchObject({ state: 'ok' })
    const swapped = await check({ planIds: { yearly: planIds.monthly, monthly: 'P-NONE' } })
    expect(swapped.sentence).toContain(
      `The yearly plan ${planIds.monthly} is not active, or is billed differently.`,
    )
    expect(swapped.sentence).toContain('There is no monthly plan P-NONE.')
    expect((await check({ webhookId: 'none' })).sentence).toContain('There is no webhook none.')
    expect((await check({}, 'https://other.example')).sentence).toContain(
      'sends to https://gallery.example/api/payments/webhook',
    )
    const { payments: sandbox } = loadConfig({})
    expect(await checkProvider({ payments: sandbox, publicUrl }, true, () => provider)).toMatchObject({
      state: 'left out',
    })
  })
})

test('long sentences are wrapped below their own column', () => {
  const table = drawTable([failed('Mail', 'one two three four five six'), ok('Database', 'fine')], 30)
  expect(table).toBe(
    ['✗ Mail      one two three four', '            five six', '✓ Database  fine'].join('\n'),
  )
})
